import { type Config, isPostgres } from '../../server/config.ts';
import { httpGet } from '../http-get.ts';
import { failure, ok, type Result, warning } from './result.ts';
import { createUnroutedPath, readArrivedPath, readForwardedFor, readProcess } from './rollbook-answer.ts';
import type { ServerState } from './server-check.ts';

const PROXY_ERRORS = [502, 503, 504];

/** Several instances may take turns, so some more are asked. */
const OTHER_ROUNDS = 5;

/** What answers at ROLLBOOK_PUBLIC_URL, or why nothing does. */
export type PublicProbe = Awaited<ReturnType<typeof probePublicUrl>>;
type PublicAnswer = NonNullable<PublicProbe['answer']>;

export async function probePublicUrl(publicUrl: string) {
  const url = new URL(publicUrl);
  const ask = (path: string) => httpGet(publicUrl + path, { acceptsAnyCertificate: true });
  const sentPath = createUnroutedPath();
  try {
    const [page, unrouted, health, ...others] = await Promise.all([
      ask('/console/'),
      ask(encodeURI(sentPath)),
      ask('/healthz'),
      ...Array.from({ length: OTHER_ROUNDS }, () => ask('/healthz')),
    ]);
    const answer = {
      health,
      page,
      /** Of Rollbook, those that answered. */
      processes: [unrouted, health, ...others].flatMap((one) => readProcess(one) ?? []),
      sentPath,
      /** Undefined if Rollbook did not answer. */
      arrivedPath: readArrivedPath(unrouted, sentPath),
      forwardedFor: readForwardedFor(health),
    };
    return { url, answer };
  } catch (error) {
    return { url, error: error as NodeJS.ErrnoException };
  }
}

/** Whether ROLLBOOK_PUBLIC_URL leads to this server, and unchanged. */
export function checkPublicUrl(
  { host, publicUrl: where, database }: Config,
  server: ServerState,
  probe: PublicProbe | undefined,
): Result | Result[] {
  if (where === undefined || probe === undefined) return describeMissing(host, server.address);
  if (probe.error !== undefined) return explainError(where, probe.error);
  const { answer } = probe;
  const { arrivedPath, page, processes } = answer;
  const redirect = findRedirect(where, answer);
  if (redirect !== undefined) return redirect;
  if (processes.length === 0 && arrivedPath === undefined)
    return explainForeignAnswer(where, answer.health.status, server);
  if (arrivedPath !== undefined && arrivedPath !== answer.sentPath)
    return explainChangedPath(where, answer.sentPath, arrivedPath);
  const identity = identify(where, answer, server, isPostgres(database));
  const sentPage = server.state === 'running' ? server.consolePage : undefined;
  const isPageChanged = sentPage !== undefined && page.status === 200 && page.body !== sentPage;
  return identity.status === 'ok' && isPageChanged
    ? [
        identity,
        warning(
          `${where}/console/ is another page than the server sends: the proxy changes it`,
          'Turn off what rewrites pages there, such as scripts that are put in and minification.',
        ),
      ]
    : identity;
}

const describeMissing = (host: string, address: string): Result =>
  ['127.0.0.1', '::1', 'localhost'].includes(host)
    ? ok(`not set: only this machine reaches ${address}`)
    : warning(
        `not set, so links lead to ${address}`,
        'Set ROLLBOOK_PUBLIC_URL to the address that players open, such as https://rollbook.example.',
      );

