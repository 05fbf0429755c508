import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitName } from './split-name.ts';

test('a name is parted from its costume in each language', () => {
  for (const [name, own, costume] of [
    ['시로코(라이딩)', '시로코', '라이딩'],
    ['Shiroko (Cycling)', 'Shiroko', 'Cycling'],
    ['シロコ（ライディング）', 'シロコ', 'ライディング'],
    ['시로코*테러', '시로코', '테러'],
    ['사텐 루이코', '사텐 루이코', undefined],
    ['(미카)', '(미카)', undefined],
  ] as const)
    assert.deepEqual(splitName(name), { own, costume });
});
