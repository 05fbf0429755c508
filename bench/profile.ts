import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from './fill.ts';
import { load } from './load.ts';
import { startSubject } from './subject.ts';
import { REQUESTS } from './work.ts';

/** Where the time of a request goes: what Node's sampling profiler sees of the server's threads, part by part. */
const SECONDS = 8;
const LAUNCHER = join(import.meta.dirname, '../cli/rollbook');

/** A sample counts for the innermost of its frames that belongs to a part, written as `file function`. */
const PARTS: readonly [part: string, frame: RegExp][] = [
  ['collecting garbage', /^ \(garbage collector\)$/],
  ['writing to the socket', /^ write(Utf8|Latin1)String$|^ writev$|^ writeBuffer$/],
  ['the log line', /\/gate\/log\.ts /],
  ['the key', /\/server\/access\/|\/gate\/authenticate\.ts /],
  ['SQLite, reading', /\/store\/sqlite\/store\.ts /],
  ['what is kept in memory', /\/store\/sqlite\/(memory|kept-\w+)\.ts /],
  ['handing writes to the writer', /\/store\/|worker\/io /],
  ['allowance', /\/gate\/allowance\.ts |\/server\/counters\//],
  ['shape and rules', /\/gate\/(shape|bodies)\.ts |\/contract\/|\/ajv\/|\/roster\/routes\.ts /],
  ['catalogue', /\/catalogue\//],
  ['the rest of the gate', /\/server\//],
  ['Fastify and its router', /\/node_modules\//],
  ['Node: HTTP, streams, timers', /^node:/],
];
const ELSE = 'native code outside of any of these';
/** Of the writer's thread all is one part. */
const WRITER = 'the writer: update, commit, sync';

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
    // Not held to one core: there the sampler would have its turn only when the server waits.
    const words = (port: number) => [LAUNCHER, 'serve', '--port', String(port)];
    const service = await startSubject(words, settings, (all) => all);
    const options = () => ({ requests: REQUESTS[kind].service(filled), connections: 32 });
    await load(service, { ...options(), seconds: 2 });
    const from = now();
    const { rate } = await load(service, { ...options(), seconds: SECONDS });
    const to = now();
    await service.stop();
    const spent = new Map<string, number>();
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile')))
      count(JSON.parse(readFileSync(join(folder, file), 'utf8')), from, to, spent);
    show(kind, spent, rate * SECONDS);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The profiler's clock, in microseconds. */
function now(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function count(profile: Profile, from: number, to: number, spent: Map<string, number>): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const isWriter = profile.nodes.some(({ callFrame }) => callFrame.url.endsWith('/writer.ts'));
  let at = profile.startTime;
  profile.samples.forEach((id, i) => {
    const took = profile.timeDeltas[i] as number;
    at += took;
    if (at < from || at > to) return;
    const part = isWriter ? writerPart(id) : partOf(id);
    if (part !== undefined) spent.set(part, (spent.get(part) ?? 0) + took);
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
    return ELSE;
  }
}

function show(kind: string, spent: ReadonlyMap<string, number>, requests: number): void {
  const total = [...spent.values()].reduce((sum, one) => sum + one, 0);
  const rows = [...spent].sort(([, a], [, b]) => b - a);
  const line = (part: string, micros: number) =>
    `| ${part} | ${Math.round((micros / total) * 100)}% | ${(micros / requests).toFixed(1)} |`;
  process.stdout.write(
    `\n${kind}\n\n| part | share | µs a request |\n|---|---|---|\n${rows.map(([part, micros]) => line(part, micros)).join('\n')}\n${line('all', total)}\n`,
  );
}
