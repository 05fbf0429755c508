import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX } from '../../contract/api-key-format.ts';

/** Format: prefix, 160 random bits, checksum. A typo is rejected without a look-up. */
const RANDOM_LENGTH = 27; // of 20 bytes: 62^27 > 2^160
const CHECKSUM_LENGTH = 6; // 62^6 > 2^32
const KEY_FORMAT = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);
const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function generateKey(): string {
  const head = KEY_PREFIX + randomBase62(20);
  return head + checksum(head);
}

export function hasValidChecksum(key: string): boolean {
  return KEY_FORMAT.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)));
}

/** Only the hash and `displayPrefix` of a key are stored. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');
export const displayPrefix = (key: string): string => key.slice(0, KEY_PREFIX.length + 4);

/** Public identifier with 72 random bits; the prefix tells accounts, keys and invites apart in logs. */
export const generateId = (kind: 'acc' | 'key' | 'inv'): string => `${kind}_${randomBase62(9)}`;

/** Random bytes as text of the length that all values of so many bytes fit in. */
export const randomBase62 = (bytes: number): string =>
  base62(BigInt(`0x${randomBytes(bytes).toString('hex')}`), Math.ceil((bytes * 8) / Math.log2(62)));

function checksum(text: string): string {
  let rest = crc32(text);
  let sum = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    sum = BASE62_DIGITS.charAt(rest % 62) + sum;
    rest = Math.floor(rest / 62);
  }
  return sum;
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n)
    text = BASE62_DIGITS.charAt(Number(rest % 62n)) + text;
  return text;
}
