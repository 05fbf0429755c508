import { isRollbookError } from '../../../client/rollbook-error.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import { ConsoleError, type ConsoleFailure } from '../api/console-error.ts';
import { PasskeyError } from '../session/passkey-error.ts';
import {
  checkValues,
  FAILURES,
  PASSKEY_FAILURES,
  REFUSED_FIELDS,
  UNEXPECTED,
  waitFor,
} from '../texts/error-texts.ts';
import { listLabels } from '../texts/field-texts.ts';

/** One or two sentences: what went wrong and what to do. */
export function describeError(error: unknown): Bilingual {
  if (error instanceof PasskeyError) return PASSKEY_FAILURES[error.reason];
  if (isRollbookError(error))
    return (
      FAILURES[error.code === 'timeout' ? 'connection_failed' : (error.code as ConsoleFailure)] ?? UNEXPECTED
    );
  if (!(error instanceof ConsoleError)) return isBilingual(error) ? error : UNEXPECTED;
  const { code, fields, retryAfterSeconds } = error;
  if (code === 'rate_limited' && retryAfterSeconds !== undefined) return waitFor(retryAfterSeconds);
  const values = STATE_NAMES.filter((name) => fields.some(({ field }) => field.split('.').at(-1) === name));
  if (code === 'invalid_request' && values.length > 0) return checkValues(listLabels(values));
  const [refused] =
    code === 'invalid_request' ? fields.flatMap(({ field }) => REFUSED_FIELDS[field] ?? []) : [];
  return refused ?? FAILURES[code] ?? UNEXPECTED;
}

/** An error of a text says itself what is wrong with it. */
const isBilingual = (error: unknown): error is Bilingual =>
  error instanceof Error && 'ko' in error && 'en' in error;
