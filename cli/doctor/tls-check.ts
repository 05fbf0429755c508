import { isLoopback } from '../../server/config.ts';
import type { HttpAnswer } from '../http-get.ts';
import { type Check, failure, ok, type Result, warning } from './check.ts';
import { formatDay } from './format-time.ts';

const DAY_MS = 86_400_000;
/** Programs that renew certificates do so about a month before. */
const WARNED_DAYS = 14;
const RENEW = 'Renew it, as with `certbot renew`, and reload the proxy.';

export const checkTls: Check = async ({ publicProbe }) => {
  const probe = await publicProbe;
  if (probe === undefined) return [];
  const { protocol, hostname, origin } = probe.url;
  if (protocol === 'https:') {
    const tls = probe.answer?.health.tls;
    return tls === undefined ? [] : describeCertificate(tls);
  }
  if (isLoopback(hostname) || hostname.endsWith('.localhost')) return ok('not needed on this machine');
  return warning(
    `${origin} is not encrypted: keys and cookies can be read on the way`,
    'Put a proxy with a certificate in front, and set ROLLBOOK_PUBLIC_URL=https://…',
  );
};

function describeCertificate({ problem, expiresAt }: NonNullable<HttpAnswer['tls']>): Result {
  const day = formatDay(expiresAt);
  switch (problem) {
    case undefined: {
      const daysLeft = Math.floor((expiresAt - Date.now()) / DAY_MS);
      return daysLeft < WARNED_DAYS
        ? warning(
            `the certificate ends on ${day}, in ${daysLeft === 1 ? 'a day' : `${daysLeft} days`}`,
            RENEW,
          )
        : ok(`the certificate is valid until ${day}`);
    }
    case 'CERT_HAS_EXPIRED':
      return failure(`the certificate ended on ${day}`, RENEW);
    case 'CERT_NOT_YET_VALID':
      return failure('the certificate is not valid yet', 'Set the clock of this machine.');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failure(
        'the certificate is for another host name',
        'Get one for the host name of ROLLBOOK_PUBLIC_URL, or correct that.',
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return failure(
        'the certificate is signed by itself, so browsers refuse it',
        'Get one of an authority, such as https://letsencrypt.org, or name yours in NODE_EXTRA_CA_CERTS.',
      );
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return failure(
        'the certificate comes without its chain, or from an authority that is not known here',
        'Let the proxy send the whole chain (fullchain.pem).',
      );
    default:
      return failure(`the certificate is not valid: ${problem}`, RENEW);
  }
}
