/** The JSON of the console API. Times are ISO 8601. A request whose body has other fields is answered 400. */

export interface ActivityView {
  at: string;
  kind: string;
  detail: string;
}

/** A rate limit of /v1, which the account's tools share. */
export interface LimitView {
  limit: number;
  remaining: number;
  /** Until the window ends; 0 if no request was counted in one. */
  resetSeconds: number;
}
