import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { Authenticator } from '../../test/console/authenticator.ts';
import { type Database, newDatabase } from '../../test/database.ts';
import { incomingRequest } from '../../test/incoming-request.ts';
import { readConfig } from '../config.ts';
import { type SessionRequest, withCaller } from '../console/console-request.ts';
import { describeSite } from '../console/console-site.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { accountOfSecret } from '../secrets.ts';
import { findSession, type SessionStatus } from '../session/session-records.ts';
import { hashSessionToken } from '../session/sessions.ts';
import { instrumentStore, type StoreObserver } from '../store/instrument-store.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { createPasskeyHandlers } from './passkey-handlers.ts';
import { createPasskeys } from './passkeys.ts';
import type { SignInContext } from './sign-in-context.ts';
import { createSignInHandlers } from './sign-in-handlers.ts';

const site = describeSite('http://localhost:8787/console');
const authenticator = new Authenticator(site.origin);
let database: Database;
let store: Store;
let context: SignInContext;
/** The next call of this method fails. */
let failing: string | undefined;
before(async () => {
  database = await newDatabase();
  ({ store } = await openStore(database.address, { create: true, migrate: true }));
  const observe: StoreObserver = (method, call) => {
    if (method !== failing) return call();
    failing = undefined;
    throw new UnavailableError('the disk is full');
  };
  const observed = instrumentStore(store, observe);
  const passkeys = createPasskeys(observed.database, () => site, Date.now);
  const countAttempt = async () => {};
  const config = readConfig({ ROLLBOOK_SIGNUP: 'open' });
  context = {
    config,
    store: observed,
    passkeys,
    site: () => site,
    countAttempt,
    countStudents: countAttempt,
    now: Date.now,
  };
});
after(async () => {
  await store?.close();
  await database?.remove();
});

let session: SessionStatus | undefined;
/** What the first request for a challenge has set. */
let browserCookie = '';
type Handler<Answer> = (request: SessionRequest) => Promise<Answer>;

/** Sends a request with the session that the last cookie began. */
async function send<Answer>(handle: Handler<Answer>, body: object): Promise<Answer> {
  const incoming = incomingRequest({ headers: { cookie: browserCookie } });
  const request = { incoming, params: {}, body, session };
  // The first request signs up, without a session.
  const answer = await handle(
    session === undefined ? (request as SessionRequest) : withCaller(request, session),
  );
  const { 'set-cookie': cookie } = incoming.answerHeaders;
  const [, name, token] = cookie?.match(/^([\w-]+)=([^;]+)/) ?? [];
  if (name === 'rollbook-browser') browserCookie = `${name}=${token}`;
  else if (token !== undefined)
    session = await findSession(store.database, accountOfSecret(token), hashSessionToken(token));
  return answer;
}

test('a response of a passkey that was answered 503 is accepted when it is sent again, and then no more', async () => {
  const { signUpOptions, signUp, signInOptions, signIn } = createSignInHandlers(context);
  const { verifyOptions, verify, creationOptions, add } = createPasskeyHandlers(context);
  const name = 'arona';
  const register = (options: PublicKeyCredentialCreationOptionsJSON) => authenticator.register(options);
  const sign = (options: PublicKeyCredentialRequestOptionsJSON) => authenticator.sign(options as never);
  for (const [method, getBody, finish] of [
    [
      'signUp',
      async () => ({ name, passkeyName: 'laptop', response: register(await send(signUpOptions, { name })) }),
      signUp,
    ],
    ['signIn', async () => ({ response: sign(await send(signInOptions, {})) }), signIn],
    ['renewSession', async () => ({ response: sign(await send(verifyOptions, {})) }), verify],
    ['addPasskey', async () => ({ name, response: register(await send(creationOptions, {})) }), add],
  ] as const) {
    const body = await getBody();
    failing = method;
    await assert.rejects(send<unknown>(finish, body), UnavailableError, method);
    await send<unknown>(finish, body);
    await assert.rejects(send<unknown>(finish, body), { code: 'passkey_rejected' }, method);
  }
});
