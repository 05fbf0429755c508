import { BETA_PREFIX } from '../../contract/api-paths.ts';
import { type Area, findMissingArea } from '../../contract/areas.ts';
import { AUTHORIZATION_SERVER_PATH, DEFAULT_AREAS, OAUTH_PATHS } from '../../contract/oauth.ts';
import { RollbookError } from '../rollbook-error.ts';
import { madeByCode } from './connect-by-code.ts';
import type { Connection } from './connection.ts';
import {
  type RequestOptions,
  readConnection,
  request,
  revokeConnection,
  sendForm,
  toOAuthError,
  toRequestError,
} from './oauth-request.ts';
import { page } from './page.ts';
import { toServerUrl } from './server-url.ts';

export interface ConnectOptions {
  /** The address of the server or of its API; by default that of the last connection, or what `askAddress` returns. */
  baseUrl?: string | undefined;
  /** The areas that the app asks for; `roster:read` by default. */
  areas?: readonly Area[] | undefined;
  /** Asks the player for the address of the server; with `prompt` by default. Nothing ends the call. */
  askAddress?: (() => Ask | Promise<Ask>) | undefined;
}
type Ask = string | null | undefined;

/** Kept in localStorage: the last connection, and what was asked for. After the key has ended, the server alone. */
interface Stored {
  readonly serverUrl: string;
  readonly asked: readonly Area[];
  readonly connection?: Connection | undefined;
}

/** Kept in sessionStorage while the player is away at the server. */
interface Departure {
  readonly serverUrl: string;
  readonly areas: readonly Area[];
  readonly state: string;
  readonly verifier: string;
  /** The query and the fragment of the page. */
  readonly rest: string;
}

/** The names are those of RFC 6749. */
const RETURNED = ['code', 'state', 'iss', 'error', 'error_description'];
const QUESTION = '출석부 서버의 주소 (address of your Rollbook server)';

/** The client ID of a page, to which the player returns as well. */
const pageUrl = (): string => page.location.origin + page.location.pathname;
/** Node may have a storage, which it warns of. */
const isPage = (): boolean => page.location !== undefined && page.localStorage !== undefined;
/** Pages of one origin have one storage. */
const storageName = (): string => `rollbook ${pageUrl()}`;

/** Shared by calls at the same time: a code is used once. */
let returning: Promise<Connection | undefined> | undefined;

/**
 * Connects a page in a browser to a player's account. Resolves at once where the page is connected. Otherwise it asks for
 * the address of the server, leaves the page, and resolves when it is called again after the player's return.
 */
export async function connect(options: ConnectOptions = {}): Promise<Connection> {
  return (await findConnection(options)) ?? (await leave(options));
}

/** The connection of the page, also one that the player has just allowed. Asks nothing, and does not leave the page. */
export async function findConnection({
  baseUrl,
  areas = [],
}: Pick<ConnectOptions, 'baseUrl' | 'areas'> = {}): Promise<Connection | undefined> {
  returning ??= finishReturn().finally(() => {
    returning = undefined;
  });
  const returned = await returning;
  if (returned !== undefined) return returned;
  const stored = readStored();
  if (
    stored?.connection === undefined ||
    (baseUrl !== undefined && toServerUrl(baseUrl) !== stored.serverUrl) ||
    // Areas that the player has left out are not asked for each time.
    findMissingArea(stored.asked, areas) !== undefined
  )
    return undefined;
  const { connection, ...rest } = stored;
  if (!(await isEnded(stored.serverUrl, connection))) return connection;
  store(rest);
  return undefined;
}

/**
 * Ends a connection on the server too, and forgets the server. By default that of the page; in a program without one, the
 * last that `connectByCode` has made.
 */
export async function disconnect(connection?: Connection, options?: RequestOptions): Promise<void> {
  const stored = isPage() ? readStored()?.connection : madeByCode.latest;
  const ended = connection ?? stored;
  if (isPage() && ended?.apiKey === stored?.apiKey) page.localStorage.removeItem(storageName());
  if (ended !== undefined) await revokeConnection(ended, options);
}

