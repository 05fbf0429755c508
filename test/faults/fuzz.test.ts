import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENGINES, type Engine, newDatabase } from '../database.ts';
import { residentKb } from '../resident-memory.ts';
import { startService } from '../service.ts';
import {
  createFuzzAccount,
  createFuzzTarget,
  type FuzzAccount,
  type FuzzTarget,
  REPRODUCED_HANG_MS,
} from './fuzz/fuzz-account.ts';
import { stepList } from './fuzz/generators/step-lists.ts';
import { formatReplayCommand } from './fuzz/replay-command.ts';
import type { Step } from './fuzz/steps.ts';

const { ROLLBOOK_FUZZ_SEED, ROLLBOOK_FUZZ_RUNS = '100000', ROLLBOOK_FUZZ_MINUTES } = process.env;
const SEED = Number(ROLLBOOK_FUZZ_SEED ?? randomInt(2 ** 31));
/** A run ends after this many requests, or after ROLLBOOK_FUZZ_MINUTES if that is set. */
const MAX_REQUESTS =
  ROLLBOOK_FUZZ_MINUTES === undefined ? Number(ROLLBOOK_FUZZ_RUNS) : Number.POSITIVE_INFINITY;
/** PostgreSQL takes several times as long per request, so it gets fewer. */
const ENGINE_SHARE: Record<Engine, number> = { sqlite: 1, postgres: 0.2 };
const MINUTES = Number(ROLLBOOK_FUZZ_MINUTES ?? Number.POSITIVE_INFINITY);
/** Accounts that are fuzzed concurrently, so that one waits for the disk while another is answered. */
const ACCOUNTS = 6;
const LISTS_PER_ROUND = 20;
const SHRINK_MS = 90_000;
const MAX_GROWTH_KB = 350 * 1024;

interface Failure {
  account: FuzzAccount;
  seed: number;
  path: string;
  steps: readonly Step[];
  error: Error;
}

for (const engine of ENGINES) {
  test(`every answer to hostile requests is as the model expects on ${engine}`, {
    timeout: Number.POSITIVE_INFINITY,
  }, async (t) => {
    t.diagnostic(`ROLLBOOK_FUZZ_SEED=${SEED}`);
    const requests = MAX_REQUESTS * ENGINE_SHARE[engine];
    const database = await newDatabase(engine);
    const target = await createFuzzTarget(await startService({ database: database.address }));
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => createFuzzAccount(target)));
    const failures: Failure[] = [];
    const deadline = Date.now() + MINUTES * 60_000;
    let sent = 0;
    let warmKb: number | undefined;

    const property = ({ run }: FuzzAccount, skip: () => boolean) =>
      fc.asyncProperty(stepList, async (steps) => {
        if (skip()) return;
        await run(steps);
        sent += steps.length;
      });

    async function fuzzAccount(account: FuzzAccount, number: number): Promise<void> {
      const isOver = () => failures.length > 0 || sent >= requests || Date.now() >= deadline;
      for (let round = 0; !isOver(); round += 1) {
        const seed = (SEED + number + round * ACCOUNTS) | 0;
        const run = { seed, numRuns: LISTS_PER_ROUND, endOnFailure: true };
        const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(
          property(account, isOver),
          run,
        );
        if (failed)
          failures.push({
            account,
            seed,
            path: counterexamplePath as string,
            steps: counterexample?.[0] ?? [],
            error: errorInstance as Error,
          });
        // Memory after the first tenth of the requests (at most 10,000) is the warmed-up baseline.
        if (sent >= Math.min(requests / 10, 10_000)) warmKb ??= await residentKb(target.service.process);
      }
    }

    const startedAt = performance.now();
    try {
      await Promise.all(accounts.map(fuzzAccount));
      t.diagnostic(`${sent} requests in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
      for (const [kind, times] of [...target.answerCounts].sort()) t.diagnostic(`${times} ${kind}`);
      if (failures.length > 0) assert.fail(await reproduceFailure());
      const refused = target.answerCounts.get('overloaded 503 unavailable') ?? 0;
      assert.ok(refused < sent / 2, `${refused} of ${sent} were refused`);

      await target.checkNeighbour();
      const { process: child, stdout, stderr } = target.service;
      assert.equal(child.exitCode, null);
      assert.doesNotMatch(
        stderr().replace(
          /^(?:Rollbook listens on|There is no account yet| {2}http|The link works|Without a browser).*\n/gm,
          '',
        ),
        /\S/,
      );
      // The log warns once of a proxy that nobody has named, and of a machine that is too busy.
      const log = stdout().replace(
        /^.*"msg":"(?:X-Forwarded-For arrives|overloaded|no longer overloaded).*\n/gm,
        '',
      );
      assert.doesNotMatch(log, /"level":"(?!info)/);
      const growth = (await residentKb(child)) - (warmKb ?? 0);
      t.diagnostic(`${growth} kB more than after warming up`);
      if (warmKb !== undefined) assert.ok(growth < MAX_GROWTH_KB, `${growth} kB`);
    } finally {
      for (const { close } of accounts) close();
      // The service may hang and ignore SIGTERM.
      await target.service.stop('SIGKILL');
      await database.remove();
    }

    /** A request that kills the service fails every account, so each failure is replayed alone; a race may need a second try. */
    async function reproduceFailure(): Promise<string> {
      target.answerTimeoutMs = REPRODUCED_HANG_MS;
      for (const { account, seed, path } of [...failures, ...failures, ...failures]) {
        const deadline = Date.now() + SHRINK_MS;
        const restarting: FuzzAccount = {
          ...account,
          async run(steps) {
            await restartIfDead(target, database.address);
            await account.run(steps);
          },
        };
        const single = { seed, path, numRuns: 1 };
        const { failed, counterexample, errorInstance } = await fc.check(
          property(restarting, () => Date.now() > deadline),
          single,
        );
        if (!failed) continue;
        const failing = { steps: counterexample?.[0] ?? [], error: errorInstance as Error };
        const { steps, error } = await shrinkSteps(restarting, failing, deadline);
        return `${error.message}\n\nReplay: ${formatReplayCommand(steps, engine)}`;
      }
      const all = failures.map(
        ({ error, steps }) => `${error.message}\n\nReplay: ${formatReplayCommand(steps, engine)}`,
      );
      return `No failure happened again when its steps were replayed alone.\n${all.join('\n\n')}`;
    }
  });
}

interface Failing {
  steps: readonly Step[];
  error: Error;
}

/** Removes every step that the failure does not need. fast-check keeps the steps after the failing one. */
async function shrinkSteps({ run }: FuzzAccount, found: Failing, deadline: number): Promise<Failing> {
  let smallest = found;
  for (let at = found.steps.length - 1; at >= 0 && smallest.steps.length > 1; at -= 1) {
    const steps = smallest.steps.toSpliced(at, 1);
    // A race may need several tries to fail.
    for (let tries = 3; tries > 0 && Date.now() < deadline; tries -= 1) {
      const error = await run(steps).then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (error === undefined) continue;
      smallest = { steps, error };
      break;
    }
  }
  return smallest;
}

/** Restarts a service that died or hangs, on the same port and database. */
async function restartIfDead(target: FuzzTarget, database: string): Promise<void> {
  const { service } = target;
  const health = fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(REPRODUCED_HANG_MS) });
  if (
    await health.then(
      () => true,
      () => false,
    )
  )
    return;
  await service.stop('SIGKILL');
  target.service = await startService({ database, env: { ROLLBOOK_PORT: new URL(service.url).port } });
}
