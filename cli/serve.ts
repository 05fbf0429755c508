import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { API_PREFIX } from '../contract/operations.ts';
import { createAccount, issueKey } from '../server/auth/accounts.ts';
import { serve } from '../server/main.ts';
import type { OpenedStore } from '../server/store/open-store.ts';
import type { Store } from '../server/store/types.ts';
import type { Invocation } from './command.ts';

/** The name of V8's garbage collector threads. */
const COLLECTOR_THREAD = 'node-V8Worker';
const THREADS_FOLDER = '/proc/self/task';

/**
 * V8's default heap growth takes half as much memory again under many accounts, and on few cores its collector threads
 * compete with requests. The flags are set after loading, because Node's compile cache is valid only for the flags it
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
    if (readFileSync(`${THREADS_FOLDER}/${thread}/comm`, 'utf8').trim() === COLLECTOR_THREAD)
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Messages for the operator go to standard error, the log to standard output. */
export async function serveCommand({
  store,
  migrated,
  config,
  flags,
  json,
}: Invocation & OpenedStore): Promise<undefined> {
  await serve(config, { store, migrated }, async (address) => {
    tuneGarbageCollection();
    process.stderr.write(
      `Rollbook listens on ${address}, its reference is at ${address}/docs. Ctrl-C stops it.\n`,
    );
    if (flags.has('demo')) await createDemoAccount(store, config.publicUrl ?? address, json);
  });
}

/** Creates an account and prints its key, unless the database has accounts already. */
async function createDemoAccount(store: Store, address: string, json: boolean): Promise<void> {
  const [first] = await store.listAccounts();
  if (first !== undefined) {
    process.stderr.write(
      `There are accounts already. For another key: npx rollbook key issue --account ${first.accountId} --permission write\n`,
    );
    return;
  }
  const now = Date.now();
  const { accountId } = await createAccount(store, 'demo', now);
  const { apiKey, keyId } = await issueKey(
    store,
    { accountId, name: 'demo', permission: 'write', expiresAt: undefined },
    now,
  );
  const curl = `curl -G -H 'Authorization: Bearer ${apiKey}' --data-urlencode 'query=시로코' ${address}${API_PREFIX}/students`;
  process.stdout.write(
    json
      ? `${JSON.stringify({ accountId, keyId, apiKey, curl })}\n`
      : `\nThe account "demo" has this write key, which is not shown again:\n\n  ${apiKey}\n\nTry it:\n\n  ${curl}\n\n`,
  );
}
