import { once } from 'node:events';
import { connect } from 'node:net';

/** A TCP connection for requests that no HTTP client would send, or not in one piece. */
export interface Wire {
  send: (data: string | Uint8Array) => void;
  /** Waits for the next response; undefined if the server closed without one; throws on timeout. */
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
  // A reset counts as a close: answer() returns undefined.
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
        const parsed = parseResponse(received, closed);
        if (parsed !== undefined) {
          received = received.subarray(parsed.length);
          return parsed.answer;
        }
        if (closed) return undefined;
        const remainingMs = deadline - Date.now();
        if (remainingMs <= 0)
          throw new Error(`no answer within ${within} ms; received: ${received.toString('latin1')}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, remainingMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
  };
}

function parseResponse(
  received: Buffer,
  closed: boolean,
): { answer: WireAnswer; length: number } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const start = headEnd + 4;
  const contentLength = /^content-length: *(\d+)/im.exec(head)?.[1];
  const hasNoBody = status < 200 || status === 204;
  const length = hasNoBody ? 0 : Number(contentLength ?? received.length - start);
  if (!hasNoBody && contentLength === undefined && !closed) return undefined;
  if (received.length < start + length) return undefined;
  const text = received.subarray(start, start + length).toString();
  return { answer: { status, head, text }, length: start + length };
}

/** Sends the head of a request and returns once the server expects the body. */
export async function headOnly(url: string, key: string, method: string, path: string, body: unknown) {
  const wire = await connectTo(url);
  const text = JSON.stringify(body);
  wire.send(
    `${method} /v1${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n` +
      'Expect: 100-continue\r\n\r\n',
  );
  // The server sends 100 Continue once only the body is missing.
  const interim = await wire.answer();
  if (interim?.status !== 100) throw new Error(`${method} ${path} got no 100 Continue: ${interim?.text}`);
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
