import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from './accept-headers.ts';

for (const [header, language] of [
  [undefined, 'ko'],
  ['', 'ko'],
  ['*', 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['en;q=0.5, ko;q=0.6', 'ko'],
  ['EN', 'en'],
  ['en, ko', 'en'],
  ['ja,en-US;q=0.9,ko;q=0.8', 'en'],
  ['ja,ko;q=0.9,en;q=0.8', 'ko'],
  ['ja', 'en'],
  ['ja, *;q=0.5', 'ko'],
  ['en;q=0, ko;q=0.1', 'ko'],
  ['ko;q=0', 'ko'],
  ['kok, eng', 'en'],
  ['en;q=x, ko;q=0.1', 'ko'],
] as const)
  test(`a reader who accepts ${JSON.stringify(header)} gets ${language}`, () =>
    assert.equal(preferredLanguage(header), language));
