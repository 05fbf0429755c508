import type { HttpAnswer } from '../http-get.ts';
import { type Check, failure, ok, type Result, warning } from './check.ts';
import { formatDay } from './format-time.ts';

const DAY_MS = 86_400_000;
/** Programs that renew certificates do so about a month before. */
const WARNED_DAYS = 14;

export const TLS_CHECK: Check = {
  name: 'tls',
  run: async ({ publicProbe, now }) => {
    const probe = await publicProbe;
    if (probe === undefined) return [];
    if (probe.url.protocol === 'http:')
      return [
        isLoopbackUrl(probe.url)
          ? ok('not needed on this machine')
          : warning(
              `${probe.url.origin} is not encrypted: keys and cookies can be read on the way`,
              'Put a proxy with a certificate in front, and set ROLLBOOK_PUBLIC_URL=https://…',
            ),
      ];
    const { tls } = probe.error === undefined ? probe.health : {};
    return tls === undefined ? [] : [describeCertificate(tls, now())];
  },
};

/** URL writes every IPv4 address in its usual form. */
const isLoopbackUrl = ({ hostname }: URL): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

function describeCertificate({ problem, expiresAt }: NonNullable<HttpAnswer['tls']>, now: number): Result {
  const day = formatDay(expiresAt);
  const renew = 'Renew it, as with `certbot renew`, and reload the proxy.';
  if (problem !== undefined) return failure(...explainProblem(problem, day, renew));
  const daysLeft = Math.floor((expiresAt - now) / DAY_MS);
  return daysLeft < WARNED_DAYS
    ? warning(`the certificate ends on ${day}, in ${daysLeft === 1 ? 'a day' : `${daysLeft} days`}`, renew)
    : ok(`the certificate is valid until ${day}`);
}

function explainProblem(problem: string, day: string, renew: string): [found: string, advice: string] {
  switch (problem) {
    case 'CERT_HAS_EXPIRED':
      return [`the certificate ended on ${day}`, renew];
    case 'CERT_NOT_YET_VALID':
      return ['the certificate is not valid yet', 'Set the clock of this machine.'];
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return [
        'the certificate is for another host name',
        'Get one for the host name of ROLLBOOK_PUBLIC_URL, or correct that.',
      ];
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return [
        'the certificate is signed by itself, so browsers refuse it',
        'Get one of an authority, such as https://letsencrypt.org, or name yours in NODE_EXTRA_CA_CERTS.',
      ];
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return [
        'the certificate comes without its chain, or from an authority that is not known here',
        'Let the proxy send the whole chain (fullchain.pem).',
      ];
    default:
      return [`the certificate is not valid: ${problem}`, renew];
  }
}
