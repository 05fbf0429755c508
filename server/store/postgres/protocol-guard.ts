import type { Socket } from 'node:net';
import type pg from 'pg';
import { connectionOf, ProtocolError } from './driver-queries.ts';

/** The catalogue comes in one row. */
const MAX_ROW_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 1024 * 1024;
/** Of all other messages, as in libpq. */
const MAX_MESSAGE_BYTES = 30_000;
/** The length counts its own four bytes. */
const LENGTH_BYTES = 4;
const HEADER_BYTES = 1 + LENGTH_BYTES;
/** Of a column in a description, beside its name. */
const COLUMN_BYTES = 18;

const code = (letter: string) => letter.charCodeAt(0);
const [ERROR, NOTICE, ROW, READY] = [code('E'), code('N'), code('D'), code('Z')];
/** Messages of the server by their first byte, and how long each may be; COPY and replication are never asked for. */
const MAX_BYTES = new Map<number, number>([
  ...[...'123nsICZSATt'].map((letter): [number, number] => [code(letter), MAX_MESSAGE_BYTES]),
  [ROW, MAX_ROW_BYTES],
  [ERROR, MAX_ERROR_BYTES],
  [NOTICE, MAX_ERROR_BYTES],
]);
/** Only until the session has begun. */
const LOGIN = [code('R'), code('K')];

/**
 * The driver parses in the listener of its socket, so what it throws there would end the process, and some of what
 * it is sent keeps it busy for ever or makes it wait for gigabytes. Each message is looked at before the driver gets
 * it, and whatever is thrown destroys this one connection; the driver then fails what was under way on it.
 */
export function guardProtocol(client: pg.Client): void {
  const connection = connectionOf(client);
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream: Socket) => {
    attach(stream);
    const parse = stream.listeners('data').at(-1) as (data: Buffer) => void;
    stream.off('data', parse);
    const check = new MessageCheck();
    stream.on('data', (data: Buffer) => {
      try {
        check.read(data);
        parse(data);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
  };
  // The driver takes an error without a code for one of the statement. Every error of PostgreSQL has one.
  connection.on('errorMessage', ({ code = '' }: { code?: string }) => {
    if (!/^[0-9A-Z]{5}$/.test(code)) throw new ProtocolError('an error without a code');
  });
  // It reads a field that says it is longer than its message out of the next one.
  connection.on('dataRow', ({ length, fields }: { length: number; fields: (string | null)[] }) => {
    let bytes = LENGTH_BYTES + 2;
    for (const field of fields) bytes += 4 + (field === null ? 0 : Buffer.byteLength(field));
    if (bytes !== length) throw new ProtocolError('a row that is not as long as its fields');
  });
  connection.on('rowDescription', ({ length, fields }: { length: number; fields: { name: string }[] }) => {
    let bytes = LENGTH_BYTES + 2;
    for (const { name } of fields) bytes += Buffer.byteLength(name) + 1 + COLUMN_BYTES;
    if (bytes !== length) throw new ProtocolError('a description that is not as long as its columns');
  });
}

/** Follows the messages in what the server sends, and throws at the first that cannot be one. */
export class MessageCheck {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  /** Bytes of the header that have come, while it is not whole. */
  #headerBytes = 0;
  /** Bytes of the message that have not come yet. */
  #left = 0;
  #type = 0;
  /** The last two bytes of the message, as far as it has come. */
  #last = 0;
  #begun = false;

  read(data: Buffer): void {
    let at = 0;
    while (at < data.length) {
      if (this.#left > 0) at = this.#body(data, at);
      else if (this.#headerBytes === 0 && data.length - at >= HEADER_BYTES) {
        this.#begin(data, at);
        at += HEADER_BYTES;
      } else {
        this.#header[this.#headerBytes++] = data[at++] as number;
        if (this.#headerBytes < HEADER_BYTES) continue;
        this.#headerBytes = 0;
        this.#begin(this.#header, 0);
      }
    }
  }

  #begin(data: Buffer, at: number): void {
    this.#type = data[at] as number;
    const length = data.readUInt32BE(at + 1);
    const inLogin = !this.#begun && LOGIN.includes(this.#type);
    const most = MAX_BYTES.get(this.#type) ?? (inLogin ? MAX_MESSAGE_BYTES : 0);
    if (length < LENGTH_BYTES || length > most)
      throw new ProtocolError(`message ${this.#type} of ${length} bytes`);
    this.#left = length - LENGTH_BYTES;
    this.#last = -1;
    if (this.#type === READY) this.#begun = true;
    if (this.#left === 0) this.#end();
  }

  #body(data: Buffer, at: number): number {
    const end = Math.min(data.length, at + this.#left);
    this.#left -= end - at;
    if (this.#type === ERROR || this.#type === NOTICE) {
      for (let i = Math.max(at, end - 2); i < end; i += 1)
        this.#last = ((this.#last << 8) | (data[i] as number)) & 0xffff;
      if (this.#left === 0) this.#end();
    }
    return end;
  }

  /** The driver reads the fields of an error until a zero stands where the next would begin, however far that is. */
  #end(): void {
    if ((this.#type === ERROR || this.#type === NOTICE) && this.#last !== 0)
      throw new ProtocolError('an error without an end');
  }
}
