import type { HostPort, ValkeyAddress } from './valkey-address.ts';

/** One server of ROLLBOOK_COUNTERS. */
export interface ServerAddress extends HostPort {
  readonly tls: boolean;
}

/** Progress of a connection; with TLS, `connected` means after the handshake. */
export type ConnectionStage = 'connecting' | 'connected' | 'ready';

export type DriverError = NodeJS.ErrnoException & { command?: { name: string } };

const UNKNOWN_AUTHORITY_CODES = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const SETTING = 'ROLLBOOK_COUNTERS';

const formatHost = ({ host, port }: HostPort): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

const formatHosts = (hosts: readonly HostPort[]): string => hosts.map(formatHost).join(', ');

/** What counts the reads, as the subject of a sentence. */
export function describeTarget(address: ValkeyAddress): string {
  switch (address.kind) {
    case 'server':
      return formatHost(address.hosts[0]);
    case 'sentinel':
      return `the primary ${address.primaryName}`;
    case 'cluster':
      return `the cluster of ${formatHosts(address.hosts)}`;
  }
}

/** Describes for the log why a connection failed and what to check. No error means that the server closed it. */
export function describeProblem(
  error: DriverError | undefined,
  address: ServerAddress,
  stage: ConnectionStage,
): string {
  const server = formatHost(address);
  if (error?.name === 'ReplyError') return describeReply(error, server);
  if (error?.name === 'ParserError')
    return `what answers at ${server} is neither Valkey nor Redis: check host and port in ${SETTING}`;
  if (stage === 'ready') return `the connection to ${server} is lost`;
  const { code = '' } = error ?? {};
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing listens at ${server} (${code}): check host and port in ${SETTING}, and that the server runs`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${address.host} has no address (${code}): check the host in ${SETTING}`;
    case 'ETIMEDOUT':
      return describeSilence(address);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${server} is for another host: write a name that it holds into ${SETTING}`;
    case 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED':
      return `${server} asks for a client certificate, which the service has none of: set tls-auth-clients to no there`;
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return `${server} does not speak TLS: write valkey:// or redis:// into ${SETTING}`;
    case '':
    case 'ECONNRESET':
    case 'EPIPE':
      return describeClose(error, address, stage);
  }
  if (UNKNOWN_AUTHORITY_CODES.includes(code))
    return `the certificate of ${server} is from an authority unknown to Node (${code}): name the authority's file in NODE_EXTRA_CA_CERTS`;
  if (code.startsWith('CERT_'))
    return `the certificate of ${server} is not valid (${code}): renew it, or set the clock`;
  if (/^(ERR_SSL_|EPROTO)/.test(code))
    return `the TLS handshake with ${server} failed (${code}): check that the server speaks TLS 1.2 or 1.3`;
  return `${server} cannot be reached (${code}): check host and port in ${SETTING}, and the network`;
}

/** Describes a connection attempt without any response. */
export function describeSilence(address: ServerAddress): string {
  const server = formatHost(address);
  return address.tls
    ? `${server} does not answer a TLS handshake: check host and port in ${SETTING}; without TLS the scheme is valkey:// or redis://`
    : `${server} does not answer: check host and port in ${SETTING}, and the firewall`;
}

/** Describes a connection that the server closed or that timed out. */
function describeClose(
  error: DriverError | undefined,
  address: ServerAddress,
  stage: ConnectionStage,
): string {
  const server = formatHost(address);
  if (stage === 'connecting') return describeSilence(address);
  const behavior = /timeout/i.test(error?.message ?? '')
    ? 'takes connections but answers nothing'
    : 'closes connections without an answer';
  return address.tls
    ? `${server} ${behavior}: check that it is Valkey or Redis, and what its log says`
    : `${server} ${behavior}: if it expects TLS, write valkeys:// or rediss:// into ${SETTING}`;
}

