import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { describeSite } from '../server/console/console-site.ts';
import { isConsoleBuilt } from '../server/console-pages/console-pages.ts';
import type { FetchAddresses } from '../server/fetching/schaledb-site.ts';
import { consoleBaseUrl } from '../server/http/public-urls.ts';
import { serve } from '../server/main.ts';
import type { OpenedStore } from '../server/store/open-store.ts';
import type { Invocation } from './command.ts';
import { serveDemo } from './demo-account.ts';
import { endWithNpx } from './end-with-npx.ts';
import { openBrowser } from './open-browser.ts';
import { printText } from './printed-text.ts';
import { programName } from './program-name.ts';
import { offerSetup } from './setup-link.ts';

const HTTP_PORT = 80;
/** The name of V8's garbage collector threads. */
const COLLECTOR_THREAD = 'node-V8Worker';
const THREADS_FOLDER = '/proc/self/task';

/**
 * By default V8's heap grows far beyond what many accounts need, and on few cores its collector threads compete with
 * requests (figures: docs/performance.md). The flags are set after loading, because Node's compile cache is valid only for the flags it
 * was compiled with.
 */
function tuneGarbageCollection(): void {
  flushCompileCache();
  setFlagsFromString('--heap-growing-percent=50');
  // A parallel scavenge would block the main thread until the low-priority threads finish.
  setFlagsFromString('--no-parallel-scavenge');
  // Only Linux has a priority for each thread.
  if (!existsSync(THREADS_FOLDER)) return;
  for (const thread of readdirSync(THREADS_FOLDER))
    try {
      if (readFileSync(`${THREADS_FOLDER}/${thread}/comm`, 'utf8').trim() === COLLECTOR_THREAD)
        setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The thread has ended since it was listed.
    }
}

/** Messages for the operator go to standard error, the log to standard output. */
export async function serveCommand(
  {
    store,
    migrated,
    backup,
    config,
    options,
    flags,
    json,
  }: Pick<Invocation, 'config' | 'options' | 'flags' | 'json'> & OpenedStore,
  addresses?: FetchAddresses,
): Promise<undefined> {
  const opened = { store, migrated, backup, program: programName() };
  const ready = async (address: string) => {
    tuneGarbageCollection();
    const consoleUrl = consoleBaseUrl(config, Number(new URL(address).port || HTTP_PORT));
    printText(
      process.stderr,
      `Rollbook listens on ${address}. Guide: ${config.publicUrl ?? address}/docs, console: ${consoleUrl}/console. Ctrl-C stops it.`,
    );
    const isConsoleUsable = reportConsole(consoleUrl);
    endWithNpx();
    const link = flags.has('demo')
      ? await serveDemo(store, { address: config.publicUrl ?? address, consoleUrl, json })
      : await offerSetup(store, {
          consoleUrl,
          isConsoleUsable,
          isDatabaseNamed: options.database !== undefined,
        });
    if (flags.has('open') && isConsoleBuilt()) openBrowser(link ?? `${consoleUrl}/console`);
  };
  await serve(config, opened, ready, addresses);
}

/** True if players can sign in to the console. Prints why not. */
function reportConsole(consoleUrl: string): boolean {
  const { passkeyProblem, rpId } = describeSite(`${consoleUrl}/console`);
  if (!isConsoleBuilt())
    printText(process.stderr, 'The console is not built: `npm ci` builds it. The API works without it.');
  else if (passkeyProblem !== null)
    printText(
      process.stderr,
      `Players cannot sign in to the console at ${consoleUrl}: passkeys need ${passkeyProblem === 'ip-address' ? `a host name instead of ${rpId}` : 'https'}. Set ROLLBOOK_PUBLIC_URL.`,
    );
  else return true;
  return false;
}
