import { randomInt } from 'node:crypto';
import {
  createUserCode,
  DEVICE_CODE_SECONDS,
  formatUserCode,
  normalizeUserCode,
  POLL_INTERVAL_SECONDS,
} from '../../contract/oauth.ts';
import type { AppContext } from '../app-context.ts';
import { randomBase62 } from '../secrets.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { toAppName } from './app-name.ts';
import {
  type AppRequest,
  digestOf,
  findAppRequest,
  notePoll,
  proofOf,
  saveAppRequest,
} from './app-requests.ts';
import { OAuthError } from './oauth-error.ts';
import { readScope } from './read-areas.ts';

/** Against timers that fire early. */
const POLL_TOLERANCE_MS = 500;
const SLOW_DOWN_SECONDS = 5;
const MAX_CLIENT_ID_LENGTH = 200;
const USER_CODE_LENGTH = 8;

export interface DeviceLimiters {
  address: RateLimiter;
  all: RateLimiter;
}

/** RFC 8628: whoever cannot open a browser shows a code, which the player types. */
export function createDeviceGrant(
  { store: { database }, now }: Pick<AppContext, 'store' | 'now'>,
  limiters: DeviceLimiters,
  devicePage: () => string,
) {
  async function countRequest(address: string): Promise<void> {
    for (const [limiter, subject] of [
      [limiters.address, `address ${address}`],
      [limiters.all, 'all'],
    ] as const) {
      const { allowed, resetMs } = await limiter.consume(subject);
      if (!allowed)
        throw new OAuthError(
          'temporarily_unavailable',
          'Too many codes were asked for. Use the one that is there, or try again later.',
          Math.max(1, Math.ceil(resetMs / 1000)),
        );
    }
  }

  return {
    async ask(form: Form, address: string): Promise<object> {
      const clientId = requireParameter(form, 'client_id');
      const name = toAppName(form.client_name ?? clientId);
      if (clientId.length > MAX_CLIENT_ID_LENGTH || name === '')
        throw new OAuthError(
          'invalid_request',
          `client_id must have 1 to ${MAX_CLIENT_ID_LENGTH} characters.`,
        );
      const areas = readScope(form.scope);
      await countRequest(address);
      for (;;) {
        const userCode = createUserCode(randomInt);
        // It begins with the code that the player types, by which the request is found.
        const deviceCode = userCode + randomBase62(32);
        const at = now();
        const request: AppRequest = {
          digest: digestOf(userCode),
          clientId,
          name,
          areas,
          proof: proofOf(deviceCode),
          redirectUri: null,
          place: address,
          askedAt: at,
          expiresAt: at + DEVICE_CODE_SECONDS * 1000,
          intervalSeconds: POLL_INTERVAL_SECONDS,
          polledAt: null,
          answer: null,
          accountId: null,
          keyId: null,
        };
        if (!(await saveAppRequest(database, request))) continue;
        const shown = formatUserCode(userCode);
        return {
          device_code: deviceCode,
          user_code: shown,
          verification_uri: devicePage(),
          verification_uri_complete: `${devicePage()}?code=${shown}`,
          expires_in: DEVICE_CODE_SECONDS,
          interval: POLL_INTERVAL_SECONDS,
        };
      }
    },

    /** The request that was answered with yes. */
    async redeem(form: Form): Promise<AppRequest> {
      const deviceCode = requireParameter(form, 'device_code');
      const clientId = requireParameter(form, 'client_id');
      const userCode = normalizeUserCode(deviceCode.slice(0, USER_CODE_LENGTH));
      const found = userCode === undefined ? undefined : await findAppRequest(database, digestOf(userCode));
      if (found === undefined || found.proof !== proofOf(deviceCode) || found.clientId !== clientId)
        throw new OAuthError('invalid_grant', 'The device_code is unknown, or it is of another client.');
      const at = now();
      if (found.answer === 'denied') throw new OAuthError('access_denied', 'The player has refused.');
      if (found.answer === 'allowed') return found;
      if (found.expiresAt <= at)
        throw new OAuthError('expired_token', 'The code has expired. Ask for another one.');
      await poll(found, at);
      throw new OAuthError('authorization_pending', 'The player has not answered yet.');
    },
  };

  async function poll({ digest, polledAt, intervalSeconds }: AppRequest, at: number): Promise<void> {
    const isEarly = polledAt !== null && at - polledAt < intervalSeconds * 1000 - POLL_TOLERANCE_MS;
    const interval = isEarly
      ? Math.min(intervalSeconds + SLOW_DOWN_SECONDS, DEVICE_CODE_SECONDS)
      : intervalSeconds;
    await notePoll(database, digest, at, interval);
    if (isEarly) throw new OAuthError('slow_down', `Ask every ${interval} seconds at most.`);
  }
}

/** The parameters of a request, each sent once. */
export type Form = Readonly<Record<string, string>>;

export function requireParameter(form: Form, name: string): string {
  const { [name]: value } = form;
  if (value === undefined || value === '') throw new OAuthError('invalid_request', `${name} is missing.`);
  return value;
}
