import type { Area } from '../../contract/areas.ts';
import type { AppKind } from '../store/stored-account.ts';

/** The JSON of the console API about an app that asks to be connected. */
export interface AppRequestView {
  kind: AppKind;
  /** The host of a page, which is certain, or what a device calls itself, which nobody has checked. Null: `local`. */
  name: string | null;
  /** What a page or program calls itself, which nobody has checked. Null: nothing, or a device, whose name is that already. */
  claimedName: string | null;
  /** The address that a device asks from, and when it asked. */
  place: string | null;
  askedAt: string | null;
  /** The areas that are asked for. */
  areas: readonly Area[];
  /** The player has let it write before. */
  wroteBefore: boolean;
}

/** Beside the error of a request that cannot be answered, as `app`: who can be told of it. */
export interface WrongRequestView {
  kind: AppKind;
  name: string | null;
  /** Where the browser goes on, with the error. */
  redirectTo: string;
}

/** Where the browser goes on. */
export interface RedirectView {
  redirectTo: string;
}
