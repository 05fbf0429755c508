import { once } from 'node:events';
import { connect } from 'node:net';

/** A bare connection, for what no HTTP client would send, or not in one piece. */
export interface Wire {
  send: (data: string | Uint8Array) => void;
  /** The next answer; undefined if the server closed without one; throws if nothing comes in time. */
  answer: (within?: number) => Promise<WireAnswer | undefined>;
  closed: () => boolean;
  cut: () => void;
}

export interface WireAnswer {
  status: number;
  head: string;
  text: string;
}

export async function connectTo(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let received: Buffer = Buffer.alloc(0);
  let closed = false;
  let wake = () => {};
  socket.on('data', (data: Buffer) => {
    received = Buffer.concat([received, data]);
    wake();
  });
  await once(socket, 'connect');
  // A reset is an end like any other: who waits for an answer sees that none came.
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
    wake();
  });
  return {
    send: (data) => socket.write(data),
    closed: () => closed,
    cut: () => socket.destroy(),
    async answer(within = 30_000) {
      const deadline = Date.now() + within;
      for (;;) {
        const taken = firstAnswer(received, closed);
        if (taken !== undefined) {
          received = received.subarray(taken.length);
          return taken.answer;
        }
        if (closed) return undefined;
        const left = deadline - Date.now();
        if (left <= 0)
          throw new Error(`no answer within ${within} ms; received: ${received.toString('latin1')}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
  };
}

function firstAnswer(received: Buffer, closed: boolean): { answer: WireAnswer; length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const start = headEnd + 4;
  const announced = /^content-length: *(\d+)/im.exec(head)?.[1];
  const bodiless = status < 200 || status === 204;
  const length = bodiless ? 0 : Number(announced ?? received.length - start);
  if (!bodiless && announced === undefined && !closed) return undefined;
  if (received.length < start + length) return undefined;
  const text = received.subarray(start, start + length).toString();
  return { answer: { status, head, text }, length: start + length };
}

/** A request whose head has been taken and whose body has not gone, so that anything may happen in between. */
export async function headOnly(url: string, key: string, method: string, path: string, body: unknown) {
  const wire = await connectTo(url);
  const text = JSON.stringify(body);
  wire.send(
    `${method} /v1${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` +
      'Expect: 100-continue\r\n\r\n',
  );
  // Sent once nothing but the body is missing.
  const interim = await wire.answer();
  if (interim?.status !== 100) throw new Error(`${method} ${path} was not let in: ${interim?.text}`);
  return {
    async finish(within?: number): Promise<{ status: number; body: unknown }> {
      wire.send(text);
      const answer = await wire.answer(within);
      if (answer === undefined) throw new Error(`${method} ${path} was closed without an answer`);
      return { status: answer.status, body: JSON.parse(answer.text) };
    },
    cut: wire.cut,
  };
}
