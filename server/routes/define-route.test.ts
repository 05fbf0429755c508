import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incomingRequest } from '../../test/incoming-request.ts';
import { jsonOutcome } from '../request/outcome.ts';
import { AccountQueue } from '../scheduling/account-queue.ts';
import { defineRoute } from './define-route.ts';

const ROUTE = { methods: ['GET'], path: '/' };

test('admits before it reads the body, and both before the handler', async () => {
  const steps: string[] = [];
  const { answer } = defineRoute({
    ...ROUTE,
    async admit() {
      steps.push('admit');
      return 'caller';
    },
    async readBody(context) {
      steps.push(`body of ${context}`);
      return 'sent';
    },
    handle(context, body) {
      steps.push(`handle ${body} of ${context}`);
      return jsonOutcome('{}');
    },
  });
  assert.equal((await answer(incomingRequest())).status, 200);
  assert.deepEqual(steps, ['admit', 'body of caller', 'handle sent of caller']);
});

test('what an account asks for in turns runs one after the other, beside that of others', async () => {
  const running = new Map<string, number>();
  let most = 0;
  let accounts = 0;
  const { answer } = defineRoute({
    ...ROUTE,
    admit: async ({ url }) => url,
    turns: { queue: new AccountQueue(), accountOf: (account) => account },
    async handle(account) {
      running.set(account, (running.get(account) ?? 0) + 1);
      most = Math.max(most, running.get(account) ?? 0);
      accounts = Math.max(accounts, [...running.values()].filter((count) => count > 0).length);
      for (let i = 0; i < 5; i += 1) await new Promise(setImmediate);
      running.set(account, (running.get(account) ?? 0) - 1);
      return jsonOutcome('{}');
    },
  });
  await Promise.all(['/a', '/a', '/b', '/a'].map(async (url) => answer(incomingRequest({ url }))));
  assert.deepEqual([most, accounts], [1, 2]);
});