function explainError(where: string, { name, code = '', message }: NodeJS.ErrnoException): Result {
  if (name === 'AbortError')
    return warning(
      `${where} does not answer from here`,
      'If it does from outside, your router leads nobody back from inside. Otherwise check DNS, firewall and proxy.',
    );
  const noHost = ['there is no such host', 'Check the name in ROLLBOOK_PUBLIC_URL, and its DNS record.'];
  const otherProtocol = [
    `what listens there does not speak ${where.split(':')[0]}`,
    'Check ROLLBOOK_PUBLIC_URL and the certificate of the proxy.',
  ];
  const problems: Record<string, string[]> = {
    ENOTFOUND: noHost,
    EAI_AGAIN: noHost,
    ECONNREFUSED: ['nothing listens there', 'Start the proxy, or check ROLLBOOK_PUBLIC_URL.'],
    ECONNRESET: otherProtocol,
    EPROTO: otherProtocol,
  };
  const [problem, advice = 'Check ROLLBOOK_PUBLIC_URL and the proxy.'] = problems[code] ?? [];
  return failure(
    problem === undefined ? `${where} cannot be reached: ${code || message}` : `${where}: ${problem}`,
    advice,
  );
}

function findRedirect(where: string, { health: { status, headers } }: PublicAnswer): Result | undefined {
  const { location } = headers;
  if (status < 300 || status > 399 || location === undefined || !URL.canParse(location, where))
    return undefined;
  const { href, origin, pathname } = new URL(location, where);
  const base = href.replace(/\/healthz.*$/, '');
  return failure(
    `${where} redirects to ${origin}`,
    pathname.endsWith('/healthz')
      ? `Set ROLLBOOK_PUBLIC_URL=${base}: programs send their key before they see a redirect.`
      : 'Let the proxy pass requests on without a redirect or a page of its own to sign in.',
  );
}

function explainForeignAnswer(where: string, status: number, server: ServerState): Result {
  if (PROXY_ERRORS.includes(status))
    return server.state === 'running'
      ? failure(
          `${where} answers ${status}: the proxy does not reach this server`,
          `Let it pass requests on to ${server.address}.`,
        )
      : warning(`${where} answers ${status}, as the server does not run`, 'Start the server.');
  if (status === 401 || status === 403)
    return failure(
      `${where} answers ${status}: something in front asks who calls`,
      'Turn that off for this address: keys and passkeys do it.',
    );
  return failure(
    `${where} leads elsewhere: what answers there (${status}) is not Rollbook`,
    `Let the proxy pass requests on to ${server.address}, or correct ROLLBOOK_PUBLIC_URL.`,
  );
}

function explainChangedPath(where: string, sentPath: string, arrivedPath: string): Result {
  const { pathname } = new URL(where);
  return arrivedPath.endsWith(sentPath) && pathname !== '/'
    ? failure(
        `${where}: the proxy passes ${pathname} on to the server`,
        `Let it remove ${pathname} from paths.`,
      )
    : failure(
        `${where}: the proxy changes paths (${sentPath} arrives as ${arrivedPath})`,
        'Let it pass path and query on unchanged.',
      );
}

function identify(
  where: string,
  { processes, health: { status } }: PublicAnswer,
  server: ServerState,
  isShared: boolean,
): Result {
  if (processes.length === 0)
    return warning(
      `${where} leads to a Rollbook, but the proxy removes Request-Id, so it may be another than this one`,
      'Let the proxy pass Request-Id on: it is also how requests are found in the log.',
    );
  if (server.state !== 'running')
    return failure(
      `${where} leads to a Rollbook, though none runs at ${server.address}`,
      'Correct ROLLBOOK_PUBLIC_URL, or run this with the ROLLBOOK_HOST and ROLLBOOK_PORT of that server.',
    );
  if (processes.includes(server.process))
    return status === 200
      ? ok(`${where} leads to this server`)
      : failure(
          `${where} leads to this server, but /healthz answers ${status}`,
          'Let the proxy pass all paths on.',
        );
  return isShared
    ? warning(
        `${where} leads to other instances than the one at ${server.address}`,
        'If they share this database, all is well. Otherwise correct ROLLBOOK_PUBLIC_URL or the proxy.',
      )
    : failure(
        `${where} leads to another Rollbook than the one at ${server.address}`,
        `Let the proxy pass requests on to ${server.address}, or correct ROLLBOOK_PUBLIC_URL.`,
      );
}
