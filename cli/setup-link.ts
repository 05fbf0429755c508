import { entryUrl } from '../server/http/public-urls.ts';
import { createSetupLink, hasAccounts, SETUP_LINK_HOURS } from '../server/sign-in/setup-links.ts';
import type { Store } from '../server/store/store.ts';
import { printText } from './printed-text.ts';
import { programName } from './program-name.ts';

interface SetupOptions {
  consoleUrl: string;
  /** True if a browser can register a passkey there. */
  isConsoleUsable: boolean;
  /** True if the database is named by a flag, which a command then needs too. */
  isDatabaseNamed: boolean;
}

/**
 * While there is no account, prints how the operator makes the first one. Returns the setup link, which is for the
 * person who started the server: it goes to standard error, and never into an answer.
 */
export async function offerSetup(
  { database }: Store,
  { consoleUrl, isConsoleUsable, isDatabaseNamed }: SetupOptions,
): Promise<string | undefined> {
  try {
    if (await hasAccounts(database)) return undefined;
    const token = isConsoleUsable ? await createSetupLink(database, Date.now()) : undefined;
    const link = token && entryUrl(consoleUrl, token);
    const inBrowser =
      link === undefined
        ? 'Once players can sign in to the console, a restart prints a link with which to make the first one.'
        : `Open this link to make the first one, the operator's:\n  ${link}\nThe link works once, within ${SETUP_LINK_HOURS} hours, for whoever has it. Each start prints a new one until there is an account.`;
    const folder = isDatabaseNamed ? 'the same folder with the same --database' : 'the same folder';
    printText(
      process.stderr,
      `There is no account yet. ${inBrowser}\nWithout a browser, run this in ${folder}: ${programName()} account create NAME --operator --keys write`,
    );
    return link;
  } catch (error) {
    // The server serves what it has while the database takes no writes.
    const { message } = error as Error;
    printText(process.stderr, `No setup link can be made now: ${message}. Restart when that is solved.`);
    return undefined;
  }
}
