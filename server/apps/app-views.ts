import type { Area } from '../../contract/areas.ts';

/** The JSON of the console API about what asks to be connected. */
export interface AppRequestView {
  /** `page`: a page in a browser; `local`: a program on the computer of the browser; `device`: whoever shows the code. */
  kind: AppKind;
  /** The host of a page, which is certain, or what a device calls itself, which nobody has checked. Null: `local`. */
  name: string | null;
  /** The address that a device asks from. */
  place: string | null;
  /** When a device asked. */
  askedAt: string | null;
  /** What is asked for. */
  areas: readonly Area[];
}

export type AppKind = 'page' | 'local' | 'device';

/** An app in the list of keys. */
export interface AppView {
  kind: AppKind;
  /** It was let in, but has not fetched its key yet. */
  isWaiting: boolean;
}

/** Where the browser goes on. */
export interface RedirectView {
  redirectTo: string;
}
