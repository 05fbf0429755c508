import { OWN_CLIENT_ID } from '../../contract/oauth.ts';
import { isLoopback } from '../config.ts';
import type { AppKind } from '../store/stored-account.ts';
import { toAppName } from './app-name.ts';

/** Of a client ID and of an address to go back to: the columns that hold them. */
export const MAX_ADDRESS_LENGTH = 500;

interface Program {
  readonly name: string;
  /** Its ID is the address of a document of its own, which need not be fetched. */
  readonly documents: readonly string[];
  readonly redirects: readonly string[];
}

/**
 * Programs that go back to an address which is not their ID, or which is of a scheme that their system opens with them.
 * Nothing but these exact pairs is served so.
 */
const PROGRAMS: readonly Program[] = [
  {
    name: 'Claude',
    documents: ['https://claude.ai/oauth/mcp-oauth-client-metadata'],
    redirects: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  },
  {
    name: 'ChatGPT',
    documents: ['https://chatgpt.com/oauth/client.json'],
    redirects: ['https://chatgpt.com/connector_platform_oauth_redirect'],
  },
  {
    name: 'VS Code',
    documents: [
      'https://vscode.dev/oauth/client-metadata.json',
      'https://insiders.vscode.dev/oauth/client-metadata.json',
    ],
    redirects: ['https://vscode.dev/redirect', 'https://insiders.vscode.dev/redirect'],
  },
  {
    name: 'Cursor',
    documents: [],
    redirects: [
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ],
  },
  // These go back to the computer itself, as anybody may: only their names are told by their documents' addresses.
  { name: 'Claude Code', documents: ['https://claude.ai/oauth/claude-code-client-metadata'], redirects: [] },
  { name: 'Zed', documents: ['https://zed.dev/oauth/client-metadata.json'], redirects: [] },
  { name: 'goose', documents: ['https://goose-docs.ai/oauth/client-metadata.json'], redirects: [] },
  { name: 'opencode', documents: ['https://opencode.ai/oauth/opencode/client.json'], redirects: [] },
];

/** A client that asks to be let in, and goes on at an address. */
export interface Client {
  readonly kind: Exclude<AppKind, 'device'>;
  /** The host of a page, or the program that the system opens. Null: a program on the player's computer, which could be any. */
  readonly name: string | null;
  /** What it calls itself, which nobody has checked. */
  readonly claimedName: string | null;
}

/**
 * Nothing is stored of a client: a page's ID is its own address, and a registration's ID says what was registered.
 * Undefined if the address to go back to is none of the client's, as far as can be told without its document.
 */
export function findClient(clientId: string, redirectUri: string): Client | undefined {
  if (!isClientId(clientId)) return undefined;
  const registered = readRegistration(clientId);
  const isServed =
    (redirectUri === clientId && isPage(clientId)) ||
    isLocal(redirectUri) ||
    registered?.redirects.includes(redirectUri) ||
    PROGRAMS.some(
      ({ documents, redirects }) => documents.includes(clientId) && redirects.includes(redirectUri),
    );
  return isServed
    ? describeClient(redirectUri, registered?.name ?? nameOf(clientId, redirectUri))
    : undefined;
}

/** The name that the ID of a program claims: that of its document, which is not fetched, as any other could claim it too. */
const nameOf = (clientId: string, redirectUri: string): string | undefined =>
  isLocal(redirectUri) && isPage(clientId)
    ? (PROGRAMS.find(({ documents }) => documents.includes(clientId))?.name ?? new URL(clientId).host)
    : undefined;

/** The client that goes back to an address which is its own. */
export function describeClient(redirectUri: string, claimed: string | undefined): Client {
  const claimedName = claimed === undefined ? null : (toAppName(claimed) ?? null);
  if (isPage(redirectUri)) return { kind: 'page', name: new URL(redirectUri).host, claimedName };
  return { kind: 'local', name: findProgram(redirectUri)?.name ?? null, claimedName };
}

/** True where anybody may be sent back whose ID says so. */
export const isRedirect = (address: string): boolean =>
  isPage(address) || isLocal(address) || findProgram(address) !== undefined;

export const findProgram = (redirectUri: string): Program | undefined =>
  PROGRAMS.find(({ redirects }) => redirects.includes(redirectUri));

export const isClientId = (text: string): boolean =>
  text === OWN_CLIENT_ID || isPage(text) || isLocal(text) || readRegistration(text) !== undefined;

export const isPage = (address: string): boolean => {
  const url = readAddress(address);
  return (
    url !== undefined && url.protocol === 'https:' && url.href === address && !url.hostname.endsWith('.')
  );
};

/** A program of the player's computer listens there: RFC 8252, section 7.3. Its port may be any. */
export function isLocal(address: string): boolean {
  const url = readAddress(address);
  const isSame = url?.href === address || url?.href === `${address}/`;
  return url !== undefined && isSame && url.protocol === 'http:' && isLoopback(url.hostname);
}

/** An address without query, fragment and user, which no browser would write in another way. */
function readAddress(address: string): URL | undefined {
  if (address.length > MAX_ADDRESS_LENGTH || /[?#\\]/.test(address) || !URL.canParse(address))
    return undefined;
  const url = new URL(address);
  return url.username + url.password === '' ? url : undefined;
}

/** The registration of a client, which its ID says, so that no row has to. */
interface Registration {
  /** What it calls itself; empty if nothing. */
  readonly name: string;
  readonly redirects: readonly string[];
}

const REGISTRATION = 'app.';

export const formatRegistration = ({ name, redirects }: Registration): string =>
  REGISTRATION + Buffer.from(JSON.stringify([name, ...redirects])).toString('base64url');

function readRegistration(clientId: string): Registration | undefined {
  if (!clientId.startsWith(REGISTRATION) || clientId.length > MAX_ADDRESS_LENGTH) return undefined;
  const text = Buffer.from(clientId.slice(REGISTRATION.length), 'base64url').toString();
  try {
    const [name, ...redirects] = JSON.parse(text) as string[];
    const registration = { name: String(name), redirects: redirects.filter(isRedirect) };
    return formatRegistration(registration) === clientId ? registration : undefined;
  } catch {
    return undefined;
  }
}
