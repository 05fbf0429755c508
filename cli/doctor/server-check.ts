import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Check, failure, ok, type Result, warning } from './check.ts';

/** Whether the server runs; where it does not, whether it could listen. */
export const checkServer: Check = async ({ config: { host, port, metricsPort, publicUrl }, server }) => {
  const found = await server;
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
};

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
    switch (code) {
      case 'EADDRINUSE':
        return failure(
          `port ${port} on ${host} is in use by another program`,
          'Stop that program, or choose another port.',
        );
      case 'EACCES':
        return failure(`this user may not listen on port ${port}`, 'Choose a port above 1023.');
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
      case 'EAI_AGAIN':
        return failure(
          `${host} is not an address of this machine`,
          'Set ROLLBOOK_HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.',
        );
      default:
        return failure(
          `cannot listen on ${host}:${port}: the system says ${code}`,
          'Choose another address.',
        );
    }
  } finally {
    server.close();
  }
}
