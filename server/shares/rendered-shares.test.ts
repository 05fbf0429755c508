import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RenderedShares } from './rendered-shares.ts';

const outcomeOf = (bytes: number) => ({ status: 200, headers: {}, body: Buffer.alloc(bytes) });

test('what was rendered is found for its version alone', () => {
  const rendered = new RenderedShares();
  const [first, second] = [outcomeOf(1), outcomeOf(2)];
  rendered.keep('a', 'one', first);
  assert.equal(rendered.find('a', 'one'), first);
  assert.equal(rendered.find('a', 'two'), undefined);
  assert.equal(rendered.find('b', 'one'), undefined);
  rendered.keep('a', 'two', second);
  assert.equal(rendered.find('a', 'one'), undefined);
  assert.equal(rendered.find('a', 'two'), second);
});

test('beyond the number that is kept, the one goes that was opened longest ago', () => {
  const rendered = new RenderedShares({ maxEntries: 2, maxBytes: 100 });
  for (const name of ['a', 'b']) rendered.keep(name, '1', outcomeOf(1));
  assert.ok(rendered.find('a', '1'));
  rendered.keep('c', '1', outcomeOf(1));
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => rendered.find(name, '1') !== undefined),
    [true, false, true],
  );
});

test('the bytes that are kept are bounded, also by those that take the place of others', () => {
  const rendered = new RenderedShares({ maxEntries: 10, maxBytes: 100 });
  for (const version of ['1', '2', '3']) rendered.keep('a', version, outcomeOf(60));
  rendered.keep('b', '1', outcomeOf(40));
  assert.ok(rendered.find('a', '3'));
  rendered.keep('c', '1', outcomeOf(1));
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => rendered.find(name, name === 'a' ? '3' : '1') !== undefined),
    [true, false, true],
  );
  rendered.keep('d', '1', outcomeOf(101));
  for (const name of ['a', 'b', 'c', 'd']) assert.equal(rendered.find(name, '1'), undefined);
});
