import type { ConsoleBrowser } from '../console-browser.ts';

interface PageModules {
  browser: () => ConsoleBrowser;
  /** Called before each request that changes something. */
  onWrite: (method: string, path: string, headers: Headers, body: unknown) => void;
}

/**
 * Lets modules of the console's pages run in this process against a real service, as the player of `browser`. They are
 * imported by a computed path, because their types need those of the DOM.
 */
export function servePageModules(origin: string, { browser, onWrite }: PageModules): void {
  // What the modules need of a browser.
  Object.assign(globalThis, { location: new URL('/console', origin), history: {}, addEventListener() {} });
  const { fetch } = globalThis;
  globalThis.fetch = (input, init = {}) => {
    // The page names the console's API by its path, everything else in this test by an address.
    if (typeof input !== 'string' || !input.startsWith('/')) return fetch(input, init);
    const { method = 'GET', body } = init;
    const headers = new Headers(init.headers);
    if (method !== 'GET') onWrite(method, input, headers, body);
    headers.set('origin', origin);
    headers.set('cookie', browser().cookie ?? '');
    return fetch(origin + input, { ...init, headers });
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
export const importPageModule = (path: string): Promise<any> =>
  import(new URL(`../../../console/src/${path}`, import.meta.url).href);
