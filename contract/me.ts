import type { Area } from './areas.ts';
import type { Permission } from './limits.ts';

/** How much of a rate limit is left. */
export interface LimitStatus {
  /** Requests in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends; its full length if none is open. */
  readonly resetSeconds: number;
}

/** Whose key it is, what the key may do, and what is left of its account's limits. */
export interface Me {
  readonly account: { readonly accountId: string; readonly name: string };
  readonly caller: {
    /** `app`: the key that a connected app has. */
    readonly kind: 'key' | 'app';
    readonly id: string;
    readonly name: string;
    readonly permission: Permission;
    /** What the key may reach; absent where that is everything. */
    readonly areas?: readonly Area[];
    readonly expiresAt: string;
  };
  readonly limits: Readonly<Record<Permission, LimitStatus>>;
}
