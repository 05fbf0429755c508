import type { StoredKey } from '../../server/store/stored-account.ts';
import { formatTime } from '../table.ts';

/** Contains the API key in the clear, which is printed only once. */
export type IssuedKey = StoredKey & { apiKey: string };

export const toKeyOutput = ({ keyId, apiKey, permission, areas, expiresAt }: IssuedKey) => ({
  keyId,
  apiKey,
  permission,
  ...(areas !== null && { areas: areas.split(' ') }),
  expiresAt: formatTime(expiresAt),
});

export const formatIssuedKey = ({ keyId, apiKey, permission, areas, expiresAt }: IssuedKey): string =>
  `${apiKey}\n\nThis is key ${keyId} (${areas ?? permission}, until ${formatTime(expiresAt)}). It is not shown again.`;
