import assert from 'node:assert/strict';
import { test } from 'node:test';
import { particleAfter } from './korean-particles.ts';

test('chooses the particle by how a Korean reader ends the word', () => {
  for (const [word, expected] of [
    ['플래너', '가'],
    ['스캐너 봇', '이'],
    ['YuzuTrends', '가'],
    ['Discord bot', '이'],
    ['scanner', '가'],
    ['Excel', '이'],
    ['iPhone', '이'],
    ['Slack', '이'],
    ['app', '이'],
    ['Web', '이'],
    ['플래너 3', '이'],
    ['플래너 2', '가'],
    ['봇(집)', '이'],
    ['🙂', '가'],
  ] as const)
    assert.equal(particleAfter(word, '가'), expected, word);
  assert.equal(particleAfter('레벨', '를'), '을');
});
