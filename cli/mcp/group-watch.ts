import type { Me, Rollbook } from '../../client/index.ts';
import { MAX_CHANGES_PER_PAGE } from '../../contract/limits.ts';

/**
 * The answers of /v1 do not tell the group of a write, so the changes are looked at before and after it. Null where they
 * cannot be read, and where this key has changed nothing.
 */
export const createGroupWatch =
  (rollbook: Rollbook, readMe: () => Promise<Me>) => async (): Promise<() => Promise<number | null>> => {
    const before = await rollbook.roster
      .changes()
      .page({ limit: 1 })
      .catch(() => undefined);
    return async () => {
      if (before === undefined) return null;
      try {
        const { caller } = await readMe();
        const later = rollbook.roster.changes({ after: before.lastNumber });
        const page = await later.page({ limit: MAX_CHANGES_PER_PAGE });
        return page.changes.find(({ by }) => by.kind === 'key' && by.id === caller.id)?.group ?? null;
      } catch {
        return null;
      }
    };
  };
