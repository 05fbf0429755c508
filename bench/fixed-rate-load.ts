import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Open-loop load generator: a fixed number of requests per second over a fixed number of connections. Latency is
 * measured from the moment a request was due, so that waiting for a free connection counts. When this process lacks
 * CPU, the schedule moves back, so that the server does not get the backlog at once. 503 is counted apart; any other
 * error ends the benchmark. The first second is not counted: while V8 compiles this code, requests go out too late.
 */
const { url, requests, seconds, connections, perSecond } = JSON.parse(await text(process.stdin));
const { hostname, port } = new URL(url);
const texts: string[] = requests.map(
  ({ method, path, key, body }: { method: string; path: string; key: string; body?: string }) => {
    const bodyHeaders =
      body === undefined
        ? ''
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    return `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n${bodyHeaders}\r\n${body ?? ''}`;
  },
);

if (texts.some((text) => Buffer.byteLength(text) !== text.length)) throw new Error('requests must be ASCII');

const WARM_UP_SECONDS = 1;
/** A timer of 1 ms may take this long; a longer delay means that this process lacked CPU. */
const MAX_SLEEP_MS = 2;

interface Client {
  readonly socket: Socket;
  /** When its request was due, and when it was sent. */
  dueAt: number;
  sentAt: number;
  /** Bytes of the response still to come; NaN before its head has arrived. */
  missingBytes: number;
  refused: boolean;
  done: () => void;
}

const dueTimes: number[] = [];
const free: Client[] = [];
const latencies: number[] = [];
/** Latencies without the wait for a free connection. */
const answerTimes: number[] = [];
let measuredFrom = Number.POSITIVE_INFINITY;
let sent = 0;
let answers = 0;
let refused = 0;

/** One receive buffer shared by all connections: a stream for each would cost the load generator CPU time. */
const receiveBuffer = Buffer.alloc(262_144);
const MAX_HEAD_BYTES = 2_048;

function send(client: Client, dueAt: number): void {
  client.dueAt = dueAt;
  client.sentAt = performance.now();
  client.missingBytes = Number.NaN;
  client.socket.write(texts[sent++ % texts.length] as string, 'latin1');
}

function receive(client: Client, bytes: number): void {
  // A head arrives in one piece; of the body only the length matters.
  if (Number.isNaN(client.missingBytes)) {
    const [head = '', rest] = receiveBuffer
      .toString('latin1', 0, Math.min(bytes, MAX_HEAD_BYTES))
      .split('\r\n\r\n', 2);
    const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
    const status = head.slice(9, 12);
    if (status !== '200' && status !== '503') throw new Error(receiveBuffer.toString('utf8', 0, bytes));
    client.refused = status === '503';
    if (rest === undefined || length === undefined)
      throw new Error(`the head did not arrive in one piece: ${head}`);
    client.missingBytes = head.length + 4 + Number(length);
  }
  client.missingBytes -= bytes;
  if (client.missingBytes > 0) return;
  answers += 1;
  if (client.dueAt >= measuredFrom) {
    if (client.refused) refused += 1;
    else {
      const now = performance.now();
      latencies.push(now - client.dueAt);
      answerTimes.push(now - client.sentAt);
    }
  }
  client.done();
  const next = dueTimes.shift();
  if (next === undefined) free.push(client);
  else send(client, next);
}

/** Connects and waits for one response, because the kernel accepts connections before the server does. */
async function connectClient(): Promise<Client> {
  const onread = {
    buffer: receiveBuffer,
    callback: (bytes: number) => {
      receive(client, bytes);
      return true;
    },
  };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  const client: Client = { socket, dueAt: 0, sentAt: 0, missingBytes: 0, refused: false, done: () => {} };
  await once(socket, 'connect');
  await new Promise<void>((resolve) => {
    client.done = resolve;
    send(client, performance.now());
  });
  client.done = () => {};
  return client;
}

/** The CPU time of this process in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const clients: Client[] = [];
while (clients.length < connections)
  clients.push(
    ...(await Promise.all(
      Array.from({ length: Math.min(100, connections - clients.length) }, connectClient),
    )),
  );
free.length = 0;
free.push(...clients);
answers = 0;

const counted = perSecond * seconds;
const total = counted + perSecond * WARM_UP_SECONDS;
const firstAt = performance.now();
measuredFrom = firstAt + WARM_UP_SECONDS * 1000;
let firstDue = firstAt;
let last = { at: firstAt, ran: cpuMs() };
for (let scheduled = 0; scheduled < total; ) {
  const now = performance.now();
  const ran = cpuMs();
  firstDue += Math.max(0, now - last.at - (ran - last.ran) - MAX_SLEEP_MS);
  last = { at: now, ran };
  for (; scheduled < total; scheduled += 1) {
    const dueAt = firstDue + (scheduled * 1000) / perSecond;
    if (dueAt > now) break;
    const client = free.pop();
    if (client === undefined) dueTimes.push(dueAt);
    else send(client, dueAt);
  }
  await new Promise((resolve) => setTimeout(resolve, 1));
}
const sentAllAt = performance.now();
while (answers < total) await new Promise((resolve) => setTimeout(resolve, 5));
for (const { socket } of clients) socket.destroy();

for (const times of [latencies, answerTimes]) times.sort((a, b) => a - b);
const elapsedS = (performance.now() - measuredFrom) / 1000;
const quantile = (times: readonly number[], share: number) => times[Math.floor(times.length * share)];
process.stdout.write(
  JSON.stringify({
    rate: latencies.length / elapsedS,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    answeredP99: quantile(answerTimes, 0.99),
    refused: refused / (latencies.length + refused),
    sentPerSecond: total / ((sentAllAt - firstAt) / 1000),
  }),
);
