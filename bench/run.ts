import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countPostgres, countSqlite } from './counts.ts';
import { type Filled, fill, fillPlain } from './fill.ts';
import { startFilledPostgres } from './fill-postgres.ts';
import { measureGrowth } from './growth.ts';
import { measureHistory } from './history.ts';
import { type LoadOptions, load, loadAtRate, type Measured, type Request, TOOL } from './load.ts';
import { measureOverload } from './overload.ts';
import { type Row, report, verdictOf } from './report.ts';
import { REQUESTS } from './requests.ts';
import { measureSearches } from './search-benchmark.ts';
import { soak } from './soak.ts';
import { residentMiB, type Subject, startSubject } from './subject.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    large: { type: 'boolean' },
    growth: { type: 'boolean' },
    accounts: { type: 'string' },
    overload: { type: 'boolean' },
    postgres: { type: 'boolean' },
    only: { type: 'string' },
    soak: { type: 'string' },
    save: { type: 'boolean' },
  },
});
const ROUNDS = flags.quick ? 1 : 5;
const SECONDS = flags.quick ? 1 : 4;
const GROWTH_ACCOUNTS = Number(flags.accounts ?? 100_000);
const COUNTED_ACCOUNTS = 50;
const ACCOUNTS = flags.quick ? COUNTED_ACCOUNTS : 1_000;
const STUDENTS = 100;
const CONNECTIONS = 32;
/** Server and load generator need a core each. */
const BUSY_LOAD = 1;
const MEMORY_ACCOUNTS = flags.quick ? 1_000 : 100_000;

const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');
const baselinePath = (name: string) => join(import.meta.dirname, `limits/${name}.ts`);
const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
const rows: Row[] = [];

const RAISED_LIMITS = { ROLLBOOK_READ_LIMIT: '1000000000', ROLLBOOK_WRITE_LIMIT: '1000000000' };
const startService = (database: string, env: Record<string, string> = RAISED_LIMITS) =>
  startSubject((port) => [LAUNCHER, 'serve', '--port', String(port)], {
    ...env,
    ROLLBOOK_DATABASE: database,
  });
const startBaseline = (name: string, ...args: string[]) =>
  startSubject((port) => [process.execPath, baselinePath(name), String(port), ...args]);

const isSelected = (name: string): boolean => flags.only === undefined || name.includes(flags.only);
const printProgress = (text: string): void => void process.stderr.write(`${text}\n`);
const options = (requests: readonly Request[]): LoadOptions => ({
  requests,
  seconds: SECONDS,
  connections: CONNECTIONS,
});

/** Measures both in turn after a warm-up of each, so that a drift of the machine affects both. */
async function measurePairs(
  name: string,
  atLeast: number | undefined,
  measureService: () => Promise<Measured>,
  measureBaseline: () => Promise<Measured>,
): Promise<void> {
  if (!isSelected(name)) return;
  printProgress(name);
  await measureService();
  await measureBaseline();
  const pairs: Row['pairs'][number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair = { service: (await measureService()).rate, baseline: (await measureBaseline()).rate };
    pairs.push(pair);
    printProgress(`  ${Math.round(pair.service)} / ${Math.round(pair.baseline)} a second`);
  }
  rows.push({ name, pairs, unit: 'a second', atLeast });
}

async function benchmarkAgainstBaselines(filled: Filled, plain: string): Promise<void> {
  const service = await startService(filled.database);
  const compare = async (
    name: string,
    atLeast: number | undefined,
    baseline: Subject,
    work: { service: (f: Filled) => Request[]; limit: (f: Filled) => Request[] },
  ) => {
    await measurePairs(
      name,
      atLeast,
      () => load(service, options(work.service(filled))),
      () => load(baseline, options(work.limit(filled))),
    );
  };
  const constant = await startBaseline('constant');
  const read = await startBaseline('read', plain);
  const write = await startBaseline('write', plain);
  await compare('read one, against a bare read (L2)', 0.4, read, REQUESTS.readOne);
  await compare('list 50, against a bare list (L2)', 1.1, read, REQUESTS.list);
  await compare('patch, against a bare durable update (L3)', 2.2, write, REQUESTS.patch);
  await compare('search, against a constant (L1)', 0.3, constant, REQUESTS.search);
  await Promise.all([constant, read, write].map((limit) => limit.stop()));
  if (isSelected('p99 of reads beside writes')) await benchmarkReadsDuringWrites(service, filled);
  await service.stop();
}

