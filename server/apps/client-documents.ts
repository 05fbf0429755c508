import { DocumentError, fetchPublicJson } from '../fetching/public-network.ts';
import { type Client, describeClient, findProgram, isLocal, isPage } from './app-clients.ts';

const LIMITS = { maxBytes: 16 * 1024, totalMs: 5_000 };
/** What was read is believed for so long, and what could not be read is not asked for again. */
const KEPT_MS = 60 * 60_000;
const FAILURE_KEPT_MS = 60_000;
const MAX_KEPT = 500;
const MAX_AT_ONCE = 4;

/** What is believed of a document: where its client goes back to, and what it calls itself. */
interface ClientDocument {
  readonly redirects: readonly string[];
  readonly name: string | undefined;
}

/**
 * Reads the documents that clients name as their ID, each once for a while. `count` is called before one is fetched, for
 * the host that is asked.
 */
export function createClientDocuments(ticks: () => number) {
  const kept = new Map<string, { until: number; document: Promise<ClientDocument> }>();
  let underWay = 0;

  async function read(clientId: string): Promise<ClientDocument> {
    underWay += 1;
    try {
      return parseDocument(clientId, await fetchPublicJson(new URL(clientId), LIMITS));
    } finally {
      underWay -= 1;
    }
  }

  const findKept = (clientId: string) => {
    const entry = kept.get(clientId);
    return entry !== undefined && entry.until > ticks() ? entry : undefined;
  };

  function keep(clientId: string) {
    if (underWay >= MAX_AT_ONCE) throw new DocumentError('too many documents are being read; try again');
    if (kept.size >= MAX_KEPT) kept.clear();
    const entry = { until: ticks() + KEPT_MS, document: read(clientId) };
    kept.set(clientId, entry);
    entry.document.catch(() => {
      entry.until = ticks() + FAILURE_KEPT_MS;
    });
    return entry;
  }

  return {
    /** Throws a `DocumentError`. Undefined if the document does not name the address to go back to. */
    async find(
      clientId: string,
      redirectUri: string,
      count: (host: string) => Promise<void>,
    ): Promise<Client | undefined> {
      let entry = findKept(clientId);
      if (entry === undefined) {
        await count(new URL(clientId).host);
        // Others may have asked for it meanwhile.
        entry = findKept(clientId) ?? keep(clientId);
      }
      const { redirects, name } = await entry.document;
      return redirects.includes(redirectUri) ? describeClient(redirectUri, name) : undefined;
    },
  };
}

/** Whether the ID may be that of a document: an https address with a path. */
export const isDocumentId = (clientId: string): boolean =>
  isPage(clientId) && new URL(clientId).pathname !== '/';

function parseDocument(clientId: string, document: unknown): ClientDocument {
  const {
    client_id: id,
    client_name: name,
    redirect_uris: redirects,
  } = Object(document) as Record<string, unknown>;
  if (id !== clientId) throw new DocumentError('its client_id is not its address');
  if (!Array.isArray(redirects)) throw new DocumentError('it has no redirect_uris');
  const { origin } = new URL(clientId);
  return {
    redirects: redirects.filter(
      (one) =>
        typeof one === 'string' &&
        (isLocal(one) || findProgram(one) !== undefined || (isPage(one) && new URL(one).origin === origin)),
    ),
    name: typeof name === 'string' ? name : undefined,
  };
}
