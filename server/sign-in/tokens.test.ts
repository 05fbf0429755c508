import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import {
  generateRecoveryCode,
  generateToken,
  hashRecoveryCode,
  hashToken,
  normalizeRecoveryCode,
} from './tokens.ts';

for (const kind of ['link', 'invite'] as const)
  test(`a token names its kind, ${kind}, and never repeats`, () => {
    const tokens = Array.from({ length: 1_000 }, () => generateToken(kind));
    for (const token of tokens) assert.match(token, new RegExp(`^${kind}_[0-9A-Za-z]{27}$`));
    assert.equal(new Set(tokens).size, tokens.length);
  });

test('the hash of a token is its SHA-256 in hexadecimal', () => {
  assert.equal(hashToken('link_x'), hash('sha256', 'link_x', 'hex'));
});

test('generates recovery codes of Crockford digits, each of which occurs at each place', () => {
  const codes = Array.from({ length: 2_000 }, () => generateRecoveryCode());
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  for (let place = 0; place < 16; place += 1)
    assert.equal(new Set(codes.map((code) => normalizeRecoveryCode(code)[place])).size, 32);
});

test('a recovery code is accepted as people type it', () => {
  const code = '01AB-CD10-EFGH-JKMN';
  for (const typed of [
    '01ab cd10 efgh jkmn',
    'oIabcdlOefghjkmn',
    ' O1AB–CD1O.EFGH_JKMN\n',
    '０１ＡＢ-ＣＤ１０-ＥＦＧＨ-ＪＫＭＮ',
  ]) {
    assert.equal(normalizeRecoveryCode(typed), '01ABCD10EFGHJKMN', typed);
    assert.equal(hashRecoveryCode(typed), hashRecoveryCode(code), typed);
  }
  assert.equal(hashRecoveryCode(code), hash('sha256', '01ABCD10EFGHJKMN', 'hex'));
  assert.notEqual(hashRecoveryCode('01AB-CD10-EFGH-JKMP'), hashRecoveryCode(code));
});
