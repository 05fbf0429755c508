import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import pg from 'pg';
import { UserError } from '../../errors/user-error.ts';

/** libpq's values of `sslmode`, from the least to the most strict. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];
const FILE_PARAMETERS = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const NEGOTIATIONS = ['postgres', 'direct'] as const;

/** The driver's message when the server declines its request for TLS. */
export const NO_TLS_MESSAGE = 'The server does not support SSL connections';

/** The message of the error when connecting takes too long. */
export const CONNECT_TIMEOUT_MESSAGE = 'the connection took too long';

export interface TlsSettings {
  readonly mode: SslMode;
  /** Tried one after the other: TLS with these options, or `false` for none. */
  readonly attempts: readonly (ConnectionOptions | false)[];
  readonly negotiation: (typeof NEGOTIATIONS)[number];
}

/**
 * The TLS settings in the address and PGSSLMODE, as libpq understands them. The parameters are removed from the
 * address, because the driver treats `require` as `verify-full`, ignores unknown ones and warns on standard error.
 */
export function takeTlsSettings(url: URL, env: NodeJS.ProcessEnv = process.env): TlsSettings {
  const takeParameter = (name: string): string | undefined => {
    const text = url.searchParams.get(name) ?? undefined;
    url.searchParams.delete(name);
    return text;
  };
  // Makes the driver read sslmode as libpq does; we always do.
  takeParameter('uselibpqcompat');
  const sslmode = takeParameter('sslmode');
  const mode = parseWord(
    SSL_MODES,
    sslmode ?? (env.PGSSLMODE || 'disable'),
    sslmode === undefined ? 'PGSSLMODE' : '?sslmode= in ROLLBOOK_DATABASE',
  );
  const negotiation = parseWord(
    NEGOTIATIONS,
    takeParameter('sslnegotiation') ?? 'postgres',
    '?sslnegotiation= in ROLLBOOK_DATABASE',
  );
  const [rootCert, cert, key] = FILE_PARAMETERS.map((name) => takeParameter(name) || undefined);
  const unknown = [...url.searchParams.keys()].find((name) => name.startsWith('ssl'));
  if (unknown !== undefined)
    throw new UserError(
      `?${unknown}= in ROLLBOOK_DATABASE is not supported. Say ?sslmode=, with ?sslrootcert=, ?sslcert= and ?sslkey=.`,
    );
  if (mode === 'disable' && (rootCert ?? cert ?? key) !== undefined)
    throw new UserError(
      'ROLLBOOK_DATABASE names a certificate, but no TLS. Add ?sslmode=verify-full, or leave the certificate out.',
    );
  if (negotiation === 'direct' && SSL_MODES.indexOf(mode) < SSL_MODES.indexOf('require'))
    throw new UserError('?sslnegotiation=direct in ROLLBOOK_DATABASE needs ?sslmode=require or more.');
  if (mode === 'verify-ca' && rootCert === undefined)
    throw new UserError(
      '?sslmode=verify-ca in ROLLBOOK_DATABASE needs the file of the authority. Add ?sslrootcert=FILE, or say verify-full.',
    );
  if (rootCert === 'system' && mode !== 'verify-full')
    throw new UserError('?sslrootcert=system in ROLLBOOK_DATABASE needs ?sslmode=verify-full.');
  const ca =
    rootCert === 'system' ? getCACertificates('system') : rootCert && readPem('sslrootcert', rootCert);
  const tls: ConnectionOptions = {
    ...(ca && { ca }),
    ...(cert && { cert: readPem('sslcert', cert) }),
    ...(key && { key: readPem('sslkey', key) }),
    rejectUnauthorized: mode === 'verify-full' || ca !== undefined,
    ...(mode !== 'verify-full' && ANY_HOST_NAME),
  };
  return { mode, negotiation, attempts: isUnixSocket(url) ? [false] : listAttempts(mode, tls) };
}

/** Accepts a certificate for another host. */
const ANY_HOST_NAME: ConnectionOptions = { checkServerIdentity: () => undefined };

function listAttempts(mode: SslMode, tls: ConnectionOptions): TlsSettings['attempts'] {
  switch (mode) {
    case 'disable':
      return [false];
    case 'allow':
      return [false, tls];
    case 'prefer':
      return [tls, false];
    default:
      return [tls];
  }
}

/** Whether the attempt may have failed because of TLS or its absence, rather than a password or the network. */
export function dependsOnTls(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '28000';
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EPROTO' || (syscall === undefined && message !== CONNECT_TIMEOUT_MESSAGE);
}

/** Connections over a Unix socket never use TLS. */
const isUnixSocket = (url: URL): boolean => /^(\/|%2f)/i.test(url.searchParams.get('host') ?? url.hostname);

function parseWord<Word extends string>(allowed: readonly Word[], text: string, where: string): Word {
  const word = allowed.find((one) => one === text);
  if (word === undefined) throw new UserError(`${where} must be one of ${allowed.join(', ')}, not ${text}.`);
  return word;
}

function readPem(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `The file ${path} that ?${name}= in ROLLBOOK_DATABASE names cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
}