function describeReply({ message, command }: DriverError, server: string): string {
  const [code = 'ERR'] = /^[A-Z]+/.exec(message) ?? [];
  // Some servers repeat the arguments of a rejected command, and those of AUTH are secret.
  if (command?.name === 'auth' || code === 'WRONGPASS')
    return `${server} refuses the user or password (${code}): check both in ${SETTING}, where signs such as @ : / # are percent-encoded`;
  if (code === 'NOAUTH')
    return `${server} asks for a password (${code}): write it into ${SETTING} as valkey://:PASSWORD@HOST`;
  if (code === 'NOPERM')
    return `${server} forbids the user a command (${message}): docs/shared-rate-limits.md lists those that are needed`;
  if (code === 'MOVED' || code === 'ASK' || code === 'CROSSSLOT')
    return `${server} is a node of a cluster: write valkey+cluster:// or redis+cluster:// into ${SETTING}`;
  if (/unknown command/i.test(message))
    // The rest of the message may repeat arguments.
    return `${server} does not know EVAL and EVALSHA: if it is a Sentinel, write valkey+sentinel://HOST,HOST/PRIMARY into ${SETTING}`;
  if (message.includes('DB index is out of range'))
    return `${server} has no such database (${message}): check the number at the end of ${SETTING}`;
  return `${server} answers: ${message}`;
}

/** Describes why a sentinel does not lead to the primary, from the driver's message, which holds no other error. */
export function describeSentinelProblem(
  { message }: Error,
  { hosts, primaryName }: ValkeyAddress & { kind: 'sentinel' },
): string {
  const [, sentinel = formatHosts(hosts), reason = ''] = /sentinel (\S+) (.*)$/s.exec(message) ?? [];
  if (/invalid reply|No such master|No such primary/i.test(reason))
    return `the Sentinel at ${sentinel} knows no primary ${primaryName}: check the name after the hosts in ${SETTING}`;
  if (/unknown command/i.test(reason))
    return `${sentinel} is no Sentinel: check host and port in ${SETTING}; for a single server the scheme is valkey:// or redis://`;
  const [code] = /\b(NOAUTH|WRONGPASS|NOPERM)\b/.exec(reason) ?? [];
  if (code !== undefined)
    return `the Sentinel at ${sentinel} refuses the user or password (${code}): write those of Sentinel into ${SETTING} as ?sentinel_username=…&sentinel_password=…`;
  return `the Sentinel at ${sentinel} cannot be reached: check hosts and ports in ${SETTING}, and that the scheme is valkeys+sentinel:// or rediss+sentinel:// for TLS, and only then`;
}

/** Describes why the primary that Sentinel names cannot count. */
export function describePrimaryProblem(
  error: DriverError | undefined,
  primaryName: string,
  stage: ConnectionStage,
): string {
  const primary = `the primary ${primaryName}`;
  if (error?.name === 'ReplyError') return describeReply(error, primary);
  if (stage === 'ready') return `the connection to ${primary} is lost`;
  const where = error && 'address' in error ? ` at ${error.address}:${'port' in error && error.port}` : '';
  const code = error?.code === undefined ? '' : ` (${error.code})`;
  return `${primary}${where} cannot be reached${code}: check that it runs, and that its address in Sentinel is one that this machine reaches`;
}

/** Describes why a node of a cluster cannot count. No error means a connection that ended. */
export function describeClusterProblem(
  error: DriverError | undefined,
  node: string | undefined,
  address: ValkeyAddress & { kind: 'cluster' },
): string {
  const server = node ?? describeTarget(address);
  if (error !== undefined && /cluster support disabled/.test(error.message))
    return `${server} is no node of a cluster: for a single server the scheme in ${SETTING} is valkey:// or redis://`;
  if (error?.name === 'ReplyError') return describeReply(error, server);
  return `no primary of ${describeTarget(address)} answers for this account: check the hosts in ${SETTING}, TLS, and that this machine reaches the addresses in CLUSTER SLOTS`;
}
