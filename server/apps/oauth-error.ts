import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import type { Outcome } from '../request/outcome.ts';

/** The codes of RFC 6749, RFC 7591, RFC 8628 and RFC 8707 that are answered to a program. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_scope'
  | 'invalid_redirect_uri'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'temporarily_unavailable';

/** The answer to a program that asks to be connected, in the form of OAuth. Its description is ASCII. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: OAuthErrorCode, description: string, retryAfterSeconds?: number) {
    super(description);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  toOutcome(): Outcome {
    const { code, message, retryAfterSeconds } = this;
    return {
      status: retryAfterSeconds === undefined ? 400 : 429,
      headers: {
        'content-type': JSON_CONTENT_TYPE,
        ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      },
      body: JSON.stringify({ error: code, error_description: message }),
    };
  }
}
