/** The catalogue is read as one row. */
const MAX_ROW_BYTES = 256 * 1024 * 1024;
const MAX_ERROR_BYTES = 1024 * 1024;
/** For all other messages; libpq has the same limit. */
const MAX_MESSAGE_BYTES = 30_000;
/** The length field, which counts itself. */
const LENGTH_BYTES = 4;
const HEADER_BYTES = 1 + LENGTH_BYTES;
/** The count of fields or columns in a message. */
const COUNT_BYTES = 2;
/** A column in a row description, without its name. */
const COLUMN_BYTES = 18;

const code = (letter: string) => letter.charCodeAt(0);
const [ERROR, NOTICE, ROW, READY] = [code('E'), code('N'), code('D'), code('Z')];
/** The length limit of each message type. COPY and replication messages are missing, because we never use them. */
const MAX_BYTES = new Map<number, number>([
  ...[...'123nsICZSATt'].map((letter): [number, number] => [code(letter), MAX_MESSAGE_BYTES]),
  [ROW, MAX_ROW_BYTES],
  [ERROR, MAX_ERROR_BYTES],
  [NOTICE, MAX_ERROR_BYTES],
]);
/** Message types that are allowed only before the first ReadyForQuery. */
const LOGIN = [code('R'), code('K')];

/**
 * The server sent what PostgreSQL never sends, so later responses can no longer be matched to queries. Thrown while
 * a message is handled, it closes the connection (`guardProtocol`).
 */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
}

/** Every PostgreSQL error has a code; the driver would take one without for an error of the statement. */
export function checkErrorCode({ code = '' }: { code?: string }): void {
  if (!/^[0-9A-Z]{5}$/.test(code)) throw new ProtocolError('an error without a code');
}

/** The driver reads a field that claims to be longer than its message from the next message. */
export function checkRowLength({ length, fields }: { length: number; fields: (string | null)[] }): void {
  let bytes = LENGTH_BYTES + COUNT_BYTES;
  for (const field of fields) bytes += LENGTH_BYTES + (field === null ? 0 : Buffer.byteLength(field));
  if (bytes !== length) throw new ProtocolError('a row that is not as long as its fields');
}

export function checkDescriptionLength({
  length,
  fields,
}: {
  length: number;
  fields: { name: string }[];
}): void {
  let bytes = LENGTH_BYTES + COUNT_BYTES;
  for (const { name } of fields) bytes += Buffer.byteLength(name) + 1 + COLUMN_BYTES;
  if (bytes !== length) throw new ProtocolError('a description that is not as long as its columns');
}

/** Tracks the message boundaries in the server's bytes, and throws at the first invalid message. */
export class MessageCheck {
  readonly #header = Buffer.alloc(HEADER_BYTES);
  /** Received bytes of an incomplete header. */
  #headerBytes = 0;
  /** Bytes of the message body still to come. */
  #remaining = 0;
  #type = 0;
  /** The last two received bytes of the message. */
  #lastBytes = 0;
  #isLoggedIn = false;

  read(data: Buffer): void {
    let offset = 0;
    while (offset < data.length) {
      if (this.#remaining > 0) offset = this.#readBody(data, offset);
      else if (this.#headerBytes === 0 && data.length - offset >= HEADER_BYTES) {
        this.#readHeader(data, offset);
        offset += HEADER_BYTES;
      } else {
        this.#header[this.#headerBytes++] = data[offset++] as number;
        if (this.#headerBytes < HEADER_BYTES) continue;
        this.#headerBytes = 0;
        this.#readHeader(this.#header, 0);
      }
    }
  }

  #readHeader(data: Buffer, offset: number): void {
    this.#type = data[offset] as number;
    const length = data.readUInt32BE(offset + 1);
    const isLogin = !this.#isLoggedIn && LOGIN.includes(this.#type);
    const maxBytes = MAX_BYTES.get(this.#type) ?? (isLogin ? MAX_MESSAGE_BYTES : 0);
    if (length < LENGTH_BYTES || length > maxBytes)
      throw new ProtocolError(`message ${this.#type} of ${length} bytes`);
    this.#remaining = length - LENGTH_BYTES;
    this.#lastBytes = -1;
    if (this.#type === READY) this.#isLoggedIn = true;
    if (this.#remaining === 0) this.#checkEnd();
  }

  #readBody(data: Buffer, offset: number): number {
    const end = Math.min(data.length, offset + this.#remaining);
    this.#remaining -= end - offset;
    if (this.#type === ERROR || this.#type === NOTICE) {
      for (let i = Math.max(offset, end - 2); i < end; i += 1)
        this.#lastBytes = ((this.#lastBytes << 8) | (data[i] as number)) & 0xffff;
      if (this.#remaining === 0) this.#checkEnd();
    }
    return end;
  }

  /** An error must end in two zero bytes: the driver reads its fields up to them, beyond the message if need be. */
  #checkEnd(): void {
    if ((this.#type === ERROR || this.#type === NOTICE) && this.#lastBytes !== 0)
      throw new ProtocolError('an error without an end');
  }
}
