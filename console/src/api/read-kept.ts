import { isConnected } from './connection-state.ts';
import { hasCode } from './console-error.ts';
import { findAnswer, keepAnswer } from './kept-answers.ts';
import { ofAccount, sendRequest } from './send-request.ts';

/** For what the page goes on to hold, with what it has saved since: it is no older than what is kept. */
export const HELD = { isHeld: true } as const;
const held = new Set<string>();

/** Reads what the device keeps too, and returns that where the service is not reached. */
export async function readKept<T>(path: string, accountId: string, { isHeld = false } = {}): Promise<T> {
  const find = () => (held.has(path) ? undefined : findAnswer<T>(accountId, path));
  const last = isConnected.peek() ? undefined : find();
  if (last !== undefined) return last;
  try {
    const answer = await sendRequest<T>('GET', path, undefined, ofAccount(accountId));
    keepAnswer(accountId, path, answer);
    if (isHeld) held.add(path);
    return answer;
  } catch (error) {
    const kept = hasCode(error, 'connection_failed') ? find() : undefined;
    if (kept === undefined) throw error;
    return kept;
  }
}
