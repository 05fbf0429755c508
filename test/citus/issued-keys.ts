import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { issueKey } from '../../server/keys/keys.ts';
import { OPERATOR } from '../../server/store/caller.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import { query } from '../database.ts';
import { doorTo } from '../database-door.ts';

const PAUSE_MS = 10;

/** Issues keys to an account, each in a transaction of several statements, until `stopAndCheck` finds all of them. */
export function startIssuingKeys(address: string, accountId: string) {
  const store = { database: doorTo(address) };
  const issued: string[] = [];
  let failed = 0;
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      const request = { accountId, name: '', permission: 'read', expiresAt: undefined } as const;
      const key = await issueKey(store, OPERATOR, request, Date.now()).catch(() => undefined);
      assert.ok(typeof key !== 'string', `${key}`);
      if (key === undefined) failed += 1;
      else issued.push(key.keyId);
      await pause(PAUSE_MS);
    }
  };
  const finished = run();
  finished.catch(() => {});
  cleanUpAtEnd(async () => {
    isOver = true;
  });
  return {
    /** Returns how many were issued, and how many were not, as far as is known. */
    async stopAndCheck(): Promise<{ issued: number; failed: number }> {
      isOver = true;
      await finished;
      const rows = await query(address, 'SELECT key_id AS id FROM api_key WHERE account_id = ?', [accountId]);
      const stored = new Set(rows.map(({ id }) => id));
      for (const keyId of issued) assert.ok(stored.has(keyId), `${keyId} was issued and is not there`);
      return { issued: issued.length, failed };
    },
  };
}
