import type { SignedInView } from '../../../server/sign-in/views.ts';
import { servicePath } from '../page-address.ts';
import { forgetStored, isStored, listStored, readStored, writeStored } from '../stored-data.ts';

/*
 * The last answers that roster, plan and history were made of, so that they open without a connection. They are those of
 * one account, which the session names, and go with it: at the latest seven days after the service was last reached.
 */

const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** Not too long ago, and not later: a clock that was set back is not waited for. */
export const isRecent = (at: number): boolean => Date.now() >= at && Date.now() - at <= MAX_AGE_MS;

const SESSION = '/session';

interface Contact {
  readonly accountId: string;
  readonly at: number;
}

/** When the service was last reached with a session, and whose; undefined if nothing is kept. */
export function findContact(): Contact | undefined {
  for (const text of listStored('rollbook-contact')) {
    const contact = parse<Contact>(text);
    if (contact !== undefined && isRecent(contact.at)) return contact;
  }
  forgetAnswers();
  return undefined;
}

/** Begins what is kept for an account, and is not asked for one that may only register a passkey. */
export function keepSession(view: SignedInView): void {
  const { accountId } = view.account;
  // Where the page cannot be opened without a connection, nothing is needed.
  if (!('serviceWorker' in navigator)) return;
  noteContact(accountId);
  keepAnswer(accountId, SESSION, view);
}

export function findSession(): SignedInView | undefined {
  const { accountId } = findContact() ?? {};
  return accountId === undefined ? undefined : findAnswer(accountId, SESSION);
}

/** But for an answer that comes after the session has ended. */
export function keepAnswer(accountId: string, path: string, answer: unknown): void {
  if (!isStored('rollbook-contact', accountId)) return;
  noteContact(accountId);
  const name = nameOf(accountId, path);
  const text = JSON.stringify(answer);
  // Without room, the former one goes too: the player has seen a newer one.
  if (readStored(...name) !== text && !writeStored(text, ...name)) writeStored(undefined, ...name);
}

export function findAnswer<T>(accountId: string, path: string): T | undefined {
  if (findContact()?.accountId !== accountId) return undefined;
  return parse<T>(readStored(...nameOf(accountId, path)));
}

/** The session has ended. Edits that wait stay. */
export const forgetAnswers = (): void =>
  forgetStored(undefined, ['rollbook-kept-answer', 'rollbook-contact']);

const noteContact = (accountId: string): void =>
  void writeStored(JSON.stringify({ accountId, at: Date.now() }), 'rollbook-contact', accountId);

/** With the path of the service: another one on the same host has answers of its own. */
const nameOf = (accountId: string, path: string) =>
  ['rollbook-kept-answer', accountId, `${servicePath}${path}`] as const;

function parse<T>(text: string | null): T | undefined {
  try {
    return JSON.parse(text ?? '') ?? undefined;
  } catch {
    return undefined;
  }
}
