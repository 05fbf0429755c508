import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX } from '../contract/api-key-format.ts';

/** The digits of IDs and secrets, in ascending order. */
const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_BYTES = 9;
const ACCOUNT_PREFIX = 'acc_';

/** Public identifier with 72 random bits; the prefix tells accounts, keys, invites and links apart in logs. */
export const generateId = (kind: 'acc' | 'key' | 'inv' | 'shr' | 'prp' | 'brd' | 'mbr'): string =>
  `${kind}_${randomBase62(ID_BYTES)}`;

/** How many digits random bytes take. */
const base62Length = (bytes: number): number => Math.ceil((bytes * 8) / Math.log2(62));

/** Random bytes as text of the length that all values of so many bytes fit in. */
export function randomBase62(bytes: number): string {
  let text = '';
  let rest = BigInt(`0x${randomBytes(bytes).toString('hex')}`);
  for (; text.length < base62Length(bytes); rest /= 62n)
    text = BASE62_DIGITS.charAt(Number(rest % 62n)) + text;
  return text;
}

/** The end of a secret that is looked up in an account, so that nothing else needs to be asked for it. */
export const accountPart = (accountId: string): string => accountId.slice(ACCOUNT_PREFIX.length);
const ACCOUNT_PART_LENGTH = base62Length(ID_BYTES);

/** The account of a secret that ends with its part. */
export const accountOfSecret = (secret: string): string =>
  ACCOUNT_PREFIX + secret.slice(-ACCOUNT_PART_LENGTH);

/** The end of the address of a shared roster: 128 random bits. It is looked up by its hash. */
const SHARE_TOKEN_BYTES = 16;
export const generateShareToken = (): string => randomBase62(SHARE_TOKEN_BYTES);
export const hashShareToken = (token: string): string => hash('sha256', token, 'hex');

/** Format of a key: prefix, 160 random bits, account, checksum. A typo is rejected without a look-up. */
const KEY_BYTES = 20;
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const KEY_LENGTH = KEY_PREFIX.length + base62Length(KEY_BYTES) + ACCOUNT_PART_LENGTH + CHECKSUM_LENGTH;
/** That of a key which was issued before keys had an account. */
const FORMER_KEY_LENGTH = KEY_LENGTH - ACCOUNT_PART_LENGTH;
const KEY_CHARACTERS = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9]+$`);

export function generateKey(accountId: string): string {
  const head = KEY_PREFIX + randomBase62(KEY_BYTES) + accountPart(accountId);
  return head + checksum(head);
}

export const hasValidChecksum = (key: string): boolean =>
  (key.length === KEY_LENGTH || key.length === FORMER_KEY_LENGTH) &&
  KEY_CHARACTERS.test(key) &&
  key.endsWith(checksum(withoutChecksum(key)));

/** Undefined for a key of the former length. */
export const accountOfKey = (key: string): string | undefined =>
  key.length === KEY_LENGTH ? accountOfSecret(withoutChecksum(key)) : undefined;

/** Only the hash and `displayPrefix` of a key are stored. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');
export const displayPrefix = (key: string): string => key.slice(0, KEY_PREFIX.length + 4);

const withoutChecksum = (key: string): string => key.slice(0, -CHECKSUM_LENGTH);

function checksum(text: string): string {
  let rest = crc32(text);
  let sum = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    sum = BASE62_DIGITS.charAt(rest % 62) + sum;
    rest = Math.floor(rest / 62);
  }
  return sum;
}
