import type { FieldErrors } from '../../contract/field-errors.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import type { AccountCaller } from '../store/caller.ts';
import type { Store } from '../store/store.ts';

/** After a write whose caller might not write any more. */
export async function refuseWrite(store: Store, caller: AccountCaller, now: number): Promise<never> {
  await rejectEndedCaller(store, caller, now);
  throw new UnavailableError('the account was suspended for a moment');
}

export function throwFieldErrors(errors: FieldErrors | readonly FieldError[]): void {
  if (errors.length > 0) throw invalidRequest(errors);
}

/** `current` has the values as they are now. */
export const preconditionFailed = (what: string, current: Record<string, string>): ApiError =>
  new ApiError(
    'precondition_failed',
    `${what}가 그사이 변경되었습니다. 현재 값을 확인하고 다시 저장하십시오.`,
    { details: current },
  );
