import { VERSION } from './version.ts';

const { process, document, location } = globalThis as {
  process?: { versions?: { node?: string } };
  document?: object;
  location?: { origin: string };
};
/** Deno and Bun have Node's versions too, and a page that Electron gives a `process` has a document. */
const isBrowser = process?.versions?.node === undefined || document !== undefined;

/** Browsers send their own, and a page of another origin would need the service's permission to send this one. */
export const DEFAULT_USER_AGENT = isBrowser ? undefined : `rollbook-client/${VERSION}`;

/** The origin of the page, from which a browser sends requests to others only as CORS allows. */
export const PAGE_ORIGIN = isBrowser ? location?.origin : undefined;
