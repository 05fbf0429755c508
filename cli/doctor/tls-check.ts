import { isLoopback } from '../../server/config.ts';
import type { HttpAnswer } from '../http-get.ts';
import { formatDay } from './format-time.ts';
import type { PublicProbe } from './public-url-check.ts';
import { failure, ok, type Result, warning } from './result.ts';

const DAY_MS = 86_400_000;
/** Programs that renew certificates do so about a month before. */
const WARNED_DAYS = 14;
const RENEW = 'Renew it, as with `certbot renew`, and reload the proxy.';

export function checkTls({ url, answer }: PublicProbe): Result | [] {
  const { protocol, hostname, origin } = url;
  if (protocol === 'https:') {
    const tls = answer?.health.tls;
    return tls === undefined ? [] : describeCertificate(tls);
  }
  if (isLoopback(hostname) || hostname.endsWith('.localhost')) return ok('not needed on this machine');
  return warning(
    `${origin} is not encrypted: keys and cookies can be read on the way`,
    'Put a proxy with a certificate in front, and set ROLLBOOK_PUBLIC_URL=https://…',
  );
}

function describeCertificate({ problem, expiresAt }: NonNullable<HttpAnswer['tls']>): Result {
  const day = formatDay(expiresAt);
  if (problem === 'CERT_HAS_EXPIRED') return failure(`the certificate ended on ${day}`, RENEW);
  if (problem !== undefined)
    return PROBLEMS[problem] ?? failure(`the certificate is not valid: ${problem}`, RENEW);
  const daysLeft = Math.floor((expiresAt - Date.now()) / DAY_MS);
  return daysLeft < WARNED_DAYS
    ? warning(`the certificate ends on ${day}, in ${daysLeft === 1 ? 'a day' : `${daysLeft} days`}`, RENEW)
    : ok(`the certificate is valid until ${day}`);
}

const SELF_SIGNED = failure(
  'the certificate is signed by itself, so browsers refuse it',
  'Get one of an authority, such as https://letsencrypt.org, or name yours in NODE_EXTRA_CA_CERTS.',
);
const UNKNOWN_AUTHORITY = failure(
  'the certificate comes without its chain, or from an authority that is not known here',
  'Let the proxy send the whole chain (fullchain.pem).',
);
const PROBLEMS: Readonly<Record<string, Result>> = {
  CERT_NOT_YET_VALID: failure('the certificate is not valid yet', 'Set the clock of this machine.'),
  ERR_TLS_CERT_ALTNAME_INVALID: failure(
    'the certificate is for another host name',
    'Get one for the host name of ROLLBOOK_PUBLIC_URL, or correct that.',
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
};
