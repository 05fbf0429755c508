import type { KeyAccess } from '../../contract/areas.ts';
import type { Permission } from '../../contract/limits.ts';
import type { GameServer } from '../../game/attributes.ts';

/** All times are milliseconds since the Unix epoch. */
export interface NewAccount {
  accountId: string;
  name: string;
  status: 'active' | 'suspended';
  createdAt: number;
}

export interface StoredAccount extends NewAccount {
  /** The build of the game that the player plays; `jp` until another is chosen. */
  gameServer: GameServer;
  /** 1: the console shows it the server, with accounts and invites. */
  isOperator: 0 | 1;
}

export interface StoredKey {
  keyId: string;
  accountId: string;
  name: string;
  permission: Permission;
  /** As `formatAreas` writes them; null: the key reaches everything. */
  areas: string | null;
  /** The first characters of the key, by which people recognise it in a list. */
  shown: string;
  issuedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  lastUsedAt: number | null;
  /** Undefined or null: a key made by hand. */
  app?: AppKind | null;
  /** Until when the expiry of an app's key moves with its use. Null: the app has not fetched the key. */
  renewableUntil?: number | null;
}

/** `page`: a page in a browser; `local`: a program on the player's computer; `device`: whoever shows a code. */
export type AppKind = 'page' | 'local' | 'device';

/** What authentication needs to know about a key. */
export interface KeyStatus extends KeyAccess {
  keyId: string;
  accountId: string;
  expiresAt: number;
  revoked: boolean;
  accountActive: boolean;
  lastUsedAt: number | null;
  /** Undefined or null: a key made by hand. */
  app?: AppKind | null;
}
