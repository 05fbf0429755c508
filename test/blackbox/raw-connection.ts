import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Answer } from '../service.ts';

const DEADLINE_MS = 30_000;

/** A TCP or TLS connection for requests that fetch cannot send or would normalize. */
export class Connection {
  /** Statuses of interim responses (1xx), in the order received. */
  readonly interim: number[] = [];
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #ended = false;
  #notify = () => {};

  constructor(url: string) {
    const { protocol, hostname, port } = new URL(url);
    this.#socket =
      protocol === 'https:' ? connectTls(Number(port), hostname) : connect(Number(port), hostname);
    this.#socket.on('data', (data: Buffer) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#notify();
    });
    const end = () => {
      this.#ended = true;
      this.#notify();
    };
    this.#socket.on('end', end).on('close', end).on('error', end);
  }

  send(data: string | Uint8Array): void {
    this.#socket.write(data);
  }

  /** Waits for the next final response. */
  async answer({ toHead = false, within = DEADLINE_MS } = {}): Promise<Answer> {
    return this.#waitFor(() => this.#parseResponse(toHead), within);
  }

  /** Closes the sending side and returns all responses until the server closes too. */
  async rest(within = DEADLINE_MS): Promise<Answer[]> {
    this.#socket.end();
    await this.#waitFor(() => (this.#ended ? true : undefined), within);
    const answers: Answer[] = [];
    for (let next = this.#parseResponse(false); next !== undefined; next = this.#parseResponse(false))
      answers.push(next);
    return answers;
  }

  /** Received data that was not parsed yet. */
  left(): string {
    return this.#received.toString('latin1');
  }

  /** Waits for an interim response such as 100 Continue. */
  async continued(): Promise<void> {
    await this.#waitFor(() => {
      const isInterim = /^HTTP\/1\.1 1\d\d /.test(this.#received.toString('latin1'));
      if (isInterim) this.#parseResponse(false);
      return this.interim.length > 0 ? true : undefined;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  async #waitFor<T>(attempt: () => T | undefined, within = DEADLINE_MS): Promise<T> {
    const deadline = Date.now() + within;
    for (;;) {
      const result = attempt();
      if (result !== undefined) return result;
      const received = () => JSON.stringify(this.#received.toString('latin1').slice(0, 300));
      if (this.#ended) throw new Error(`connection closed after ${received()}`);
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`no answer within ${within} ms, only ${received()}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#notify = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  #parseResponse(toHead: boolean): Answer | undefined {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return undefined;
    const [statusLine = '', ...lines] = this.#received.toString('latin1', 0, headEnd).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers = new Headers();
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    const rest = this.#received.subarray(headEnd + 4);
    if (status < 200) {
      this.interim.push(status);
      this.#received = rest;
      return this.#parseResponse(toHead);
    }
    const parsed =
      toHead || status === 204 || status === 304
        ? { body: Buffer.alloc(0), size: 0 }
        : this.#parseBody(headers, rest);
    if (parsed === undefined) return undefined;
    this.#received = rest.subarray(parsed.size);
    const text = parsed.body.toString();
    const isJson = headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
  }

  #parseBody(headers: Headers, rest: Buffer): { body: Buffer; size: number } | undefined {
    if (headers.get('transfer-encoding') === 'chunked') return unchunk(rest);
    const length = headers.get('content-length');
    if (length === null) return this.#ended ? { body: rest, size: rest.length } : undefined;
    const size = Number(length);
    return rest.length < size ? undefined : { body: rest.subarray(0, size), size };
  }
}

function unchunk(rest: Buffer): { body: Buffer; size: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (rest.length < end) return undefined;
    parts.push(rest.subarray(lineEnd + 2, end - 2));
    if (size === 0) return { body: Buffer.concat(parts), size: end };
    at = end;
  }
}

/** Formats a request; adds Host and Content-Length unless given. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): string {
  const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (!named.has('host')) lines.unshift('Host: rollbook.test');
  const hasLength = named.has('content-length') || named.has('transfer-encoding');
  if (body !== undefined && !hasLength) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Sends the bytes on a new connection and returns the first response. */
export async function exchange(url: string, bytes: string | Uint8Array, toHead = false): Promise<Answer> {
  const connection = new Connection(url);
  try {
    connection.send(bytes);
    return await connection.answer({ toHead });
  } finally {
    connection.close();
  }
}
