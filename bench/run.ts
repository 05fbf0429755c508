import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_VALKEY, startValkey } from '../test/valkey.ts';
import { type Filled, fill, fillPlain } from './fill.ts';
import { type LoadOptions, load, loadAtRate, type Measured, type Request, TOOL } from './load.ts';
import { searchCosts } from './names.ts';
import { overloads } from './overload.ts';
import { agree, PEERS, type PeerName, startPeer } from './peers/peer.ts';
import { filledPostgres } from './postgres.ts';
import { type Row, report } from './report.ts';
import { soak } from './soak.ts';
import { residentMiB, type Subject, startSubject } from './subject.ts';
import { REQUESTS } from './work.ts';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    large: { type: 'boolean' },
    overload: { type: 'boolean' },
    peers: { type: 'boolean' },
    postgres: { type: 'boolean' },
    only: { type: 'string' },
    soak: { type: 'string' },
    save: { type: 'boolean' },
  },
});
const ROUNDS = flags.quick ? 1 : 5;
const SECONDS = flags.quick ? 1 : 4;
const ACCOUNTS = flags.quick ? 50 : 1_000;
const STUDENTS = 100;
const CONNECTIONS = 32;
const EVERYONE = flags.quick ? 1_000 : 100_000;

const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');
const limitAt = (name: string) => join(import.meta.dirname, `limits/${name}.ts`);
const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
const rows: Row[] = [];

const RAISED = { ROLLBOOK_READ_LIMIT: '1000000000', ROLLBOOK_WRITE_LIMIT: '1000000000' };
const startService = (database: string, env: Record<string, string> = RAISED) =>
  startSubject((port) => [LAUNCHER, 'serve', '--port', String(port)], {
    ...env,
    ROLLBOOK_DATABASE: database,
  });
const startLimit = (name: string, ...args: string[]) =>
  startSubject((port) => [process.execPath, limitAt(name), String(port), ...args]);

const wanted = (name: string): boolean => flags.only === undefined || name.includes(flags.only);
const say = (text: string): void => void process.stderr.write(`${text}\n`);
const options = (requests: readonly Request[]): LoadOptions => ({
  requests,
  seconds: SECONDS,
  connections: CONNECTIONS,
});

/** A B A B …, after a warm-up of each: the ratio of every pair, so that a machine that drifts drifts under both. */
async function paired(
  name: string,
  least: number | undefined,
  a: () => Promise<Measured>,
  b: () => Promise<Measured>,
): Promise<void> {
  if (!wanted(name)) return;
  say(name);
  await a();
  await b();
  const pairs: { a: number; b: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair = { a: (await a()).rate, b: (await b()).rate };
    pairs.push(pair);
    say(`  ${Math.round(pair.a)} / ${Math.round(pair.b)} a second`);
  }
  rows.push({ name, pairs, unit: 'a second', atLeast: least });
}

async function againstLimits(filled: Filled, plain: string): Promise<void> {
  const service = await startService(filled.database);
  const against = async (
    name: string,
    least: number | undefined,
    limit: Subject,
    work: { service: (f: Filled) => Request[]; limit: (f: Filled) => Request[] },
  ) => {
    await paired(
      name,
      least,
      () => load(service, options(work.service(filled))),
      () => load(limit, options(work.limit(filled))),
    );
  };
  const constant = await startLimit('constant');
  const read = await startLimit('read', plain);
  const write = await startLimit('write', plain);
  await against('read one, against a bare read (L2)', 0.85, read, REQUESTS.readOne);
  await against(
    'read one of 100,000, seldom in memory, against a bare read (L2)',
    undefined,
    read,
    REQUESTS.readAny,
  );
  await against('list 50, against a bare list (L2)', 2.5, read, REQUESTS.list);
  await against('patch, against a bare durable update (L3)', 2.5, write, REQUESTS.patch);
  await against('search, against a constant (L1)', 0.5, constant, REQUESTS.search);
  await Promise.all([constant, read, write].map((limit) => limit.stop()));
  if (wanted('p99 of reads beside writes')) await readsBesideWrites(service, filled);
  await service.stop();
}

