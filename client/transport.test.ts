import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Retry } from './index.ts';
import { Rollbook } from './rollbook.ts';

const RATE_LIMITED = { error: { code: 'rate_limited', message: '시험', docs: 'http://localhost/docs' } };

test('a request that starts while a limit holds reports its wait, and is sent after it', async () => {
  const retries: Retry[] = [];
  let sent = 0;
  const { roster } = new Rollbook({
    baseUrl: 'http://localhost/v1',
    fetch: async () => {
      sent += 1;
      return sent === 1
        ? Response.json(RATE_LIMITED, { status: 429, headers: { 'retry-after': '1' } })
        : Response.json({ studentUid: '10000' });
    },
    onRetry: (retry) => {
      retries.push(retry);
      if (retries.length === 1) later = roster.get('10001');
    },
  });
  let later: Promise<unknown> | undefined;
  await roster.get('10000');
  await later;
  assert.equal(sent, 3);
  assert.deepEqual(
    retries.map(({ path, attempt, error }) => [path, attempt, error.code]),
    [
      ['/me/students/10000', 1, 'rate_limited'],
      ['/me/students/10001', 0, 'rate_limited'],
    ],
  );
  assert.ok(
    retries.every(({ waitMs }) => waitMs >= 1_000 && waitMs <= 1_250),
    JSON.stringify(retries.map(({ waitMs }) => waitMs)),
  );
});
