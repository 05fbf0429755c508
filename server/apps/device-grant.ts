import { randomInt } from 'node:crypto';
import { AREA_NAMES } from '../../contract/areas.ts';
import {
  createUserCode,
  DEVICE_CODE_SECONDS,
  formatUserCode,
  normalizeUserCode,
  POLL_INTERVAL_SECONDS,
  USER_CODE_LENGTH,
} from '../../contract/oauth.ts';
import type { AppContext } from '../app-context.ts';
import type { AddressLimiter } from '../rate-limit/address-limiter.ts';
import { randomBase62 } from '../secrets.ts';
import { isInFuture } from '../store/clock-jump.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import { generateReachable } from '../store/reachable-key.ts';
import { toAppName } from './app-name.ts';
import {
  type AppRequest,
  digestOf,
  findAppRequest,
  hasExpired,
  notePoll,
  proofOf,
  saveAppRequest,
} from './app-requests.ts';
import { countOAuthRequest } from './count-oauth-request.ts';
import { OAuthError } from './oauth-error.ts';
import { type OAuthForm, requireParameter } from './oauth-form.ts';
import { readScope } from './scope.ts';

/** A timer of the app may fire so much early. */
const POLL_TOLERANCE_MS = 500;
const SLOW_DOWN_SECONDS = 5;
const MAX_INTERVAL_SECONDS = 60;
const MAX_PLACE_LENGTH = 100;
const CLIENT_ID = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

export interface DeviceLimiters {
  address: AddressLimiter;
  all: RateLimiter;
}

/** RFC 8628: whoever cannot open a browser shows a code, which the player types. */
export function createDeviceGrant(
  { store: { database }, now }: Pick<AppContext, 'store' | 'now'>,
  limiters: DeviceLimiters,
  devicePage: () => string,
) {
  async function countRequest(address: string): Promise<void> {
    const description = 'Too many codes were asked for. Use the one that is there, or try again later.';
    await countOAuthRequest(limiters.address, address, description);
    await countOAuthRequest(limiters.all, 'all', description);
  }

  return {
    /** `page` is the host of the page that asks, if one does. */
    async startAuthorization(form: OAuthForm, address: string, page: string | undefined): Promise<object> {
      const clientId = requireParameter(form, 'client_id');
      if (!CLIENT_ID.test(clientId))
        throw new OAuthError(
          'invalid_request',
          'client_id must have 1 to 200 characters, and no control characters.',
        );
      const areas = readScope(form.scope);
      if (areas === undefined)
        throw new OAuthError('invalid_scope', `scope must have some of ${AREA_NAMES.join(', ')}.`);
      await countRequest(address);
      const name = toAppName(form.client_name || clientId);
      if (name === undefined)
        throw new OAuthError('invalid_request', 'client_name must have a letter or a digit.');
      for (;;) {
        const userCode = await generateReachable({ database }, () => createUserCode(randomInt), digestOf);
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
          place: (page === undefined ? address : `${page}, ${address}`).slice(0, MAX_PLACE_LENGTH),
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
    async redeemDeviceCode(form: OAuthForm): Promise<AppRequest> {
      const deviceCode = requireParameter(form, 'device_code');
      const clientId = requireParameter(form, 'client_id');
      const userCode = normalizeUserCode(deviceCode.slice(0, USER_CODE_LENGTH));
      const found = userCode === undefined ? undefined : await findAppRequest(database, digestOf(userCode));
      if (found === undefined || found.proof !== proofOf(deviceCode) || found.clientId !== clientId)
        throw new OAuthError('invalid_grant', 'The device_code is unknown, or it is of another client.');
      const at = now();
      if (found.answer === 'denied') throw new OAuthError('access_denied', 'The player has refused.');
      if (found.answer === 'allowed' && !isInFuture(found.askedAt, at)) return found;
      if (hasExpired(found, at))
        throw new OAuthError('expired_token', 'The code has expired. Ask for another one.');
      await notePollOf(found, at);
      throw new OAuthError('authorization_pending', 'The player has not answered yet.');
    },
  };

  /** Each question is noted, but for those that come early from an app that has been told to wait as long as it can be. */
  async function notePollOf({ digest, polledAt, intervalSeconds }: AppRequest, at: number): Promise<void> {
    const isEarly =
      polledAt !== null &&
      !isInFuture(polledAt, at) &&
      at - polledAt < intervalSeconds * 1000 - POLL_TOLERANCE_MS;
    const interval = isEarly
      ? Math.min(intervalSeconds + SLOW_DOWN_SECONDS, MAX_INTERVAL_SECONDS)
      : intervalSeconds;
    if (!isEarly || interval > intervalSeconds) await notePoll(database, digest, at, interval);
    if (isEarly) throw new OAuthError('slow_down', `Ask every ${interval} seconds at most.`);
  }
}
