/**
 * Error codes of the console's API. They replace `unauthorized`, which speaks of API keys, and stand beside the other
 * codes of errors.ts, of which `forbidden` means that the account is no operator's. A page decides by them, so each has
 * one meaning.
 */
export const CONSOLE_ERRORS = {
  /** There is no session, or it has ended. */
  signed_out: { status: 401 },
  /** The passkey is not one of this service or account, or was not used as asked. */
  passkey_rejected: { status: 401 },
  /** The recovery code is wrong or used. */
  recovery_code_rejected: { status: 401 },
  /** The operator has suspended the account. */
  account_suspended: { status: 403 },
  /** A passkey check within ten minutes is needed first; the same request succeeds after it. */
  verification_required: { status: 403 },
  /** This session may only register a passkey. */
  passkey_required: { status: 403 },
  /** ROLLBOOK_SIGNUP is `closed`. */
  sign_up_closed: { status: 403 },
  /** The invite is missing, used up, expired or revoked. */
  invite_rejected: { status: 403 },
  /** The setup link is used or expired, a later start has replaced it, or there is an account. */
  setup_rejected: { status: 403 },
  /** A change was not sent by the console's own pages. */
  other_origin: { status: 403 },
  /** The account's last passkey cannot be removed. */
  last_passkey: { status: 409 },
  /** ROLLBOOK_CATALOGUE_SOURCE is not set, and no operator has chosen that the catalogue is refreshed. */
  no_catalogue_source: { status: 409 },
  /** There is no folder for portraits, or none that Rollbook may remove from. */
  no_portrait_folder: { status: 409 },
  /** The account has as many keys or passkeys as it may. */
  limit_reached: { status: 409 },
  /**
   * Another tool changed what the request has seen. `student` is the state as it is now, null if it was removed; `goals`
   * or `items` are those of the request as they are now, without those that are gone. A link has none of them.
   */
  precondition_failed: { status: 412 },
} as const;
export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
