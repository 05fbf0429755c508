/**
 * One action of a hostile client as plain JSON, so that a failing list of steps can be pasted into a command.
 * Bytes are latin1 strings. Placeholders such as `{write}` stand for the keys, host and cursors of one run.
 */
export type Step = RequestStep | RawStep;

/** A well-formed HTTP request, whose exact answer the model can predict. */
export interface RequestStep {
  caller: Caller;
  method: string;
  /** The path below /v1 as it is sent, with its query string. */
  path: string;
  /** What the path means once decoded; no route means 404. */
  decoded: { route?: Route; uid?: string; query?: [name: string, value: string][] };
  contentType?: string;
  /** The Content-Encoding header. The body itself is never compressed. */
  contentEncoding?: string;
  body?: string;
  chunked?: boolean;
  extraHeaders?: string[];
}

/** RawStep bytes: a damaged request, or several. */
export interface RawStep {
  raw: string;
}

export type Route = 'students' | 'roster' | 'student';
export const METHODS_OF: Record<Route, readonly string[]> = {
  students: ['GET'],
  roster: ['GET', 'POST'],
  student: ['GET', 'PATCH', 'DELETE'],
};

/** The Authorization header of each kind of caller. */
export const CALLERS = {
  write: 'Bearer {write}',
  read: 'Bearer {read}',
  suspended: 'Bearer {suspended}',
  revoked: 'Bearer {revoked}',
  typo: 'Bearer {write}x',
  scheme: 'Basic {write}',
  unknown: 'Bearer rollbook_000000000000000000000000000000000',
  twice: 'Bearer {write}\r\nauthorization: Bearer {read}',
  none: undefined,
} as const;
export type Caller = keyof typeof CALLERS;

/** What the placeholders of steps stand for. */
export type Placeholders = Readonly<Record<string, string>>;

const fillPlaceholders = (text: string, placeholders: Placeholders): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole);

export function encodeStep(step: Step, placeholders: Placeholders): Buffer {
  if ('raw' in step) return Buffer.from(fillPlaceholders(step.raw, placeholders), 'latin1');
  const { caller, method, path, contentType, contentEncoding, body, chunked, extraHeaders = [] } = step;
  const authorization = CALLERS[caller];
  const bytes = body === undefined ? undefined : Buffer.from(body, 'latin1');
  const lines = [
    `${method} /v1${path} HTTP/1.1`,
    'Host: {host}',
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...(contentEncoding === undefined ? [] : [`Content-Encoding: ${contentEncoding}`]),
    ...extraHeaders,
    ...(bytes === undefined
      ? []
      : [chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`]),
  ];
  const head = Buffer.from(`${fillPlaceholders(lines.join('\r\n'), placeholders)}\r\n\r\n`, 'latin1');
  if (bytes === undefined) return head;
  return Buffer.concat(chunked ? [head, encodeChunked(bytes)] : [head, bytes]);
}

function encodeChunked(bytes: Buffer): Buffer {
  const half = bytes.length >> 1;
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
  const chunks = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

export function describeStep(step: Step): string {
  if ('raw' in step) return `bytes ${JSON.stringify(step.raw).slice(0, 200)}`;
  const body = step.body === undefined ? '' : ` ${JSON.stringify(step.body).slice(0, 200)}`;
  return `${step.caller} ${step.method} ${step.path.slice(0, 200)}${body}`;
}
