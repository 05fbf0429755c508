import { isRollbookError } from '../../client/rollbook-error.ts';
import type { Bilingual } from '../../contract/bilingual.ts';
import { ConsoleError, type ConsoleFailure } from './api/console-error.ts';
import { nameFields } from './name-fields.ts';
import { PasskeyError } from './passkeys/passkey-error.ts';
import { FAILURES, PASSKEY_FAILURES, UNEXPECTED, waitFor } from './texts/error-texts.ts';

/** One or two sentences: what went wrong and what to do. */
export function describeError(error: unknown): Bilingual {
  if (error instanceof PasskeyError) return PASSKEY_FAILURES[error.reason];
  if (isRollbookError(error))
    return (
      FAILURES[error.code === 'timeout' ? 'connection_failed' : (error.code as ConsoleFailure)] ?? UNEXPECTED
    );
  if (!(error instanceof ConsoleError)) return isBilingual(error) ? error : UNEXPECTED;
  const { code, fields, message, retryAfterSeconds } = error;
  if (code === 'rate_limited' && retryAfterSeconds !== undefined) return waitFor(retryAfterSeconds);
  const own = FAILURES[code] ?? UNEXPECTED;
  // The sentences of the service are Korean, and say more of this request.
  if (code === 'invalid_request' || code === 'not_found')
    return nameFields({
      ko: fields.map((field) => field.message).join(' ') || message || own.ko,
      en: own.en,
    });
  return own;
}

/** An error of a text says itself what is wrong with it. */
const isBilingual = (error: unknown): error is Bilingual =>
  error instanceof Error && 'ko' in error && 'en' in error;
