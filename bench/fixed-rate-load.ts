import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A fixed number of requests a second over a fixed number of connections, whatever the server does. A request's
 * time begins when it was due, not when a connection was free for it, so that waiting counts. Where this program
 * itself came late, for want of its own core, what follows is due later: the server shall not be asked for all of it
 * at once. What was refused with 503 is counted apart; any other refusal is a fault of the bench. The first second is
 * sent and not counted: while this program is being compiled, it is late by more than what it measures.
 */
const { url, requests, seconds, connections, perSecond } = JSON.parse(await text(process.stdin));
const { hostname, port } = new URL(url);
const texts: string[] = requests.map(
  ({ method, path, key, body }: { method: string; path: string; key: string; body?: string }) => {
    const about =
      body === undefined
        ? ''
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    return `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n${about}\r\n${body ?? ''}`;
  },
);

if (texts.some((text) => Buffer.byteLength(text) !== text.length)) throw new Error('sent as ASCII only');

const WARM_UP_SECONDS = 1;
/** It sleeps for a millisecond, which lasts a little longer. */
const LONGEST_SLEEP_MS = 2;

interface Caller {
  readonly socket: Socket;
  /** When its request was due, and when it went. */
  since: number;
  sentAt: number;
  /** How much of the answer is still to come; nothing of it has come yet if that is not a number. */
  missing: number;
  refused: boolean;
  done: () => void;
}

const due: number[] = [];
const free: Caller[] = [];
const latencies: number[] = [];
/** Without the wait for a free connection. */
const answered: number[] = [];
let began = Number.POSITIVE_INFINITY;
let asked = 0;
let answers = 0;
let refused = 0;

/** For all that comes: a stream of each connection would take this program half as long again. */
const read = Buffer.alloc(262_144);
const MOST_OF_A_HEAD = 2_048;

function send(caller: Caller, since: number): void {
  caller.since = since;
  caller.sentAt = performance.now();
  caller.missing = Number.NaN;
  caller.socket.write(texts[asked++ % texts.length] as string, 'latin1');
}

function receive(caller: Caller, bytes: number): void {
  // A head is small and written at once; of the body only the length matters.
  if (Number.isNaN(caller.missing)) {
    const [head = '', rest] = read
      .toString('latin1', 0, Math.min(bytes, MOST_OF_A_HEAD))
      .split('\r\n\r\n', 2);
    const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
    const status = head.slice(9, 12);
    if (status !== '200' && status !== '503') throw new Error(read.toString('utf8', 0, bytes));
    caller.refused = status === '503';
    if (rest === undefined || length === undefined) throw new Error(`a head that is cut: ${head}`);
    caller.missing = head.length + 4 + Number(length);
  }
  caller.missing -= bytes;
  if (caller.missing > 0) return;
  answers += 1;
  if (caller.since >= began) {
    if (caller.refused) refused += 1;
    else {
      const now = performance.now();
      latencies.push(now - caller.since);
      answered.push(now - caller.sentAt);
    }
  }
  caller.done();
  const next = due.shift();
  if (next === undefined) free.push(caller);
  else send(caller, next);
}

/** Connected for the server too, not only as far as the system will have it: one answer has come. */
async function connected(): Promise<Caller> {
  const onread = {
    buffer: read,
    callback: (bytes: number) => {
      receive(caller, bytes);
      return true;
    },
  };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  const caller: Caller = { socket, since: 0, sentAt: 0, missing: 0, refused: false, done: () => {} };
  await once(socket, 'connect');
  await new Promise<void>((resolve) => {
    caller.done = resolve;
    send(caller, performance.now());
  });
  caller.done = () => {};
  return caller;
}

/** How long this program has had a core. */
function ranMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const callers: Caller[] = [];
while (callers.length < connections)
  callers.push(
    ...(await Promise.all(Array.from({ length: Math.min(100, connections - callers.length) }, connected))),
  );
free.length = 0;
free.push(...callers);
answers = 0;

const counted = perSecond * seconds;
const total = counted + perSecond * WARM_UP_SECONDS;
const firstAt = performance.now();
began = firstAt + WARM_UP_SECONDS * 1000;
let firstDue = firstAt;
let last = { at: firstAt, ran: ranMs() };
for (let scheduled = 0; scheduled < total; ) {
  const now = performance.now();
  const ran = ranMs();
  firstDue += Math.max(0, now - last.at - (ran - last.ran) - LONGEST_SLEEP_MS);
  last = { at: now, ran };
  for (; scheduled < total; scheduled += 1) {
    const since = firstDue + (scheduled * 1000) / perSecond;
    if (since > now) break;
    const caller = free.pop();
    if (caller === undefined) due.push(since);
    else send(caller, since);
  }
  await new Promise((resolve) => setTimeout(resolve, 1));
}
const sentBy = performance.now();
while (answers < total) await new Promise((resolve) => setTimeout(resolve, 5));
for (const { socket } of callers) socket.destroy();

for (const times of [latencies, answered]) times.sort((a, b) => a - b);
const took = (performance.now() - began) / 1000;
const quantile = (times: readonly number[], share: number) => times[Math.floor(times.length * share)];
process.stdout.write(
  JSON.stringify({
    rate: latencies.length / took,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    answeredP99: quantile(answered, 0.99),
    refused: refused / (latencies.length + refused),
    asked: total / ((sentBy - firstAt) / 1000),
  }),
);
