import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** `rollbook_`, 160 random bits, a checksum: a secret scanner can find it and a typo is refused offline. */
export const PREFIX = 'rollbook_';
const BODY_LENGTH = 27; // 62^27 > 2^160
const CHECK_LENGTH = 6; // 62^6 > 2^32
const FORM = new RegExp(`^${PREFIX}[A-Za-z0-9]{${BODY_LENGTH + CHECK_LENGTH}}$`);
/** What looks like one of our keys, anywhere in a text. */
export const KEYS = new RegExp(`${PREFIX}[A-Za-z0-9]+`, 'g');
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function mintKey(): string {
  const head = PREFIX + base62(BigInt(`0x${randomBytes(20).toString('hex')}`), BODY_LENGTH);
  return head + checksum(head);
}

/** Whether this could be a key at all, told without a look-up. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECK_LENGTH)));
}

/** All that is ever stored of a key, besides the first characters. */
export const digestOf = (key: string): string => hash('sha256', key, 'hex');
export const shownPart = (key: string): string => key.slice(0, PREFIX.length + 4);

/** Names of accounts and keys: short, unguessable enough not to collide, and clear in logs. */
export const mintId = (kind: 'acc' | 'key'): string =>
  `${kind}_${base62(BigInt(`0x${randomBytes(9).toString('hex')}`), 13)}`;

function checksum(text: string): string {
  let rest = crc32(text);
  let sum = '';
  for (let i = 0; i < CHECK_LENGTH; i += 1) {
    sum = DIGITS.charAt(rest % 62) + sum;
    rest = Math.floor(rest / 62);
  }
  return sum;
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text;
  return text;
}
