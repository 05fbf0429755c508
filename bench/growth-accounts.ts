import { bondInterval } from '../contract/bond.ts';
import { type GrowthState, STATE_FIELDS, STATE_NAMES } from '../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS } from '../contract/state-rules.ts';
import { shippedCatalogue } from '../server/catalogue/catalogue.ts';
import { latestExpiry } from '../server/keys/keys.ts';
import { displayPrefix, generateId, generateKey, hashKey } from '../server/secrets.ts';
import { seededRandom } from './requests.ts';

export const STUDENTS = shippedCatalogue()
  .entries.slice(0, 100)
  .map(({ uid }) => uid)
  .sort();

/** So many that no equal rows are near each other, where a compressed dump would profit. */
export const DIFFERENT_STATES = 20_011;

/** SQL that picks the state of a student, given the positions of both in their lists. */
export const stateNumber = (account: string, student: string): string =>
  `(${account} * 7919 + ${student} * 4729) % ${DIFFERENT_STATES}`;

/** Accounts whose rows are inserted with one statement. */
export const ACCOUNTS_PER_INSERT = 1_000;

/** An account with a write key, in the columns of both tables. */
export interface GeneratedAccount {
  account_id: string;
  name: string;
  created_at: number;
  key_id: string;
  digest: string;
  shown: string;
  expires_at: number;
  key: string;
}

/** Generates accounts instead of creating them with the store, which takes three transactions each. */
export function generateAccounts(first: number, count: number): GeneratedAccount[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, i) => {
    const accountId = generateId('acc');
    const key = generateKey(accountId);
    return {
      account_id: accountId,
      name: `player ${first + i}`,
      created_at: now,
      key_id: generateId('key'),
      digest: hashKey(key),
      shown: displayPrefix(key),
      expires_at: latestExpiry(now),
      key,
    };
  });
}

/** Valid states of students with unique weapons, each field anywhere in its range. */
export function generateStates(): GrowthState[] {
  const random = seededRandom();
  const between = (min: number, max: number) => min + random(max - min + 1);
  return Array.from({ length: DIFFERENT_STATES }, () => {
    const fields = STATE_NAMES.map((name) => [name, between(STATE_FIELDS[name].min, STATE_FIELDS[name].max)]);
    const state = Object.fromEntries(fields) as Record<keyof GrowthState, number>;
    const { from, to } = bondInterval(state.bond);
    const weaponTier = between(1, WEAPON_LEVEL_CAPS.length - 1);
    const weaponLevel = between(0, WEAPON_LEVEL_CAPS[weaponTier] as number);
    return { ...state, tier: 5, weaponTier, weaponLevel, bondExp: between(from, to) };
  });
}
