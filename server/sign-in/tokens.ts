import { hash, randomBytes } from 'node:crypto';
import { accountPart, randomBase62 } from '../secrets.ts';

/**
 * A secret with 160 random bits behind the # of an address, where neither logs nor link previews see it. Only the hash
 * is stored.
 */
export const generateToken = (kind: 'link' | 'invite' | 'setup'): string => `${kind}_${randomBase62(20)}`;

/** A link into an account ends with its part. */
export const generateLinkToken = (accountId: string): string =>
  generateToken('link') + accountPart(accountId);

export const isLinkToken = (token: string): boolean => /^link_[0-9A-Za-z]+$/.test(token);

export const isSetupToken = (token: string): boolean => token.startsWith('setup_');

export const hashToken = (token: string): string => hash('sha256', token, 'hex');

const RECOVERY_CODE_BYTES = 10;
const RECOVERY_CODE_LENGTH = 16; // 32^16 = 2^80
/** Crockford's Base32 has no I, L, O and U. */
const BASE32_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of 80 random bits in groups of four, to be written down: XXXX-XXXX-XXXX-XXXX. */
export function generateRecoveryCode(): string {
  const bits = BigInt(`0x${randomBytes(RECOVERY_CODE_BYTES).toString('hex')}`);
  const digits = Array.from({ length: RECOVERY_CODE_LENGTH }, (_, i) =>
    BASE32_DIGITS.charAt(Number((bits >> BigInt(5 * i)) % 32n)),
  );
  return digits.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** Undoes what typing changes: case, separators, full width, and letters that look like digits. */
export const normalizeRecoveryCode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0');

export const hashRecoveryCode = (text: string): string => hash('sha256', normalizeRecoveryCode(text), 'hex');
