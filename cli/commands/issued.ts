import type { StoredKey } from '../../server/store/account-records.ts';
import { moment } from '../table.ts';

/** A key that was just made: the one time that it is shown. */
export type Issued = StoredKey & { apiKey: string };

export const issuedView = ({ keyId, apiKey, permission, expiresAt }: Issued) => ({
  keyId,
  apiKey,
  permission,
  expiresAt: moment(expiresAt),
});

export const issuedText = ({ keyId, apiKey, permission, expiresAt }: Issued): string =>
  `${apiKey}\n\nThis is key ${keyId} (${permission}, until ${moment(expiresAt)}). It is not shown again.`;
