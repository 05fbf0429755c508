/**
 * One thing a hostile caller does, as plain data: a failure is a list of these, and a list is a line to paste.
 * Bytes are latin1 strings. `{write}` and the like stand for what only the run at hand knows: keys, host, cursors.
 */
export type Step = Ask | Raw;

/** A whole HTTP request, of which the documents say exactly how it is answered. */
export interface Ask {
  by: Caller;
  method: string;
  /** Below /v1, as it is sent, with its query. */
  path: string;
  /** What the path means; without a route it means nothing. */
  meant: { route?: Route; uid?: string; query?: [name: string, value: string][] };
  type?: string;
  /** The content-encoding, of a body that is sent as it is whatever this says. */
  coding?: string;
  body?: string;
  chunked?: boolean;
  more?: string[];
}

/** Bytes that may be a request, or nearly one, or several. */
export interface Raw {
  raw: string;
}

export type Route = 'students' | 'roster' | 'student';
export const METHODS: Record<Route, readonly string[]> = {
  students: ['GET'],
  roster: ['GET', 'POST'],
  student: ['GET', 'PATCH', 'DELETE'],
};

/** Who sends it, as the value of Authorization. */
export const CALLERS = {
  write: 'Bearer {write}',
  read: 'Bearer {read}',
  suspended: 'Bearer {suspended}',
  revoked: 'Bearer {revoked}',
  typo: 'Bearer {write}x',
  scheme: 'Basic {write}',
  made: 'Bearer rollbook_000000000000000000000000000000000',
  twice: 'Bearer {write}\r\nauthorization: Bearer {read}',
  none: undefined,
} as const;
export type Caller = keyof typeof CALLERS;

export type Known = Readonly<Record<string, string>>;

const filled = (text: string, known: Known): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);

/** The bytes of a step. */
export function rendered(step: Step, known: Known): Buffer {
  if ('raw' in step) return Buffer.from(filled(step.raw, known), 'latin1');
  const { by, method, path, type, coding, body, chunked, more = [] } = step;
  const authorization = CALLERS[by];
  const bytes = body === undefined ? undefined : Buffer.from(body, 'latin1');
  const lines = [
    `${method} /v1${path} HTTP/1.1`,
    'Host: {host}',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(coding === undefined ? [] : [`Content-Encoding: ${coding}`]),
    ...more,
    ...(bytes === undefined
      ? []
      : [chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`]),
  ];
  const head = Buffer.from(`${filled(lines.join('\r\n'), known)}\r\n\r\n`, 'latin1');
  if (bytes === undefined) return head;
  return Buffer.concat(chunked ? [head, inChunks(bytes)] : [head, bytes]);
}

function inChunks(bytes: Buffer): Buffer {
  const half = bytes.length >> 1;
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
  const chunks = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

/** What a person sees of it. */
export function said(step: Step): string {
  if ('raw' in step) return `bytes ${JSON.stringify(step.raw).slice(0, 200)}`;
  const body = step.body === undefined ? '' : ` ${JSON.stringify(step.body).slice(0, 200)}`;
  return `${step.by} ${step.method} ${step.path.slice(0, 200)}${body}`;
}
