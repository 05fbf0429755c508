import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from './fill.ts';
import { load } from './load.ts';
import { REQUESTS } from './requests.ts';
import { startSubject } from './subject.ts';

// Profiles the server's threads with Node's sampling profiler and prints the CPU time per part of the code.

const SECONDS = 8;
const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

/** A sample counts for its innermost frame, written as `file function`, that matches a part. */
const PARTS: readonly [part: string, frame: RegExp][] = [
  ['garbage collection', /^ \(garbage collector\)$/],
  ['socket writes', /^ write(Utf8|Latin1)String$|^ writev$|^ writeBuffer$/],
  ['log', /\/observability\/log\.ts /],
  ['authentication', /\/server\/auth\//],
  ['SQLite reads', /\/store\/sqlite\/sqlite-(store|student-table|statements)\.ts /],
  ['store and hand-over to the writer', /\/store\/|worker\/io /],
  ['rate limits', /\/server\/rate-limit\//],
  [
    'validation and rules',
    /\/http\/(validation|request-body)\.ts |\/contract\/|\/ajv\/|\/server\/students\//,
  ],
  ['catalogue', /\/catalogue\//],
  ['rest of the server', /\/server\//],
  ['packages', /\/node_modules\//],
  ['Node: HTTP, streams, timers', /^node:/],
];
const OTHER = 'other native code';
/** The writer thread is one part. */
const WRITER = 'writer thread: update, commit, sync';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
  startTime: number;
}

for (const kind of ['readOne', 'list', 'search', 'patch'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-profile-'));
  try {
    const filled = await fill(join(folder, 'service.db'), 1_000, 100);
    const settings = {
      ROLLBOOK_DATABASE: filled.database,
      ROLLBOOK_READ_LIMIT: '1000000000',
      ROLLBOOK_WRITE_LIMIT: '1000000000',
      NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=250 --cpu-prof-dir=${folder}`,
    };
    // Not pinned to one core, where the sampler would run only while the server waits.
    const command = (port: number) => [LAUNCHER, 'serve', '--port', String(port)];
    const service = await startSubject(command, settings, (unpinned) => unpinned);
    const options = () => ({ requests: REQUESTS[kind].service(filled), connections: 32 });
    await load(service, { ...options(), seconds: 2 });
    const from = profilerClock();
    const { rate } = await load(service, { ...options(), seconds: SECONDS });
    const to = profilerClock();
    await service.stop();
    const partTimes = new Map<string, number>();
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile')))
      addSamples(JSON.parse(readFileSync(join(folder, file), 'utf8')), from, to, partTimes);
    printTable(kind, partTimes, rate * SECONDS);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The profiler's clock, in microseconds. */
function profilerClock(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function addSamples(profile: Profile, from: number, to: number, partTimes: Map<string, number>): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const isWriter = profile.nodes.some(({ callFrame }) => callFrame.url.endsWith('/writer-thread.ts'));
  let at = profile.startTime;
  profile.samples.forEach((id, i) => {
    const took = profile.timeDeltas[i] as number;
    at += took;
    if (at < from || at > to) return;
    const part = isWriter ? writerPart(id) : partOf(id);
    if (part !== undefined) partTimes.set(part, (partTimes.get(part) ?? 0) + took);
  });

  function frame(id: number): string {
    const { url = '', functionName = '' } = nodes.get(id)?.callFrame ?? {};
    return `${url} ${functionName}`;
  }

  function writerPart(id: number): string | undefined {
    return frame(id) === ' (idle)' ? undefined : WRITER;
  }

  function partOf(id: number): string | undefined {
    if (frame(id) === ' (idle)') return undefined;
    for (let one: number | undefined = id; one !== undefined; one = parents.get(one)) {
      const name = frame(one);
      const [part] = PARTS.find(([, pattern]) => pattern.test(name)) ?? [];
      if (part !== undefined) return part;
    }
    return OTHER;
  }
}

function printTable(kind: string, partTimes: ReadonlyMap<string, number>, requests: number): void {
  const total = [...partTimes.values()].reduce((sum, one) => sum + one, 0);
  const rows = [...partTimes].sort(([, a], [, b]) => b - a);
  const line = (part: string, micros: number) =>
    `| ${part} | ${Math.round((micros / total) * 100)}% | ${(micros / requests).toFixed(1)} |`;
  process.stdout.write(
    `\n${kind}\n\n| part | share | µs a request |\n|---|---|---|\n${rows.map(([part, micros]) => line(part, micros)).join('\n')}\n${line('all', total)}\n`,
  );
}