/** What fails with a peer is said, and costs its own rows only. */
async function againstPeers(filled: Filled): Promise<void> {
  const service = await startService(filled.database);
  for (const [peer, title] of Object.entries(PEERS) as [PeerName, string][]) {
    const works = Object.entries({
      [`read one, against ${title} (a peer)`]: REQUESTS.readOne,
      [`list 50, against ${title} (a peer)`]: REQUESTS.list,
      [`patch, against ${title} (a peer)`]: REQUESTS.patch,
    }).filter(([name]) => wanted(name));
    if (works.length === 0) continue;
    say(`installing ${title}`);
    let other: Subject | undefined;
    try {
      other = await startPeer(peer, folder, filled);
      for (const [, work] of works) await agree(service, other, work.service(filled).slice(0, 20));
      for (const [name, work] of works) {
        const [ours, theirs] = [service, other];
        await paired(
          name,
          undefined,
          () => load(ours, options(work.service(filled))),
          () => load(theirs, options(work.service(filled))),
        );
      }
    } catch (error) {
      say(`${title} is left out from here on: ${(error as Error).message}`);
    }
    await other?.stop();
  }
  await service.stop();
}

async function onPostgres(): Promise<void> {
  say('filling PostgreSQL');
  const { filled, stop } = await filledPostgres(ACCOUNTS, STUDENTS);
  const service = await startService(filled.database);
  const bare = await startLimit('postgres', filled.database);
  const against = async (
    name: string,
    least: number | undefined,
    subject: Subject,
    work: (typeof REQUESTS)['readOne'],
  ) => {
    await paired(
      name,
      least,
      () => load(subject, options(work.service(filled))),
      () => load(bare, options(work.limit(filled))),
    );
  };
  const { readOne, patch } = REQUESTS;
  await against('read one on PostgreSQL, against a bare read by the same driver', 0.8, service, readOne);
  await against('patch on PostgreSQL, against a bare update by the same driver', 0.5, service, patch);
  if (NO_VALKEY) say(`read one counted in Valkey: ${NO_VALKEY}`);
  else {
    const valkey = await startValkey();
    const counting = await startService(filled.database, { ...RAISED, ROLLBOOK_COUNTERS: valkey.address });
    const name = 'read one on PostgreSQL, counted in Valkey, against a bare read by the same driver';
    await against(name, undefined, counting, readOne);
    await counting.stop();
    await valkey.stop();
  }
  await Promise.all([service.stop(), bare.stop()]);
  await stop();
}

async function overloaded(): Promise<void> {
  const seconds = 2 * SECONDS;
  const { filled, stop } = flags.postgres
    ? await filledPostgres(ACCOUNTS, STUDENTS)
    : { filled: await fill(join(folder, 'overload.db'), ACCOUNTS, STUDENTS), stop: async () => {} };
  // A PostgreSQL limits it by itself.
  await overloads(await startService(filled.database), filled, { seconds, quarter: !flags.postgres });
  await stop();
}

async function readsBesideWrites(service: Subject, filled: Filled): Promise<void> {
  const name = 'p99 of reads beside writes at full load, against alone (ms)';
  say(name);
  const reads = options(REQUESTS.readOne.service(filled));
  const perSecond = Math.round((await load(service, reads)).rate / 2);
  // As everywhere, what runs for the first time is not measured.
  await load(service, options(REQUESTS.patch.service(filled)));
  const pairs: { a: number; b: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await loadAtRate(service, { ...reads, perSecond });
    const writes = options(REQUESTS.patch.service(filled));
    const writing = load(service, { ...writes, seconds: SECONDS + 2 });
    const beside = await loadAtRate(service, { ...reads, perSecond });
    await writing;
    pairs.push({ a: beside.p99, b: alone.p99 });
    say(
      `  ${beside.p99} / ${alone.p99} ms at ${Math.round(beside.asked)} / ${Math.round(alone.asked)} a second`,
    );
  }
  rows.push({ name, pairs, unit: 'ms', atMost: 2 });
}

