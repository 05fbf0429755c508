import { API_PREFIX } from '../contract/paths.ts';
import { createAccount } from '../server/accounts/accounts.ts';
import { loadCatalogue } from '../server/catalogue/live-catalogue.ts';
import { isConsoleBuilt } from '../server/console-pages/console-pages.ts';
import { entryUrl } from '../server/http/public-urls.ts';
import { issueKey } from '../server/keys/keys.ts';
import { createAccountLink } from '../server/operator/operate-by-command.ts';
import { ACCOUNT_LINK_MINUTES } from '../server/sign-in/account-links.ts';
import { listPasskeys } from '../server/sign-in/passkey-records.ts';
import { OPERATOR } from '../server/store/caller.ts';
import { listAccounts } from '../server/store/find-accounts.ts';
import type { Store } from '../server/store/store.ts';
import { demoRoster } from './demo-roster.ts';
import { printJson, printText } from './printed-text.ts';
import { programName } from './program-name.ts';

const NAME = 'demo';

/**
 * In a database without accounts, creates the demo account, an operator's, with some students to look at, and prints its
 * key. As long as that account has no passkey, prints a link into its console and returns it.
 */
export async function serveDemo(
  store: Store,
  { address, consoleUrl, json }: { address: string; consoleUrl: string; json: boolean },
): Promise<string | undefined> {
  const accounts = await listAccounts(store);
  const key = accounts.length === 0 ? await createDemoAccount(store) : undefined;
  const { accountId } = key ?? accounts.find(({ name }) => name === NAME) ?? {};
  const link = accountId && (await createConsoleLink(store, accountId, consoleUrl));
  const curl =
    key &&
    `curl -G -H 'Authorization: Bearer ${key.apiKey}' --data-urlencode 'query=시로코' ${address}${API_PREFIX}/students`;
  const lines = [
    ...(key
      ? [
          `The account "${NAME}" has this write key, which is not shown again:`,
          `  ${key.apiKey}`,
          'Try it:',
          `  ${curl}`,
        ]
      : []),
    ...(link
      ? [
          `See its students in the browser; this link works once, within ${ACCOUNT_LINK_MINUTES} minutes:`,
          `  ${link}`,
        ]
      : []),
  ];
  if (lines.length > 0 && json)
    printJson(process.stdout, { accountId, keyId: key?.keyId, apiKey: key?.apiKey, curl, link });
  else if (lines.length > 0) printText(process.stdout, `\n${lines.join('\n\n')}\n`);
  if (key === undefined)
    printText(
      process.stderr,
      `There are accounts already. For another key: ${programName()} key issue --account ${accounts[0]?.accountId} --permission write`,
    );
  return link;
}

async function createDemoAccount(store: Store) {
  const now = Date.now();
  const { accountId } = await createAccount(store, NAME, now, true);
  const { catalogue, importedVersion } = await loadCatalogue(store);
  const roster = demoRoster(catalogue.entries.map(({ uid }) => uid));
  await Promise.all(
    roster.map(({ studentUid, ...state }) =>
      store.writeStudent(
        { caller: OPERATOR, at: now, accountId, studentUid },
        state,
        undefined,
        importedVersion,
      ),
    ),
  );
  const request = { accountId, name: NAME, permission: 'write', expiresAt: undefined } as const;
  const issued = await issueKey(store, OPERATOR, request, now);
  return typeof issued === 'string' ? undefined : issued;
}

async function createConsoleLink(
  store: Store,
  accountId: string,
  consoleUrl: string,
): Promise<string | undefined> {
  if (!isConsoleBuilt() || (await listPasskeys(store.database, accountId)).length > 0) return undefined;
  const { token } = await createAccountLink(store, accountId, Date.now());
  return entryUrl(consoleUrl, token);
}
