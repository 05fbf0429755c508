import type { AppContext } from '../app-context.ts';
import { randomBase62 } from '../secrets.ts';
import { isInFuture } from '../store/clock-jump.ts';
import { MAX_ADDRESS_LENGTH } from './app-clients.ts';
import { type AppRequest, digestOf, findAppRequest, proofOf } from './app-requests.ts';
import { OAuthError } from './oauth-error.ts';
import { type OAuthForm, requireParameter } from './oauth-form.ts';

/** RFC 7636, section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

export const generateAuthorizationCode = (): string => randomBase62(32);

/** The request of a code that the browser carried back, with the proof that its app had made it. */
export async function redeemCode(
  { store: { database }, now }: Pick<AppContext, 'store' | 'now'>,
  form: OAuthForm,
): Promise<AppRequest> {
  const code = requireParameter(form, 'code');
  const clientId = requireParameter(form, 'client_id');
  const redirectUri = requireParameter(form, 'redirect_uri');
  const verifier = requireParameter(form, 'code_verifier');
  if (!VERIFIER.test(verifier) || redirectUri.length > MAX_ADDRESS_LENGTH)
    throw new OAuthError('invalid_request', 'code_verifier must be 43 to 128 unreserved characters.');
  const found = await findAppRequest(database, digestOf(code));
  const isProven =
    found?.redirectUri === redirectUri && found.clientId === clientId && found.proof === proofOf(verifier);
  if (!found || !isProven || isInFuture(found.askedAt, now()))
    throw new OAuthError(
      'invalid_grant',
      'The code is unknown, or it is not of this client, redirect and verifier.',
    );
  return found;
}
