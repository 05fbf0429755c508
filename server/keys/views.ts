import type { KeyAreas } from '../../contract/areas.ts';
import type { Permission } from '../../contract/limits.ts';
import type { AppKind } from '../store/stored-account.ts';

/** The JSON of the console API. Times are ISO 8601. A request whose body has other fields is answered 400. */

export interface KeyView {
  keyId: string;
  name: string;
  permission: Permission;
  /** Null: the key reaches everything. */
  areas: KeyAreas;
  /** The first characters of the key. */
  shown: string;
  issuedAt: string;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** Null: the key was made by hand. */
  app: AppView | null;
}

/** A key that a connected app has. `page`: a page in a browser; `local`: a program on the player's computer; `device`: whoever shows a code. */
export interface AppView {
  kind: AppKind;
  /** The app was let in, but has not fetched its key yet. */
  isWaiting: boolean;
}

/** The key itself is in this answer only. */
export interface IssuedKeyView {
  key: KeyView;
  apiKey: string;
}
