/** The globals of a page in a browser. Node has a part of them, and its types have none. */
interface PageGlobals {
  readonly location: {
    readonly origin: string;
    readonly pathname: string;
    readonly search: string;
    readonly hash: string;
    assign(url: string): void;
  };
  readonly history: {
    readonly state: unknown;
    replaceState(state: unknown, unused: string, url: string): void;
  };
  readonly localStorage: PageStorage;
  readonly sessionStorage: PageStorage;
  readonly isSecureContext: boolean;
  prompt(text: string, value: string): string | null;
  addEventListener(type: 'pageshow', listener: (event: { readonly persisted: boolean }) => void): void;
}
interface PageStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

export const page = globalThis as unknown as PageGlobals;
