import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENGINES, type Engine, newDatabase } from '../database.ts';
import { residentKb } from '../resident.ts';
import { startService } from '../service.ts';
import { anySteps } from './fuzz/generate/steps.ts';
import { type Lane, lane, type Street, SURE_HANG_MS, street } from './fuzz/lane.ts';
import { lineOf } from './fuzz/line.ts';
import type { Step } from './fuzz/step.ts';

const { ROLLBOOK_FUZZ_SEED, ROLLBOOK_FUZZ_RUNS = '100000', ROLLBOOK_FUZZ_MINUTES } = process.env;
const SEED = Number(ROLLBOOK_FUZZ_SEED ?? randomInt(2 ** 31));
/** For so many requests, or for so long. */
const MOST = ROLLBOOK_FUZZ_MINUTES === undefined ? Number(ROLLBOOK_FUZZ_RUNS) : Number.POSITIVE_INFINITY;
/** PostgreSQL takes several times as long for each. */
const SHARE: Record<Engine, number> = { sqlite: 1, postgres: 0.2 };
const MINUTES = Number(ROLLBOOK_FUZZ_MINUTES ?? Number.POSITIVE_INFINITY);
/** Accounts that are used at once, so that one waits for the disk while another is answered. */
const LANES = 6;
const LISTS_A_ROUND = 20;
const SHRINK_MS = 90_000;
const MOST_GROWTH_KB = 350 * 1024;

interface Failure {
  lane: Lane;
  seed: number;
  path: string;
  steps: readonly Step[];
  error: Error;
}

for (const engine of ENGINES) {
  test(`hostile requests, by property, on ${engine}`, { timeout: Number.POSITIVE_INFINITY }, async (t) => {
    t.diagnostic(`ROLLBOOK_FUZZ_SEED=${SEED}`);
    const requests = MOST * SHARE[engine];
    const database = await newDatabase(engine);
    const shared = await street(await startService({ database: database.address }));
    const lanes = await Promise.all(Array.from({ length: LANES }, () => lane(shared)));
    const failures: Failure[] = [];
    const until = Date.now() + MINUTES * 60_000;
    let sent = 0;
    let warm: number | undefined;

    const property = ({ run }: Lane, skip: () => boolean) =>
      fc.asyncProperty(anySteps, async (steps) => {
        if (skip()) return;
        await run(steps);
        sent += steps.length;
      });

    async function drive(own: Lane, number: number): Promise<void> {
      const over = () => failures.length > 0 || sent >= requests || Date.now() >= until;
      for (let round = 0; !over(); round += 1) {
        const seed = (SEED + number + round * LANES) | 0;
        const run = { seed, numRuns: LISTS_A_ROUND, endOnFailure: true };
        const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(
          property(own, over),
          run,
        );
        if (failed)
          failures.push({
            lane: own,
            seed,
            path: counterexamplePath as string,
            steps: counterexample?.[0] ?? [],
            error: errorInstance as Error,
          });
        // What is there after the first of them is what it takes to be warm.
        if (sent >= Math.min(requests / 10, 10_000)) warm ??= await residentKb(shared.service.process);
      }
    }

    const began = performance.now();
    try {
      await Promise.all(lanes.map(drive));
      t.diagnostic(`${sent} requests in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      for (const [kind, times] of [...shared.met].sort()) t.diagnostic(`${times} ${kind}`);
      if (failures.length > 0) assert.fail(await reproduced());

      await shared.checkNeighbour();
      const { process: child, stdout, stderr } = shared.service;
      assert.equal(child.exitCode, null);
      assert.doesNotMatch(stderr().replace(/^Rollbook listens on .*\n/, ''), /\S/);
      assert.doesNotMatch(stdout(), /"level":"(?!info)/);
      const growth = (await residentKb(child)) - (warm ?? 0);
      t.diagnostic(`${growth} kB more than when it was warm`);
      if (warm !== undefined) assert.ok(growth < MOST_GROWTH_KB, `${growth} kB`);
    } finally {
      for (const { close } of lanes) close();
      // It may hang for good.
      await shared.service.stop('SIGKILL');
      await database.remove();
    }

    /** When one request ends the service every lane fails, but only the guilty one does so again alone; a race may need a second try. */
    async function reproduced(): Promise<string> {
      shared.patience = SURE_HANG_MS;
      for (const { lane: own, seed, path } of [...failures, ...failures, ...failures]) {
        const until = Date.now() + SHRINK_MS;
        const alone: Lane = {
          ...own,
          async run(steps) {
            await revive(shared, database.address);
            await own.run(steps);
          },
        };
        const once = { seed, path, numRuns: 1 };
        const { failed, counterexample, errorInstance } = await fc.check(
          property(alone, () => Date.now() > until),
          once,
        );
        if (!failed) continue;
        const least = { steps: counterexample?.[0] ?? [], error: errorInstance as Error };
        const { steps, error } = await fewest(alone, least, until);
        return `${error.message}\n\nAgain: ${lineOf(steps, engine)}`;
      }
      const all = failures.map(
        ({ error, steps }) => `${error.message}\n\nWhat was sent: ${lineOf(steps, engine)}`,
      );
      return `It did not fail again alone.\n${all.join('\n\n')}`;
    }
  });
}

interface Failing {
  steps: readonly Step[];
  error: Error;
}

/** Without every step that is not needed: fast-check leaves what came after the one that failed. */
async function fewest({ run }: Lane, found: Failing, until: number): Promise<Failing> {
  let least = found;
  for (let at = found.steps.length - 1; at >= 0 && least.steps.length > 1; at -= 1) {
    const steps = least.steps.toSpliced(at, 1);
    // A race is not lost every time.
    for (let tries = 3; tries > 0 && Date.now() < until; tries -= 1) {
      const error = await run(steps).then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (error === undefined) continue;
      least = { steps, error };
      break;
    }
  }
  return least;
}

/** A service that died or hangs comes back where it was, for the next try. */
async function revive(shared: Street, database: string): Promise<void> {
  const { service } = shared;
  const lives = fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(SURE_HANG_MS) });
  if (
    await lives.then(
      () => true,
      () => false,
    )
  )
    return;
  await service.stop('SIGKILL');
  shared.service = await startService({ database, env: { ROLLBOOK_PORT: new URL(service.url).port } });
}
