import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A fixed number of requests a second over a fixed number of connections, whatever the server does. A request's
 * time begins when it was due, not when a connection was free for it, so that waiting counts.
 */
const { url, requests, seconds, connections, perSecond } = JSON.parse(await text(process.stdin));
const { hostname, port } = new URL(url);
const texts: string[] = requests.map(
  ({ method, path, key }: { method: string; path: string; key: string }) =>
    `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
);

const due: number[] = [];
const free: Socket[] = [];
const latencies: number[] = [];
let asked = 0;

function send(socket: Socket, since: number): void {
  let received = '';
  socket.removeAllListeners('data');
  socket.on('data', (data) => {
    received += data.toString('latin1');
    const headEnd = received.indexOf('\r\n\r\n');
    const [, length = '0'] = /content-length: (\d+)/i.exec(received) ?? [];
    if (headEnd === -1 || received.length < headEnd + 4 + Number(length)) return;
    if (!received.startsWith('HTTP/1.1 200')) throw new Error(received.slice(0, 200));
    latencies.push(performance.now() - since);
    const next = due.shift();
    if (next === undefined) free.push(socket);
    else send(socket, next);
  });
  socket.write(texts[asked++ % texts.length] as string);
}

const sockets = await Promise.all(
  Array.from(
    { length: connections },
    () =>
      new Promise<Socket>((resolve) => {
        const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true }, () =>
          resolve(socket),
        );
      }),
  ),
);
free.push(...sockets);

const began = performance.now();
const total = perSecond * seconds;
for (let scheduled = 0; scheduled < total; ) {
  const now = performance.now();
  for (; scheduled < total && began + (scheduled * 1000) / perSecond <= now; scheduled += 1) {
    const since = began + (scheduled * 1000) / perSecond;
    const socket = free.pop();
    if (socket === undefined) due.push(since);
    else send(socket, since);
  }
  await new Promise((resolve) => setImmediate(resolve));
}
while (latencies.length < total) await new Promise((resolve) => setTimeout(resolve, 5));
for (const socket of sockets) socket.destroy();

latencies.sort((a, b) => a - b);
process.stdout.write(JSON.stringify({ rate: total / seconds, p99: latencies[Math.floor(total * 0.99)] }));
