/** `cancelled` covers a refusal, a timeout and a device without a passkey: browsers do not tell them apart. */
export type PasskeyFailure = 'cancelled' | 'already-registered' | 'unsupported' | 'failed';

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: PasskeyFailure;

  constructor(reason: PasskeyFailure, cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Browsers inside apps often have none. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;