async function benchmarkPostgres(): Promise<void> {
  printProgress('filling PostgreSQL');
  const { filled, stop } = await startFilledPostgres(ACCOUNTS, STUDENTS);
  const service = await startService(filled.database);
  const bare = await startBaseline('postgres', filled.database);
  const compare = async (
    name: string,
    atLeast: number | undefined,
    subject: Subject,
    work: (typeof REQUESTS)['readOne'],
  ) => {
    await measurePairs(
      name,
      atLeast,
      () => load(subject, options(work.service(filled))),
      () => load(bare, options(work.limit(filled))),
    );
  };
  const { readOne, patch } = REQUESTS;
  // A read is two statements and a patch four, where the bare server sends one.
  await compare('read one on PostgreSQL, against a bare read by the same driver (L4)', 0.4, service, readOne);
  await compare('patch on PostgreSQL, against a bare update by the same driver (L5)', 0.25, service, patch);
  const counting = await startService(filled.database, { ...RAISED_LIMITS, ROLLBOOK_COUNTERS: 'postgres' });
  const name = 'read one on PostgreSQL, counted there, against a bare read by the same driver (L4)';
  await compare(name, undefined, counting, readOne);
  await counting.stop();
  await Promise.all([service.stop(), bare.stop()]);
  await stop();
}

async function benchmarkHistory(): Promise<void> {
  if (!isSelected('history')) return;
  const postgres = flags.postgres ?? false;
  await measureHistory(RAISED_LIMITS, {
    ...{ folder, postgres, accounts: ACCOUNTS, students: STUDENTS, options, startService, measurePairs },
  });
}

async function benchmarkOverload(): Promise<void> {
  const seconds = 2 * SECONDS;
  const { filled, stop } = flags.postgres
    ? await startFilledPostgres(ACCOUNTS, STUDENTS)
    : { filled: await fill(join(folder, 'overload.db'), ACCOUNTS, STUDENTS), stop: async () => {} };
  // PostgreSQL limits the service anyway.
  await measureOverload(await startService(filled.database), filled, { seconds, throttle: !flags.postgres });
  await stop();
}

async function benchmarkReadsDuringWrites(service: Subject, filled: Filled): Promise<void> {
  const name = 'p99 of reads beside writes at full load, against alone (ms)';
  printProgress(name);
  const reads = options(REQUESTS.readOne.service(filled));
  const perSecond = Math.round((await load(service, reads)).rate / 2);
  // A warm-up of the writes, which is not measured.
  await load(service, options(REQUESTS.patch.service(filled)));
  const pairs: Row['pairs'][number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await loadAtRate(service, { ...reads, perSecond });
    const writes = options(REQUESTS.patch.service(filled));
    const writing = load(service, { ...writes, seconds: SECONDS + 2 });
    const during = await loadAtRate(service, { ...reads, perSecond });
    await writing;
    pairs.push({ service: during.p99, baseline: alone.p99 });
    printProgress(
      `  ${during.p99} / ${alone.p99} ms at ${Math.round(during.sentPerSecond)} / ${Math.round(alone.sentPerSecond)} a second`,
    );
  }
  rows.push({ name, pairs, unit: 'ms', atMost: 2 });
}

async function benchmarkStart(filled: Filled): Promise<void> {
  const name = 'start to first answer, against L1 (ms)';
  if (!isSelected(name)) return;
  printProgress(name);
  const pairs: Row['pairs'][number][] = [];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const service = await startService(filled.database);
    const constant = await startBaseline('constant');
    if (round > 0) pairs.push({ service: service.startMs, baseline: constant.startMs });
    await Promise.all([service.stop(), constant.stop()]);
  }
  rows.push({ name, pairs, unit: 'ms', atMost: 5 });
}

async function benchmarkMemory(): Promise<void> {
  const name = `memory after ${MEMORY_ACCOUNTS} accounts within a window (MiB)`;
  if (!isSelected(name)) return;
  printProgress(name);
  const filled = await fill(join(folder, 'everyone.db'), MEMORY_ACCOUNTS, 0);
  const service = await startService(filled.database, {});
  const requests = REQUESTS.everyone(filled);
  for (let i = 0; i < requests.length; i += CONNECTIONS)
    await Promise.all(requests.slice(i, i + CONNECTIONS).map((request) => sendRequest(service, request)));
  rows.push({ name, pairs: [{ service: residentMiB(service) }], unit: 'MiB', atMost: 200 });
  await service.stop();
}

