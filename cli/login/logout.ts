import { revokeConnection } from '../../client/connect/oauth-request.ts';
import { isRollbookError } from '../../client/rollbook-error.ts';
import { UserError } from '../../server/errors/user-error.ts';
import type { CommandResult } from '../command.ts';
import { toPrintable } from '../printed-text.ts';
import { readLogin, removeLogin } from './stored-login.ts';

/** Forgets the key in any case: who logs out may be about to give the machine away. */
export async function logout(): Promise<CommandResult> {
  const login = await readLogin();
  if (login === undefined) throw new UserError('You are not logged in.');
  const { baseUrl: url } = login;
  let problem: string | undefined;
  try {
    await revokeConnection(login);
  } catch (error) {
    if (!isRollbookError(error)) throw error;
    problem = error.message;
  } finally {
    await removeLogin();
  }
  if (problem === undefined) return { value: { url, revoked: true }, text: `Logged out of ${url}.` };
  return {
    value: { url, revoked: false, error: problem },
    text: toPrintable(
      `The key is removed here, but the server still accepts it. ${problem} End the connection in the console of ${new URL(url).origin}, or wait until it has not been used for 90 days.`,
    ),
    exitCode: 1,
  };
}
