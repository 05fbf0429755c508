import type { Config } from '../../server/config.ts';
import { describeSite } from '../../server/console/console-site.ts';
import { consoleBaseUrl } from '../../server/http/public-urls.ts';

/** A warning about the address of a link or an invite: a command knows the server's settings from its own alone. */
export function entryAddressHint(config: Config): string {
  const url = consoleBaseUrl(config, config.port);
  const problem = describeSite(`${url}/console`).passkeyProblem;
  if (problem !== null)
    return `\nPasskeys do not work at ${url}, which has ${problem === 'ip-address' ? 'an IP address' : 'no https'}: set ROLLBOOK_PUBLIC_URL.`;
  return config.publicUrl === undefined
    ? `\nIf the server is elsewhere than ${url}, set ROLLBOOK_PUBLIC_URL here too.`
    : '';
}
