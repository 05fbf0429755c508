import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import pg from 'pg';
import { UserError } from '../../user-error.ts';

/** In the words of libpq, from the least to the most that is asked of a server. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const NEGOTIATIONS = ['postgres', 'direct'] as const;

/** What the driver says when the server answers its request for TLS with no. */
export const NO_TLS_OFFERED = 'The server does not support SSL connections';

/** Of a connection that was not there in time. */
export const TOO_SLOW = 'the connection took too long';

export interface TlsSettings {
  readonly mode: SslMode;
  /** What is tried in turn: TLS with these options, or none. */
  readonly attempts: readonly (ConnectionOptions | false)[];
  readonly negotiation: (typeof NEGOTIATIONS)[number];
}

/**
 * What the address and PGSSLMODE say of TLS, with libpq's meaning. The parameters are taken out of the address: the
 * driver reads `require` and its like as `verify-full`, ignores what it does not know, and warns on standard error.
 */
export function takeTlsSettings(url: URL, env: NodeJS.ProcessEnv = process.env): TlsSettings {
  const said = (name: string): string | undefined => {
    const text = url.searchParams.get(name) ?? undefined;
    url.searchParams.delete(name);
    return text;
  };
  // The driver's switch for the same meaning.
  said('uselibpqcompat');
  const sslmode = said('sslmode');
  const mode = oneOf(
    SSL_MODES,
    sslmode ?? (env.PGSSLMODE || 'disable'),
    sslmode === undefined ? 'PGSSLMODE' : '?sslmode= in ROLLBOOK_DATABASE',
  );
  const negotiation = oneOf(
    NEGOTIATIONS,
    said('sslnegotiation') ?? 'postgres',
    '?sslnegotiation= in ROLLBOOK_DATABASE',
  );
  const [rootCert, cert, key] = FILES.map((name) => said(name) || undefined);
  const rest = [...url.searchParams.keys()].find((name) => name.startsWith('ssl'));
  if (rest !== undefined)
    throw new UserError(
      `?${rest}= in ROLLBOOK_DATABASE is not supported. Say ?sslmode=, with ?sslrootcert=, ?sslcert= and ?sslkey=.`,
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
    rootCert === 'system' ? getCACertificates('system') : rootCert && contentsOf('sslrootcert', rootCert);
  const tls: ConnectionOptions = {
    ...(ca && { ca }),
    ...(cert && { cert: contentsOf('sslcert', cert) }),
    ...(key && { key: contentsOf('sslkey', key) }),
    rejectUnauthorized: mode === 'verify-full' || ca !== undefined,
    ...(mode !== 'verify-full' && ANY_NAME),
  };
  return { mode, negotiation, attempts: isSocket(url) ? [false] : attemptsOf(mode, tls) };
}

/** The certificate may be for another host. */
const ANY_NAME: ConnectionOptions = { checkServerIdentity: () => undefined };

function attemptsOf(mode: SslMode, tls: ConnectionOptions): TlsSettings['attempts'] {
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

/** Whether an attempt failed because of TLS, or because of its absence: a password or a network is the same either way. */
export function dependsOnTls(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '28000';
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EPROTO' || (syscall === undefined && message !== TOO_SLOW);
}

/** Files of the system are reached without TLS, whatever is said of it. */
const isSocket = (url: URL): boolean => /^(\/|%2f)/i.test(url.searchParams.get('host') ?? url.hostname);

function oneOf<Word extends string>(allowed: readonly Word[], text: string, where: string): Word {
  const word = allowed.find((one) => one === text);
  if (word === undefined) throw new UserError(`${where} must be one of ${allowed.join(', ')}, not ${text}.`);
  return word;
}

function contentsOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `The file ${path} that ?${name}= in ROLLBOOK_DATABASE names cannot be read: ${(error as NodeJS.ErrnoException).code}.`,
    );
  }
}
