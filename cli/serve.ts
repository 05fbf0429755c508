import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { API_PREFIX } from '../contract/operations.ts';
import { createAccount, issueKey } from '../server/auth/accounts.ts';
import { serve } from '../server/main.ts';
import type { Store } from '../server/store/types.ts';
import type { Invocation, Opened } from './command.ts';

/** How Node names the thread that collects beside the program. */
const COLLECTOR = 'node-V8Worker';
const THREADS = '/proc/self/task';

/**
 * With V8's own measure a service takes half as much memory again once many accounts have called, and where cores are
 * few, what collects beside the program takes the turn of requests. Set when all is loaded, because what Node and we
 * have compiled beforehand is good only for the flags it was compiled under.
 */
function collectBehindRequests(): void {
  flushCompileCache();
  setFlagsFromString('--heap-growing-percent=50');
  // The program would wait for a thread that has to wait itself.
  setFlagsFromString('--no-parallel-scavenge');
  // On Linux a thread has a priority of its own; elsewhere there is no such folder.
  if (!existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS))
    if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim() === COLLECTOR)
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
}

/** `rollbook serve`: what is for the person who started it goes to standard error, the log to standard output. */
export async function serveCommand({
  store,
  config,
  switches,
  json,
}: Invocation & Opened): Promise<undefined> {
  await serve(config, store, async (address) => {
    collectBehindRequests();
    process.stderr.write(
      `Rollbook listens on ${address}, its reference is at ${address}/docs. Ctrl-C stops it.\n`,
    );
    if (switches.has('demo')) await demo(store, config.publicUrl ?? address, json);
  });
}

/** A first account to try things with, where there is none at all. Its key is printed this once. */
async function demo(store: Store, address: string, json: boolean): Promise<void> {
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
