import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { residentKb } from '../resident.ts';
import { type Service, startService } from '../service.ts';
import { anySteps } from './fuzz/generate.ts';
import { type Lane, lane, type Street, street } from './fuzz/lane.ts';
import { lineOf } from './fuzz/line.ts';
import type { Step } from './fuzz/step.ts';

const { ROLLBOOK_FUZZ_SEED, ROLLBOOK_FUZZ_RUNS = '100000', ROLLBOOK_FUZZ_MINUTES } = process.env;
const SEED = Number(ROLLBOOK_FUZZ_SEED ?? randomInt(2 ** 31));
/** For so many requests, or for so long. */
const REQUESTS = ROLLBOOK_FUZZ_MINUTES === undefined ? Number(ROLLBOOK_FUZZ_RUNS) : Number.POSITIVE_INFINITY;
const UNTIL = Date.now() + Number(ROLLBOOK_FUZZ_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000;
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

test('hostile requests, by property', { timeout: Number.POSITIVE_INFINITY }, async (t) => {
  t.diagnostic(`ROLLBOOK_FUZZ_SEED=${SEED}`);
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-fuzz-'));
  const database = `sqlite:${join(folder, 'rollbook.db')}`;
  const shared = await street(await startService({ database }));
  const lanes = await Promise.all(Array.from({ length: LANES }, () => lane(shared)));
  const failures: Failure[] = [];
  let sent = 0;
  let warm: number | undefined;

  const property = ({ run }: Lane, skip: () => boolean) =>
    fc.asyncProperty(anySteps, async (steps) => {
      if (skip()) return;
      await run(steps);
      sent += steps.length;
    });

  async function drive(own: Lane, number: number): Promise<void> {
    const over = () => failures.length > 0 || sent >= REQUESTS || Date.now() >= UNTIL;
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
      // What is there after the first tenth is what it takes to be warm.
      if (sent >= REQUESTS / 10) warm ??= await residentKb(shared.service.process);
    }
  }

  const began = performance.now();
  try {
    await Promise.all(lanes.map(drive));
    t.diagnostic(`${sent} requests in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    for (const [kind, times] of [...shared.met].sort()) t.diagnostic(`${times} ${kind}`);
    const told: string[] = [];
    for (const failure of failures) told.push(await shrunk(failure));
    if (told.length > 0) assert.fail(told.join('\n\n'));

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
    await shared.service.stop();
    await rm(folder, { recursive: true });
  }

  /** The fewest steps that still fail, alone, as a line to paste. */
  async function shrunk({ lane: own, seed, path, steps, error }: Failure): Promise<string> {
    const until = Date.now() + SHRINK_MS;
    const alone: Lane = {
      ...own,
      async run(some) {
        await revive(shared, database);
        await own.run(some);
      },
    };
    const again = await fc.check(
      property(alone, () => Date.now() > until),
      { seed, path },
    );
    if (again.failed)
      return `${(again.errorInstance as Error).message}\nAgain: ${lineOf(again.counterexample?.[0] ?? [])}`;
    return `${error.message}\nIt did not fail again alone. What was sent: ${lineOf(steps)}`;
  }
});

/** A service that died comes back where it was, for the next try. */
async function revive(shared: Street, database: string): Promise<void> {
  const { process: child, url } = shared.service;
  if (child.exitCode === null && child.signalCode === null) return;
  const service: Service = await startService({ database, env: { ROLLBOOK_PORT: new URL(url).port } });
  shared.service = service;
}
