/** Error codes of the console's API, beside those of the API (errors.ts). */
export const CONSOLE_ERRORS = {
  /** A passkey check within ten minutes is needed first; the same request succeeds after it. */
  verification_required: { status: 403 },
  /** This session may only register a passkey. */
  passkey_required: { status: 403 },
  /** The account's last passkey cannot be removed. */
  last_passkey: { status: 409 },
  /** The account has as many keys or passkeys as it may. */
  limit_reached: { status: 409 },
  /** Another tool changed the student. `student` is the state as it is now; null if it was removed. */
  precondition_failed: { status: 412 },
} as const;
export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
