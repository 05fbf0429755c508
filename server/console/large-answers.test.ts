import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LargeAnswers } from './large-answers.ts';

/** Asks for turns, and tells which have begun. */
function ask(answers: LargeAnswers, accounts: readonly string[]) {
  const begun: number[] = [];
  const gone: number[] = [];
  const controllers = accounts.map((account, i) => {
    const controller = new AbortController();
    answers.waitForTurn(account, controller.signal).then(
      () => begun.push(i),
      () => gone.push(i),
    );
    return controller;
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (i: number) => {
    controllers[i]?.abort();
    await settle();
  };
  return { begun, gone, settle, end };
}

test('an account has one turn at a time, and others do not wait for it', async () => {
  const { begun, gone, settle, end } = ask(new LargeAnswers(), ['a', 'a', 'b', 'a']);
  await settle();
  assert.deepEqual(begun, [0, 2]);
  // Gives up while it waits.
  await end(1);
  assert.deepEqual([begun, gone], [[0, 2], [1]]);
  await end(0);
  assert.deepEqual(begun, [0, 2, 3]);
});

test('few accounts have a turn at once, in the order in which they asked', async () => {
  const { begun, settle, end } = ask(new LargeAnswers(), ['a', 'b', 'c', 'd', 'e', 'f']);
  await settle();
  assert.deepEqual(begun, [0, 1, 2, 3]);
  await end(2);
  assert.deepEqual(begun, [0, 1, 2, 3, 4]);
  await end(0);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5]);
});

test('a request whose client is gone takes no turn', async () => {
  const answers = new LargeAnswers();
  await assert.rejects(answers.waitForTurn('a', AbortSignal.abort()));
  const { begun, settle } = ask(answers, ['a']);
  await settle();
  assert.deepEqual(begun, [0]);
});
