import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCommand, onLoadCore, type Subject } from './subject.ts';

export interface Request {
  method: string;
  path: string;
  key?: string;
  body?: string;
}

export interface LoadOptions {
  requests: readonly Request[];
  seconds: number;
  connections: number;
}

export interface Measured {
  /** Successful responses per second. */
  rate: number;
  /** In milliseconds; at a fixed rate, measured from the moment each request was due. */
  p99: number;
}

export const TOOL = hasCommand('wrk') ? 'wrk' : 'autocannon';

/** Sends as many requests as the server takes, from a separate process. */
export function load(subject: Subject, options: LoadOptions): Promise<Measured> {
  return TOOL === 'wrk' ? runWrk(subject, options) : runAutocannon(subject, options);
}

export interface MeasuredAtRate extends Measured {
  p50: number;
  /** Measured from the moment each request was sent. */
  answeredP99: number;
  /** Requests sent per second: fewer than `perSecond` if the load generator was short of CPU. */
  sentPerSecond: number;
  /** The share of requests answered 503, which rate and times leave out. */
  refused: number;
}

/** Sends a fixed number of requests per second (open loop), so that waiting counts as latency. */
export async function loadAtRate(
  { url }: Subject,
  options: LoadOptions & { perSecond: number },
): Promise<MeasuredAtRate> {
  const command = onLoadCore([process.execPath, join(import.meta.dirname, 'fixed-rate-load.ts')]);
  return JSON.parse(await run(command, JSON.stringify({ url, ...options })));
}

const headersOf = ({ key, body }: Request): Record<string, string> => ({
  ...(key && { authorization: `Bearer ${key}` }),
  ...(body && { 'content-type': 'application/json' }),
});

async function runWrk({ url }: Subject, { requests, seconds, connections }: LoadOptions): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-wrk-'));
  const script = join(folder, 'requests.lua');
  const formatted = requests.map((request) => {
    const headers = Object.entries(headersOf(request)).map(([name, value]) => `["${name}"]="${value}"`);
    const body = request.body === undefined ? 'nil' : `[==[${request.body}]==]`;
    return `add("${request.method}","${request.path}",{${headers.join(',')}},${body})`;
  });
  // A Lua function may hold a limited number of constants, so the requests are added in chunks.
  const chunks: string[] = [];
  for (let i = 0; i < formatted.length; i += 1000)
    chunks.push(`;(function()\n${formatted.slice(i, i + 1000).join('\n')}\nend)()`);
  writeFileSync(
    script,
    `local all, next = {}, 0
local pending = {}
local function add(m, p, h, b) pending[#pending + 1] = {m, p, h, b} end
${chunks.join('\n')}
function init() for i, r in ipairs(pending) do all[i] = wrk.format(r[1], r[2], r[3], r[4]) end end
function request() next = next % #all + 1; return all[next] end
function done(summary, latency)
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.errors.status, summary.duration, latency:percentile(99)))
end`,
  );
  try {
    const command = onLoadCore(['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]);
    const output = await run(command);
    const [, answered, failed, micros, p99] =
      /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(output)?.map(Number) ?? [];
    if (answered === undefined || failed === undefined || micros === undefined || p99 === undefined)
      throw new Error(output);
    return { rate: successfulRequests(answered, failed) / (micros / 1e6), p99: p99 / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Tolerates a few failures, which a stall of the machine causes; more than 1% is a fault of the benchmark. */
export function successfulRequests(answered: number, failed: number): number {
  if (failed > answered / 100) throw new Error(`${failed} of ${answered} requests were refused`);
  return answered - failed;
}

/** Runs autocannon in a separate process, so that this one stays idle. */
async function runAutocannon(
  { url }: Subject,
  { requests, seconds, connections }: LoadOptions,
): Promise<Measured> {
  const command = onLoadCore([process.execPath, join(import.meta.dirname, 'autocannon-load.ts')]);
  const autocannonRequests = requests.map((request) => ({
    method: request.method,
    path: request.path,
    headers: headersOf(request),
    ...(request.body && { body: request.body }),
  }));
  return JSON.parse(
    await run(command, JSON.stringify({ url, requests: autocannonRequests, seconds, connections })),
  );
}

function run([command = '', ...args]: string[], input?: string): Promise<string> {
  if (input === undefined)
    return new Promise((resolve, reject) =>
      execFile(command, args, (error, stdout, stderr) =>
        error ? reject(new Error(stderr || stdout)) : resolve(stdout),
      ),
    );
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}