async function sendRequest({ url }: Subject, { path, key }: Request): Promise<void> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

async function benchmarkCounts(): Promise<void> {
  if (!isSelected('bytes and counts')) return;
  printProgress('bytes and counts');
  const file = join(folder, 'counts.db');
  rows.push(...(await countSqlite(await fill(file, COUNTED_ACCOUNTS, STUDENTS), startService)));
  const { filled, stop } = await startFilledPostgres(COUNTED_ACCOUNTS, STUDENTS);
  rows.push(...(await countPostgres(filled, startService)));
  await stop();
}

function benchmarkSearch(): void {
  if (!isSelected('search')) return;
  printProgress('search of 50,000 names');
  const rounds = Array.from({ length: ROUNDS }, measureSearches);
  const addRow = (name: string, pairs: Row['pairs']) => rows.push({ name, pairs, unit: 'µs', atMost: 5 });
  addRow(
    'search of 50,000 names, against 265 (µs)',
    rounds.map(({ many, few }) => ({ service: many, baseline: few })),
  );
  addRow(
    'search by 200 hostile letters, against ordinary (µs)',
    rounds.map(({ hostile, many }) => ({ service: hostile, baseline: many })),
  );
}

/** Compares ten million rows with ten thousand. Takes minutes and gigabytes, so it runs only with --large. */
async function benchmarkLargeDatabase(): Promise<void> {
  printProgress('filling ten million rows');
  const [small, big] = [
    await fill(join(folder, 'small.db'), 100, 100),
    await fill(join(folder, 'big.db'), 100_000, 100),
  ];
  const [few, many] = [await startService(small.database), await startService(big.database)];
  for (const [name, work] of [
    ['read one', REQUESTS.readOne],
    ['read one of 100,000', REQUESTS.readAny],
    ['patch', REQUESTS.patch],
  ] as const) {
    await measurePairs(
      `${name} at 10⁷ rows, against 10⁴`,
      0.8,
      () => load(many, options(work.service(big))),
      () => load(few, options(work.service(small))),
    );
  }
  await Promise.all([few.stop(), many.stop()]);
}

const [loadAverage = 0] = loadavg();
if (loadAverage > BUSY_LOAD)
  printProgress(
    `The load average is ${loadAverage.toFixed(1)}: beside other work, timings miss targets that they meet on a quiet machine.`,
  );

try {
  if (flags.large) await benchmarkLargeDatabase();
  else if (flags.growth)
    await measureGrowth({
      folder,
      postgres: flags.postgres ?? false,
      accounts: GROWTH_ACCOUNTS,
      seconds: SECONDS,
      rows,
      startService,
      measurePairs,
      printProgress,
    });
  else if (flags.soak) {
    const { samples, perSecond, growth } = await soak(folder, startService, {
      seconds: Number(flags.soak) * 60,
      accounts: 2_000,
    });
    printProgress(
      samples
        .filter((_, i) => i % Math.ceil(samples.length / 20) === 0)
        .map(Math.round)
        .join(' '),
    );
    rows.push({
      name: `memory over ${flags.soak} minutes at ${perSecond} a second: end against beginning`,
      pairs: [{ service: samples.at(-1) as number, baseline: (samples.at(-1) as number) / growth }],
      unit: 'MiB',
      atMost: 1.1,
    });
  } else if (flags.overload) await benchmarkOverload();
  else {
    printProgress(`filling ${ACCOUNTS} accounts of ${STUDENTS} students`);
    const filled = await fill(join(folder, 'service.db'), ACCOUNTS, STUDENTS);
    const plain = join(folder, 'plain.db');
    fillPlain(plain, filled);
    await benchmarkAgainstBaselines(filled, plain);
    if (flags.postgres) await benchmarkPostgres();
    await benchmarkHistory();
    benchmarkSearch();
    await benchmarkStart(filled);
    if (!flags.quick) await benchmarkMemory();
    await benchmarkCounts();
  }
  if (!flags.overload)
    report(rows, {
      tool: TOOL,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      save: flags.save ?? false,
    });
  // One short round says nothing about timings.
  const missed = rows.filter((row) => (row.isCount || !flags.quick) && verdictOf(row) === 'missed');
  for (const { name } of missed) printProgress(`missed: ${name}`);
  if (flags.quick) printProgress('Only counts and bytes decide the exit code of --quick.');
  if (missed.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
