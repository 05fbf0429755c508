import type { Area } from '../../contract/areas.ts';
import type { AppKind } from '../store/stored-account.ts';

/** The JSON of the console API about an app that asks to be connected. */
export interface AppRequestView {
  kind: AppKind;
  /** The host of a page, which is certain, or what a device calls itself, which nobody has checked. Null: `local`. */
  name: string | null;
  /** The address that a device asks from, and when it asked. */
  place: string | null;
  askedAt: string | null;
  /** The areas that are asked for. */
  areas: readonly Area[];
}

/** Where the browser goes on. */
export interface RedirectView {
  redirectTo: string;
}
