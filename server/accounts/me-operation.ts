import { parseAreas } from '../../contract/areas.ts';
import { type Permission, RATE_LIMITS } from '../../contract/limits.ts';
import type { LimitStatus, Me } from '../../contract/me.ts';
import { rejectKey } from '../auth/admit-key.ts';
import { jsonOutcome } from '../request/outcome.ts';
import type { Operation } from '../request/request-context.ts';
import type { Services } from '../services.ts';
import { defineStatements, readOne } from '../store/database.ts';
import type { RateLimitResult } from '../store/rate-limiter.ts';
import type { AppKind } from '../store/stored-account.ts';

export const STATEMENTS = defineStatements({
  findKeyWithAccount: `SELECT a.name AS "accountName", k.name, k.permission, k.areas, k.app, k.expires_at AS "expiresAt"
    FROM api_key AS k JOIN account AS a ON a.account_id = k.account_id
    WHERE k.account_id = $1 AND k.key_id = $2`,
});

interface KeyWithAccount {
  accountName: string;
  name: string;
  permission: Permission;
  areas: string | null;
  app: AppKind | null;
  expiresAt: number;
}

/** GET /beta/me: whose key it is, and what is left of its account's limits. */
export function createMeOperation({
  store,
  config,
  limiters,
}: Pick<Services, 'store' | 'config' | 'limiters'>): Operation {
  const limits = { read: config.readLimit, write: config.writeLimit };
  const viewLimit = (name: Permission, { remaining, resetMs }: RateLimitResult): LimitStatus => ({
    limit: limits[name],
    remaining,
    resetSeconds: Math.ceil(resetMs / 1000) || RATE_LIMITS[name].windowSeconds,
  });
  return async ({ caller: { id, accountId }, counted }) => {
    const [key, read, write] = await Promise.all([
      readOne<KeyWithAccount>(store.database, STATEMENTS.findKeyWithAccount, accountId, id),
      counted ?? limiters.read.peek(accountId),
      limiters.write.peek(accountId),
    ]);
    // The account was deleted meanwhile.
    if (key === undefined) throw rejectKey('unknown');
    const { accountName, name, permission, expiresAt } = key;
    const areas = key.areas === null ? null : parseAreas(key.areas);
    const me: Me = {
      account: { accountId, name: accountName },
      caller: {
        kind: key.app === null ? 'key' : 'app',
        id,
        name,
        permission,
        ...(areas && { areas }),
        expiresAt: new Date(expiresAt).toISOString(),
      },
      limits: { read: viewLimit('read', read), write: viewLimit('write', write) },
    };
    return jsonOutcome(JSON.stringify(me));
  };
}