async function leave({ baseUrl, areas = DEFAULT_AREAS, askAddress = askInPrompt }: ConnectOptions) {
  const clientId = pageUrl();
  if (!page.isSecureContext || !clientId.startsWith('http'))
    throw new RollbookError('invalid_request', 'A page connects from an https address, or from localhost.');
  const address = baseUrl ?? readStored()?.serverUrl ?? (await askAddress());
  if (address === undefined || address === null || address.trim() === '')
    throw new RollbookError('aborted', 'No address of a server was given.');
  const serverUrl = toServerUrl(address);
  await checkServer(serverUrl);
  const { search, hash } = page.location;
  const departure: Departure = {
    serverUrl,
    areas,
    state: createSecret(),
    verifier: createSecret(),
    rest: search + hash,
  };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(departure.verifier));
  page.sessionStorage.setItem(storageName(), JSON.stringify(departure));
  page.location.assign(
    `${serverUrl}${OAUTH_PATHS.authorize}?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: clientId,
      scope: areas.join(' '),
      state: departure.state,
      code_challenge: toBase64Url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
    })}`,
  );
  // A page that the player goes back to may go on as it was.
  return new Promise<never>((_resolve, reject) =>
    page.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) reject(new RollbookError('aborted', 'The player came back without an answer.'));
    }),
  );
}

const askInPrompt = (): Ask => page.prompt(QUESTION, 'https://');

/** Undefined where the player does not return from a server. */
async function finishReturn(): Promise<Connection | undefined> {
  const query = new URLSearchParams(page.location.search);
  const [code, state, issuer, error, description] = RETURNED.map((name) => query.get(name));
  const departure = parse<Departure>(page.sessionStorage.getItem(storageName()));
  const isExpected = departure !== undefined && state === departure.state;
  // `iss` is of no other kind of query.
  if (!isExpected && !(state && issuer && (code || error))) return undefined;
  for (const name of RETURNED) query.delete(name);
  const others = `${query}` === '' ? '' : `?${query}`;
  const rest = isExpected ? departure.rest : others + page.location.hash;
  page.history.replaceState(page.history.state, '', page.location.pathname + rest);
  if (isExpected) page.sessionStorage.removeItem(storageName());
  // RFC 9207: otherwise a code of one server could be sent to another.
  if (!isExpected || issuer !== departure.serverUrl)
    throw new RollbookError('unexpected_response', 'This page did not ask for this answer. Connect again.');
  if (!code) throw toOAuthError(error ?? 'no code', description);
  const { serverUrl, areas, verifier } = departure;
  const answer = await sendForm(serverUrl, OAUTH_PATHS.token, {
    grant_type: 'authorization_code',
    code,
    client_id: pageUrl(),
    redirect_uri: pageUrl(),
    code_verifier: verifier,
  });
  const connection = readConnection(serverUrl, answer, areas);
  store({ serverUrl, asked: areas, connection });
  return connection;
}

/** Throws where no server is at the address that connects apps. */
async function checkServer(serverUrl: string): Promise<void> {
  const answer = await request(serverUrl, AUTHORIZATION_SERVER_PATH, {});
  const { issuer } = answer.body;
  if (answer.status !== 200 || typeof issuer !== 'string') throw toRequestError(serverUrl, answer);
  if (issuer !== serverUrl)
    throw new RollbookError('unexpected_response', `${serverUrl} is known as ${issuer}. Use that address.`);
}

/** True if the server refuses the key. A failure that passes is left to the calls of the app, which retry. */
async function isEnded(serverUrl: string, { apiKey }: Connection): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}` };
  try {
    return (await request(serverUrl, `${BETA_PREFIX}/me`, { headers })).status === 401;
  } catch {
    return false;
  }
}

const readStored = (): Stored | undefined => parse<Stored>(page.localStorage.getItem(storageName()));
const store = (stored: Stored): void => page.localStorage.setItem(storageName(), JSON.stringify(stored));

/** Undefined for what another program of the origin has written there. */
function parse<T extends { serverUrl: string }>(text: string | null): T | undefined {
  try {
    const value = JSON.parse(text ?? '');
    return typeof value?.serverUrl === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

const createSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll(
    /[+/=]/g,
    (letter) => ({ '+': '-', '/': '_' })[letter] ?? '',
  );
