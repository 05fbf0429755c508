import type { Area } from '../../contract/areas.ts';
import { DEFAULT_AREAS, DEVICE_GRANT, OAUTH_PATHS, POLL_INTERVAL_SECONDS } from '../../contract/oauth.ts';
import { sleep } from '../retry-policy.ts';
import { isRollbookError, type RollbookError } from '../rollbook-error.ts';
import type { Connection } from './connection.ts';
import { type OAuthAnswer, readConnection, sendForm, toOAuthError, toRequestError } from './oauth-request.ts';
import { toServerUrl } from './server-url.ts';

/** The address that the player opens, and the code to type there. */
export interface ShownCode {
  /** Such as WDJB-MJHT. */
  readonly userCode: string;
  readonly verificationUri: string;
  /** With the code in it, for a link or a QR code. */
  readonly verificationUriComplete: string;
  readonly expiresAt: Date;
}

export interface ConnectByCodeOptions {
  /** The address of the server or of its API. */
  baseUrl: string;
  /** The name of the app, which the player sees. */
  name: string;
  /** An https address of the app; its name by default. */
  clientId?: string | undefined;
  /** The areas that the app asks for; `roster:read` by default. */
  areas?: readonly Area[] | undefined;
  /** Shows the code to the player. */
  onCode: (code: ShownCode) => unknown;
  /** Ends the wait with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: typeof fetch | undefined;
}

/** In this program. */
export const madeByCode: { latest?: Connection } = {};

/** RFC 8628: added for good with each `slow_down`. */
const SLOW_DOWN_SECONDS = 5;
const MAX_INTERVAL_SECONDS = 60;

/** Connects an app that has no page of its own: it shows a code, which the player types in a browser. Waits for that. */
export async function connectByCode(options: ConnectByCodeOptions): Promise<Connection> {
  const { name, clientId = name, areas = DEFAULT_AREAS, onCode, signal } = options;
  const serverUrl = toServerUrl(options.baseUrl);
  const ask = (path: (typeof OAUTH_PATHS)['device' | 'token'], form: Record<string, string>) =>
    sendForm(serverUrl, path, { client_id: clientId, ...form }, options);
  const answer = await ask(OAUTH_PATHS.device, { client_name: name, scope: areas.join(' ') });
  const { deviceCode, interval, ...shown } = readDeviceCode(serverUrl, answer);
  await onCode(shown);

  let intervalSeconds = interval;
  let failure: RollbookError | undefined;
  for (let waitSeconds = interval; ; ) {
    const leftMs = shown.expiresAt.getTime() - Date.now();
    if (leftMs <= 0) throw failure ?? toOAuthError('expired_token', undefined);
    await sleep(Math.min(waitSeconds * 1000, leftMs), signal);
    try {
      const polled = await ask(OAUTH_PATHS.token, { grant_type: DEVICE_GRANT, device_code: deviceCode });
      const { error } = polled.body;
      failure = undefined;
      if (polled.status === 400 && (error === 'authorization_pending' || error === 'slow_down')) {
        if (error === 'slow_down') intervalSeconds += SLOW_DOWN_SECONDS;
        waitSeconds = intervalSeconds;
      } else {
        madeByCode.latest = readConnection(serverUrl, polled, areas);
        return madeByCode.latest;
      }
    } catch (error) {
      if (!isRollbookError(error) || !isPassing(error)) throw error;
      // The server may be restarting, and the code stays valid meanwhile.
      failure = error;
      const backoffSeconds = Math.min(2 * waitSeconds, Math.max(intervalSeconds, MAX_INTERVAL_SECONDS));
      waitSeconds = Math.max(backoffSeconds, (error.retryAfterMs ?? 0) / 1000);
    }
  }
}

/** A proxy answers 502 and the like for a server that restarts. */
const isPassing = ({ code, status = 0 }: RollbookError): boolean =>
  ['connection_failed', 'timeout', 'rate_limited', 'unavailable'].includes(code) || status >= 500;

function readDeviceCode(serverUrl: string, answer: OAuthAnswer) {
  const { device_code: deviceCode, user_code: userCode, verification_uri: verificationUri } = answer.body;
  if (
    answer.status !== 200 ||
    typeof deviceCode !== 'string' ||
    typeof userCode !== 'string' ||
    // An address that a program would open.
    !isWebAddress(verificationUri)
  )
    throw toRequestError(serverUrl, answer);
  const { verification_uri_complete: complete, expires_in: lifetime, interval } = answer.body;
  return {
    deviceCode,
    userCode,
    verificationUri,
    verificationUriComplete: isWebAddress(complete) ? complete : verificationUri,
    expiresAt: new Date(Date.now() + toSeconds(lifetime, 0) * 1000),
    interval: toSeconds(interval, POLL_INTERVAL_SECONDS),
  };
}

const toSeconds = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value >= 0 && value < 1e6 ? value : otherwise;

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
