import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A fixed number of requests a second over a fixed number of connections, whatever the server does. A request's
 * time begins when it was due, not when a connection was free for it, so that waiting counts. What was refused with
 * 503 is counted apart; any other refusal is a fault of the bench. The first second is sent and not counted: while
 * this program is being compiled, it is late by more than what it measures.
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

const WARM_UP_SECONDS = 1;

const due: number[] = [];
const free: Socket[] = [];
const latencies: number[] = [];
/** Without the wait for a free connection. */
const answered: number[] = [];
let began = Number.POSITIVE_INFINITY;
let asked = 0;
let answers = 0;
let refused = 0;

function send(socket: Socket, since: number, done = () => {}): void {
  const sentAt = performance.now();
  let status = '';
  let missing = Number.NaN;
  socket.removeAllListeners('data');
  socket.on('data', (data: Buffer) => {
    // A head is small and written at once; of the body only the length matters.
    if (status === '') {
      const end = data.indexOf('\r\n\r\n') + 4;
      const head = data.toString('latin1', 0, end);
      status = head.slice(9, 12);
      missing = end + Number(/content-length: (\d+)/i.exec(head)?.[1]);
    }
    missing -= data.length;
    if (missing > 0) return;
    if (status !== '200' && status !== '503') throw new Error(data.toString());
    answers += 1;
    if (since >= began) {
      if (status === '503') refused += 1;
      else {
        const now = performance.now();
        latencies.push(now - since);
        answered.push(now - sentAt);
      }
    }
    done();
    const next = due.shift();
    if (next === undefined) free.push(socket);
    else send(socket, next);
  });
  socket.write(texts[asked++ % texts.length] as string);
}

/** Connected for the server too, not only as far as the system will have it: one answer has come. */
async function connected(): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  await new Promise<void>((resolve) => {
    send(socket, performance.now(), resolve);
  });
  return socket;
}

const sockets: Socket[] = [];
while (sockets.length < connections)
  sockets.push(
    ...(await Promise.all(Array.from({ length: Math.min(100, connections - sockets.length) }, connected))),
  );
free.length = 0;
free.push(...sockets);
answers = 0;

began = performance.now() + WARM_UP_SECONDS * 1000;
const counted = perSecond * seconds;
const total = counted + perSecond * WARM_UP_SECONDS;
for (let scheduled = 0; scheduled < total; ) {
  const now = performance.now();
  for (; scheduled < total; scheduled += 1) {
    const since = began + (scheduled * 1000) / perSecond - WARM_UP_SECONDS * 1000;
    if (since > now) break;
    const socket = free.pop();
    if (socket === undefined) due.push(since);
    else send(socket, since);
  }
  await new Promise((resolve) => setTimeout(resolve, 1));
}
while (answers < total) await new Promise((resolve) => setTimeout(resolve, 5));
for (const socket of sockets) socket.destroy();

for (const times of [latencies, answered]) times.sort((a, b) => a - b);
const took = (performance.now() - began) / 1000;
const quantile = (times: readonly number[], share: number) => times[Math.floor(times.length * share)];
process.stdout.write(
  JSON.stringify({
    rate: latencies.length / took,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    answeredP99: quantile(answered, 0.99),
    refused: refused / counted,
  }),
);
