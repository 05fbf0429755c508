import type { Config } from '../../server/config.ts';
import { describeSite } from '../../server/console/console-site.ts';
import { isConsoleBuilt } from '../../server/console-pages/console-pages.ts';
import { consoleBaseUrl } from '../../server/http/public-urls.ts';
import { ok, type Result, warning } from './result.ts';

/** Whether players can sign in to the console. */
export function checkPasskeys(config: Config): Result {
  if (!isConsoleBuilt())
    return warning('the console is not built, so nobody can sign in', 'Build it: npm ci');
  const consoleUrl = `${consoleBaseUrl(config, config.port)}/console`;
  const { passkeyProblem, rpId } = describeSite(consoleUrl);
  if (passkeyProblem === 'ip-address')
    return warning(
      `players cannot sign in at ${consoleUrl}: passkeys need a host name instead of ${rpId}`,
      'Set ROLLBOOK_PUBLIC_URL to an https address with a host name.',
    );
  if (passkeyProblem === 'insecure')
    return warning(
      `players cannot sign in at ${consoleUrl}: passkeys need https`,
      'Put a proxy with a certificate in front, and set ROLLBOOK_PUBLIC_URL=https://…',
    );
  return ok(`bound to ${rpId}`);
}
