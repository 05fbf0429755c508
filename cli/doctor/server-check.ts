import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../server/config.ts';
import { localUrl } from '../../server/http/public-urls.ts';
import { httpGet } from '../http-get.ts';
import { failure, ok, type Result, warning } from './result.ts';
import { createUnroutedPath, readLinkBase, readProcess } from './rollbook-answer.ts';

const ABSENT_CODES = [
  'ECONNREFUSED',
  'EADDRNOTAVAIL',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** What listens at ROLLBOOK_HOST and ROLLBOOK_PORT. */
export type ServerState = Awaited<ReturnType<typeof probeServer>>;

export async function probeServer({ host, port, publicUrl }: Config, isValid: boolean) {
  const address = localUrl(host, port);
  // With port 0 the system picks one at each start.
  if (port === 0 || !isValid) return { address, state: 'not asked' as const };
  // As a proxy asks for it: at 127.0.0.1 the page leads to localhost.
  const headers = publicUrl === undefined ? {} : { host: new URL(publicUrl).host };
  const ask = (path: string) => httpGet(address + path, { headers });
  try {
    const [health, ready, unrouted, page] = await Promise.all([
      ask('/healthz'),
      ask('/readyz'),
      ask(encodeURI(createUnroutedPath())),
      ask('/console/'),
    ]);
    const process = readProcess(health);
    if (process === undefined) return { address, state: 'foreign' as const };
    return {
      address,
      state: 'running' as const,
      /** The letters with which its request IDs begin. */
      process,
      isReady: ready.status === 200,
      linkBase: readLinkBase(unrouted),
      consolePage: page.status === 200 ? page.body : undefined,
    };
  } catch (error) {
    const { code = '', name } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') return { address, state: 'silent' as const };
    return { address, state: ABSENT_CODES.includes(code) ? ('absent' as const) : ('foreign' as const) };
  }
}

/** Whether the server runs; where it does not, whether it could listen. */
export async function checkServer(
  { host, port, metricsPort, publicUrl }: Config,
  found: ServerState,
): Promise<Result | Result[]> {
  const { address } = found;
  switch (found.state) {
    case 'not asked':
      return port === 0
        ? warning(
            'ROLLBOOK_PORT=0 picks a port at each start, so it was not asked',
            'Set ROLLBOOK_PORT, such as 8787.',
          )
        : [];
    case 'running':
      return [
        found.isReady
          ? ok(`runs at ${address}, and is ready`)
          : failure(
              `runs at ${address}, but /readyz answers that it cannot serve`,
              'See the lines of database, disk and write.',
            ),
        ...findOtherSettings(found.linkBase, publicUrl ?? address),
      ];
    case 'silent':
      return failure(`listens at ${address}, but does not answer`, 'Look into its log, and restart it.');
    case 'foreign':
      return failure(
        `another program listens at ${address}`,
        'Stop that program, or choose another port with ROLLBOOK_PORT.',
      );
    case 'absent':
      return (
        (await findListenProblem(host, port)) ??
        (await findListenProblem(host, metricsPort ?? 0)) ??
        warning(`does not run at ${address}`, 'Start it: rollbook serve, or systemctl start rollbook.')
      );
  }
}

/** A server that was started with the settings that are now looked at has their public URL in its links. */
const findOtherSettings = (linkBase: string | undefined, expected: string): Result[] =>
  linkBase === undefined || linkBase === expected
    ? []
    : [
        warning(
          `its links begin with ${linkBase}, and not with ${expected}: it was started with other settings`,
          'Restart it, if they have changed since. Otherwise run this with the settings of the server.',
        ),
      ];

/** Listens for a moment, because the system alone knows whether this user may. */
async function findListenProblem(host: string, port: number): Promise<Result | undefined> {
  const server = createServer();
  server.listen({ host, port });
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const elsewhere = failure(
      `${host} is not an address of this machine`,
      'Set ROLLBOOK_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.',
    );
    const problems: Record<string, Result> = {
      EADDRINUSE: failure(
        `port ${port} on ${host} is in use by another program`,
        'Stop that program, or choose another port.',
      ),
      EACCES: failure(`this user may not listen on port ${port}`, 'Choose a port above 1023.'),
      EADDRNOTAVAIL: elsewhere,
      ENOTFOUND: elsewhere,
      EAI_AGAIN: elsewhere,
    };
    const unknown = `cannot listen on ${host}:${port}: the system says ${code}`;
    return problems[code] ?? failure(unknown, 'Choose another address.');
  } finally {
    server.close();
  }
}
