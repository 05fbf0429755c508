import { lookup } from 'node:dns/promises';
import { type RequestOptions, request } from 'node:https';
import { BlockList, isIPv6 } from 'node:net';
import manifest from '../../cli/package.json' with { type: 'json' };

/** What tells the network of everybody from that of this machine. A test has one of its own. */
export interface PublicNetwork {
  resolve: (hostname: string) => Promise<string>;
  isRefused: (address: string) => boolean;
  /** Whom certificates are trusted from; undefined: whom this machine trusts. */
  ca: RequestOptions['ca'];
}

/** What is no address of somebody else: this machine, its networks, groups, and those that lead to such by another family. */
const REFUSED = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
    ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  // All that is not global unicast, and what carries an address of the other family in it.
  ipv6: ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const;

/** One list for each family: in a common one, ranges of the newer family would hold all addresses of the older. */
function listRanges(family: keyof typeof REFUSED): BlockList {
  const list = new BlockList();
  for (const range of REFUSED[family]) {
    const [address = '', prefix] = range.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
const LISTS = { ipv4: listRanges('ipv4'), ipv6: listRanges('ipv6') };

export const PUBLIC_NETWORK: PublicNetwork = {
  resolve: async (hostname) => (await lookup(hostname, { verbatim: true })).address,
  isRefused(address) {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    return LISTS[family].check(address, family);
  },
  ca: undefined,
};

/** Why a document of a stranger was not read, for whoever made it. It tells nothing of this server's network. */
export class DocumentError extends Error {}

interface DocumentLimits {
  readonly maxBytes: number;
  readonly totalMs: number;
}

/**
 * Reads a JSON document at an https address that a stranger has named. The name is resolved once, and the address that
 * was looked at is the one connected to; nothing is followed, decompressed or sent but the path.
 */
export async function fetchPublicJson(
  url: URL,
  { maxBytes, totalMs }: DocumentLimits,
  { resolve, isRefused, ca }: PublicNetwork = PUBLIC_NETWORK,
): Promise<unknown> {
  const signal = AbortSignal.timeout(totalMs);
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const address = await Promise.race([
    resolve(hostname).catch(() => undefined),
    new Promise<undefined>((done) => signal.addEventListener('abort', () => done(undefined))),
  ]);
  if (address === undefined || isRefused(address)) throw new DocumentError('its host has no public address');
  const text = await readText(
    url,
    { ca, signal, lookup: (_host, options, done) => answer(address, options, done) },
    maxBytes,
  );
  try {
    return JSON.parse(text);
  } catch {
    throw new DocumentError('it is no JSON');
  }
}

/** As `dns.lookup` calls back, with the address that was looked at. */
function answer(
  address: string,
  { all }: { all?: boolean | undefined },
  done: (error: null, address: never, family?: number) => void,
): void {
  const family = isIPv6(address) ? 6 : 4;
  if (all) done(null, [{ address, family }] as never);
  else done(null, address as never, family);
}

function readText(url: URL, options: RequestOptions, maxBytes: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const refuse = (reason: string) => {
    reject(new DocumentError(reason));
    sent.destroy();
  };
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `rollbook/${manifest.version}`,
  };
  const sent = request(url, { ...options, agent: false, headers }, (response) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers;
    if (response.statusCode !== 200) return refuse(`its server answered ${response.statusCode}`);
    if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type) || encoding !== 'identity')
      return refuse('it is not sent as application/json');
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) refuse(`it is larger than ${maxBytes / 1024} KiB`);
      else chunks.push(chunk);
    });
    response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    response.on('error', () => refuse('its server broke off'));
  });
  sent.on('error', () => refuse('its server did not answer'));
  // Also of an answer that is none, such as 101, of which nothing else tells.
  sent.on('close', () => refuse('its server broke off'));
  sent.end();
  return promise;
}
