export type Permission = 'read' | 'write';

/** Times are milliseconds since 1970, UTC. */
export interface StoredAccount {
  accountId: string;
  name: string;
  status: 'active' | 'suspended';
  createdAt: number;
}

export interface StoredKey {
  keyId: string;
  accountId: string;
  name: string;
  permission: Permission;
  /** The first characters of the key, for people to tell it by. */
  shown: string;
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

/** What a request needs to know of the key it bears. */
export interface KeyStatus {
  keyId: string;
  accountId: string;
  permission: Permission;
  expiresAt: number;
  revoked: boolean;
  accountActive: boolean;
  /** As far as it was known when the key was met, or noted since. */
  lastUsedAt: number | null;
}
