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
  /** Requests answered with success, a second. */
  rate: number;
  /** Of all requests, in milliseconds; at a fixed rate from the moment at which each was due. */
  p99: number;
}

export const TOOL = hasCommand('wrk') ? 'wrk' : 'autocannon';

/** As much as the server takes, from a process of its own. */
export function load(subject: Subject, options: LoadOptions): Promise<Measured> {
  return TOOL === 'wrk' ? byWrk(subject, options) : byAutocannon(subject, options);
}

export interface MeasuredAtRate extends Measured {
  p50: number;
  /** From the moment at which it was sent. */
  answeredP99: number;
  /** How many a second it came to: fewer than wanted where the load was short of time itself. */
  asked: number;
  /** The share of all requests that was refused with 503; rate and times are of the others. */
  refused: number;
}

/** A fixed number a second, whatever the server does: waiting counts. */
export async function loadAtRate(
  { url }: Subject,
  options: LoadOptions & { perSecond: number },
): Promise<MeasuredAtRate> {
  const words = onLoadCore([process.execPath, join(import.meta.dirname, 'steady.ts')]);
  return JSON.parse(await run(words, JSON.stringify({ url, ...options })));
}

const headersOf = ({ key, body }: Request): Record<string, string> => ({
  ...(key && { authorization: `Bearer ${key}` }),
  ...(body && { 'content-type': 'application/json' }),
});

async function byWrk({ url }: Subject, { requests, seconds, connections }: LoadOptions): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-wrk-'));
  const script = join(folder, 'requests.lua');
  const formatted = requests.map((request) => {
    const headers = Object.entries(headersOf(request)).map(([name, value]) => `["${name}"]="${value}"`);
    const body = request.body === undefined ? 'nil' : `[==[${request.body}]==]`;
    return `add("${request.method}","${request.path}",{${headers.join(',')}},${body})`;
  });
  // Lua allows a function so many constants, so the requests are added in parts.
  const parts: string[] = [];
  for (let i = 0; i < formatted.length; i += 1000)
    parts.push(`;(function()\n${formatted.slice(i, i + 1000).join('\n')}\nend)()`);
  writeFileSync(
    script,
    `local all, next = {}, 0
local pending = {}
local function add(m, p, h, b) pending[#pending + 1] = {m, p, h, b} end
${parts.join('\n')}
function init() for i, r in ipairs(pending) do all[i] = wrk.format(r[1], r[2], r[3], r[4]) end end
function request() next = next % #all + 1; return all[next] end
function done(summary, latency)
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.errors.status, summary.duration, latency:percentile(99)))
end`,
  );
  try {
    const words = onLoadCore(['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]);
    const output = await run(words);
    const [, answered, failed, micros, p99] =
      /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(output)?.map(Number) ?? [];
    if (answered === undefined || failed === undefined || micros === undefined || p99 === undefined)
      throw new Error(output);
    return { rate: served(answered, failed) / (micros / 1e6), p99: p99 / 1000 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A machine that stands still for a second makes a service refuse some. One in a hundred is a fault of the bench. */
export function served(answered: number, failed: number): number {
  if (failed > answered / 100) throw new Error(`${failed} of ${answered} requests were refused`);
  return answered - failed;
}

/** autocannon in a process of its own, because this one measures nothing while it sends. */
async function byAutocannon(
  { url }: Subject,
  { requests, seconds, connections }: LoadOptions,
): Promise<Measured> {
  const words = onLoadCore([process.execPath, join(import.meta.dirname, 'cannon.ts')]);
  const wanted = requests.map((request) => ({
    method: request.method,
    path: request.path,
    headers: headersOf(request),
    ...(request.body && { body: request.body }),
  }));
  return JSON.parse(await run(words, JSON.stringify({ url, requests: wanted, seconds, connections })));
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
