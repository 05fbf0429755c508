export interface HostPort {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly username?: string;
  readonly password?: string;
}

/** One server, the sentinels that know the primary, or some nodes of a cluster. */
export type ValkeyAddress = {
  readonly hosts: readonly [HostPort, ...HostPort[]];
  readonly tls: boolean;
  readonly login: Login;
} & (
  | { readonly kind: 'server'; readonly database: number }
  | {
      readonly kind: 'sentinel';
      readonly database: number;
      readonly primaryName: string;
      readonly sentinelLogin: Login;
    }
  | { readonly kind: 'cluster' }
);

const ADDRESS =
  /^(?:valkey|redis)(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?<login>(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s;
const SENTINEL_PARAMETERS = ['sentinel_username', 'sentinel_password'];
const DEFAULT_PORT = { server: 6379, sentinel: 26379, cluster: 6379 };

export const isValkeyAddress = (text: string): boolean => ADDRESS.test(text);

/**
 * Parses valkey://USER:PASSWORD@HOST:PORT/DATABASE, valkey+sentinel://…@HOST,HOST/PRIMARY/DATABASE and
 * valkey+cluster://…@HOST,HOST, the forms that most clients have. valkeys is with TLS, redis the same as valkey. Throws an
 * error whose message ends a sentence: "must be …".
 */
export function parseValkeyAddress(text: string): ValkeyAddress {
  const { tls = '', kind = 'server', login = '', hosts = '', rest = '' } = ADDRESS.exec(text)?.groups ?? {};
  // URL cannot parse several hosts.
  const urls = hosts.split(',').map((host) => parseUrl(`valkey://${login}${host}${rest}`));
  const [first, ...others] = urls as [URL, ...URL[]];
  const shared = {
    hosts: [toHostPort(first, kind), ...others.map((url) => toHostPort(url, kind))],
    tls: tls !== '',
    login: toLogin(decode(first.username), decode(first.password)),
  } as const satisfies Partial<ValkeyAddress>;
  if (first.hash !== '') throw new Error('must have no #; in a password it is written %23');
  switch (kind) {
    case 'sentinel':
      return { kind, ...shared, ...parseSentinelPart(first) };
    case 'cluster':
      if (!/^\/?0?$/.test(first.pathname))
        throw new Error('must have no database after the hosts of a cluster, which has only database 0');
      rejectParameters(first);
      return { kind, ...shared };
    default:
      if (others.length > 0)
        throw new Error(
          'must have one host; for several the scheme is valkey+sentinel:// or valkey+cluster://',
        );
      if (!/^(\/\d*)?$/.test(first.pathname))
        throw new Error('must end in the number of a database, or nothing');
      rejectParameters(first);
      return { kind: 'server', ...shared, database: Number(first.pathname.slice(1)) };
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname)
    throw new Error(
      'must be memory, postgres, valkey://USER:PASSWORD@HOST:PORT/DATABASE, valkey+sentinel:// or valkey+cluster://',
    );
  return url;
}

function parseSentinelPart({ pathname, search }: URL) {
  // URLSearchParams would read a + as a space.
  const searchParams = new URLSearchParams(search.replaceAll('+', '%2B'));
  const [, name, database = ''] = /^\/([^/]+)(?:\/(\d*))?$/.exec(pathname) ?? [];
  if (name === undefined)
    throw new Error('must name the primary as Sentinel does: valkey+sentinel://HOST,HOST/PRIMARY/DATABASE');
  for (const parameter of searchParams.keys())
    if (!SENTINEL_PARAMETERS.includes(parameter) || searchParams.getAll(parameter).length > 1)
      throw new Error(`must have no parameters but one ${SENTINEL_PARAMETERS.join(' and one ')}`);
  const [username, password] = SENTINEL_PARAMETERS.map((parameter) => searchParams.get(parameter) ?? '');
  return {
    primaryName: decode(name),
    database: Number(database),
    sentinelLogin: toLogin(username, password),
  };
}

function rejectParameters({ search }: URL): void {
  if (search !== '') throw new Error('must have no parameters after a ?; in a password it is written %3F');
}

const toHostPort = ({ hostname, port }: URL, kind: string): HostPort => ({
  host: decode(hostname).replace(/^\[(.*)\]$/, '$1'),
  port: Number(port || DEFAULT_PORT[kind as keyof typeof DEFAULT_PORT]),
});

const toLogin = (username = '', password = ''): Login => ({
  ...(username !== '' && { username }),
  ...(password !== '' && { password }),
});

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('must be percent-encoded; a % itself is written %25');
  }
}
