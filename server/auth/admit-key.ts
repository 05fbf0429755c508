import type { Permission } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { type MaybePromise, mapMaybe } from '../maybe-promise.ts';
import { createRateLimitReporter } from '../rate-limit/rate-limit-headers.ts';
import { type IncomingRequest, readAdmittedBody, readOperation } from '../request/incoming-request.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { RateLimiter } from '../store/rate-limiter.ts';
import type { Authenticate } from './authenticate.ts';
import { keyCaller } from './callers.ts';

export type Admission = Pick<RequestContext, 'caller' | 'prefetched' | 'readBody' | 'counted'>;

/** `studentUid` is a student to read along with the key, which saves PostgreSQL a round trip. */
export type AdmitKey = (
  request: IncomingRequest,
  permission: Permission,
  studentUid?: string,
) => MaybePromise<Admission>;

/** The checks from the key to the rate limit (ARCHITECTURE.md, "The order of checks"). */
export function createKeyAdmission(
  authenticate: Authenticate,
  limiters: Record<Permission, RateLimiter>,
  { readLimit, writeLimit }: Config,
): AdmitKey {
  const reportLimit = {
    read: createRateLimitReporter('read', readLimit),
    write: createRateLimitReporter('write', writeLimit),
  };
  return (request, permission, studentUid) => {
    const limiter = limiters[permission];
    const hints = { studentUid, rateLimitRule: limiter.storeRule };
    return mapMaybe(authenticate(request, permission, hints), (key) =>
      mapMaybe(key.rateLimitResult ?? limiter.consume(key.accountId, studentUid), (counted) => {
        const { headers, error } = reportLimit[permission](counted);
        Object.assign(request.answerHeaders, headers);
        if (error) throw error;
        return {
          caller:
            permission === 'read' ? keyCaller(key) : { ...keyCaller(key), operation: readOperation(request) },
          prefetched: counted.prefetched ?? key.prefetched,
          counted,
          // A write checks the key again, but a refusal tells of the state too.
          readBody: () =>
            readAdmittedBody(request, key.accountId, () => authenticate(request, permission, {})),
        };
      }),
    );
  };
}