async function starts(filled: Filled): Promise<void> {
  const name = 'start to first answer, against L1 (ms)';
  if (!wanted(name)) return;
  say(name);
  const pairs: { a: number; b: number }[] = [];
  for (let round = 0; round < ROUNDS + 1; round += 1) {
    const service = await startService(filled.database);
    const constant = await startLimit('constant');
    if (round > 0) pairs.push({ a: service.startMs, b: constant.startMs });
    await Promise.all([service.stop(), constant.stop()]);
  }
  rows.push({ name, pairs, unit: 'ms', atMost: 5 });
}

async function memory(): Promise<void> {
  const name = `memory after ${EVERYONE} accounts within a window (MiB)`;
  if (!wanted(name)) return;
  say(name);
  const filled = await fill(join(folder, 'everyone.db'), EVERYONE, 0);
  const service = await startService(filled.database, {});
  const requests = REQUESTS.everyone(filled);
  for (let i = 0; i < requests.length; i += CONNECTIONS)
    await Promise.all(requests.slice(i, i + CONNECTIONS).map((one) => ask(service, one)));
  rows.push({ name, pairs: [{ a: residentMiB(service), b: 1 }], unit: 'MiB', atMost: 200 });
  await service.stop();
}

async function ask({ url }: Subject, { path, key }: Request): Promise<void> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

function searches(): void {
  if (!wanted('search')) return;
  say('search of 50,000 names');
  const rounds = Array.from({ length: ROUNDS }, searchCosts);
  const row = (name: string, pairs: Row['pairs']) => rows.push({ name, pairs, unit: 'µs', atMost: 5 });
  row(
    'search of 50,000 names, against 265 (µs)',
    rounds.map(({ many: a, few: b }) => ({ a, b })),
  );
  row(
    'search by 200 hostile letters, against ordinary (µs)',
    rounds.map(({ hostile: a, many: b }) => ({ a, b })),
  );
}

/** Ten million rows against ten thousand. Takes minutes and gigabytes, so only on demand. */
async function large(): Promise<void> {
  say('filling ten million rows');
  const [small, big] = [
    await fill(join(folder, 'small.db'), 100, 100),
    await fill(join(folder, 'big.db'), 100_000, 100),
  ];
  const [few, many] = [await startService(small.database), await startService(big.database)];
  for (const [name, work] of [
    ['read one', REQUESTS.readOne],
    ['read one of 100,000, seldom in memory,', REQUESTS.readAny],
    ['patch', REQUESTS.patch],
  ] as const) {
    await paired(
      `${name} at 10⁷ rows, against 10⁴`,
      0.8,
      () => load(many, options(work.service(big))),
      () => load(few, options(work.service(small))),
    );
  }
  await Promise.all([few.stop(), many.stop()]);
}

try {
  if (flags.large) await large();
  else if (flags.soak) {
    const { samples, perSecond, growth } = await soak(folder, startService, {
      seconds: Number(flags.soak) * 60,
      accounts: 2_000,
    });
    say(
      samples
        .filter((_, i) => i % Math.ceil(samples.length / 20) === 0)
        .map(Math.round)
        .join(' '),
    );
    rows.push({
      name: `memory over ${flags.soak} minutes at ${perSecond} a second: end against beginning`,
      pairs: [{ a: samples.at(-1) as number, b: (samples.at(-1) as number) / growth }],
      unit: 'MiB',
      atMost: 1.1,
    });
  } else if (flags.overload) await overloaded();
  else {
    say(`filling ${ACCOUNTS} accounts of ${STUDENTS} students`);
    const filled = await fill(join(folder, 'service.db'), ACCOUNTS, STUDENTS);
    const plain = join(folder, 'plain.db');
    fillPlain(plain, filled);
    await againstLimits(filled, plain);
    if (flags.peers) await againstPeers(filled);
    if (flags.postgres) await onPostgres();
    searches();
    await starts(filled);
    if (!flags.quick) await memory();
  }
  if (!flags.overload)
    report(rows, {
      tool: TOOL,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      save: flags.save ?? false,
    });
} finally {
  rmSync(folder, { recursive: true });
}
