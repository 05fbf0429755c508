import type { FastifyRequest } from 'fastify';
import type { Access } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { type ConsoleContext, toTime } from './console-context.ts';
import type { ActivityView, LimitView } from './console-views.ts';

/** What the account did lately, and how much of its limits its tools have used. */
export function createAccountHandlers(
  { store }: ConsoleContext,
  config: Config,
  limiters: Record<Access, RateLimiter>,
) {
  const readLimit = async (access: Access, limit: number, accountId: string): Promise<LimitView> => {
    const { remaining, resetMs } = await limiters[access].peek(accountId);
    return { limit, remaining, resetSeconds: Math.ceil(resetMs / 1000) };
  };

  return {
    async activity({ caller }: FastifyRequest): Promise<{ activity: ActivityView[] }> {
      const entries = await store.console.listActivity(caller.accountId);
      return { activity: entries.map(({ at, ...entry }) => ({ at: toTime(at), ...entry })) };
    },

    async limits({ caller }: FastifyRequest): Promise<Record<Access, LimitView>> {
      return {
        read: await readLimit('read', config.readLimit, caller.accountId),
        write: await readLimit('write', config.writeLimit, caller.accountId),
      };
    },
  };
}
