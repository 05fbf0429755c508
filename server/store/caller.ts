/** Who makes a write: an API key by its ID, a session of the console by its digest, or the operator's commands. */
export interface Caller {
  readonly kind: 'key' | 'console' | 'operator';
  readonly id: string;
}

/** Who makes a request, and in which account. */
export interface AccountCaller extends Caller {
  readonly accountId: string;
}

export const OPERATOR: Caller = { kind: 'operator', id: '' };

/** A write of one student's record. It happens only if the caller may still act at `at`, in the same transaction. */
export interface StudentWrite {
  readonly caller: Caller;
  readonly at: number;
  readonly accountId: string;
  readonly studentUid: string;
}
