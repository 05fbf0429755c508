import manifest from '../../cli/package.json' with { type: 'json' };
import { UserError } from '../errors/user-error.ts';

/** How long the source may take. */
export interface FetchLimits {
  /** For the headers of each answer. */
  readonly headersMs: number;
  /** For all files together. */
  readonly totalMs: number;
}

export interface FileRequest extends Pick<FetchLimits, 'headersMs'> {
  /** The media types that are asked for. */
  readonly accept: string;
  readonly maxBytes: number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

export type FetchedFile =
  | { status: 'fetched'; bytes: Buffer; etag: string | undefined }
  | { status: 'unchanged' }
  | { status: 'missing' };

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const MISSING = [404, 410];
const BUSY = [429, 503];

/** The source takes no more requests for now. */
export class BusySourceError extends UserError {
  /** Undefined where the source does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs: number | undefined) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

export class LargeFileError extends UserError {}

/**
 * Fetches one file of a source. Redirects stay on its host, so that whoever controls the source cannot make this server
 * ask others in its network.
 */
export async function fetchFile(
  url: URL,
  etag: string | undefined,
  options: FileRequest,
): Promise<FetchedFile> {
  let at = url;
  let response = await request(at, etag, options);
  for (let i = 0; REDIRECTS.includes(response.status); i++) {
    await response.body?.cancel();
    if (i === MAX_REDIRECTS) throw new UserError(`${url} redirects more than ${MAX_REDIRECTS} times.`);
    at = findRedirectTarget(at, response);
    response = await request(at, etag, options);
  }
  if (response.status === 304 && etag !== undefined) return { status: 'unchanged' };
  if (MISSING.includes(response.status)) {
    await response.body?.cancel();
    return { status: 'missing' };
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    const message = `${url} answered ${response.status} instead of 200. Open it in a browser to see why, or try again later.`;
    throw BUSY.includes(response.status)
      ? new BusySourceError(message, parseRetryAfter(response.headers.get('retry-after')))
      : new UserError(message);
  }
  const bytes = await readBody(url, response, options);
  return { status: 'fetched', bytes, etag: response.headers.get('etag') ?? undefined };
}

async function request(
  url: URL,
  etag: string | undefined,
  { headersMs, accept, signal }: FileRequest,
): Promise<Response> {
  const late = `${url} did not answer within ${headersMs / 1000} s. Try again later.`;
  return endInTime(headersMs, late, signal, async (inTime) => {
    try {
      return await fetch(url, {
        redirect: 'manual',
        signal: inTime,
        headers: {
          accept,
          'user-agent': `rollbook/${manifest.version}`,
          ...(etag && { 'if-none-match': etag }),
        },
      });
    } catch (error) {
      throw asFetchError(url, error, inTime);
    }
  });
}

/** Aborts the signal of the work after so long, with a sentence for the operator. */
export async function endInTime<Result>(
  timeoutMs: number,
  problem: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new UserError(problem)), timeoutMs);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function findRedirectTarget(url: URL, { headers }: Response): URL {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (target?.origin !== url.origin || target.username + target.password !== '')
    throw new UserError(
      `${url} redirects to ${target?.origin ?? 'no address'}. Only redirects within ${url.origin} are followed: name the other address itself if you trust it.`,
    );
  return target;
}

/** Counts what it decompresses, and stops reading at the limit. */
async function readBody(url: URL, response: Response, { maxBytes, signal }: FileRequest): Promise<Buffer> {
  const tooLarge = () => new LargeFileError(`${url} is larger than ${maxBytes / 1024 ** 2} MiB.`);
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UserError ? error : asFetchError(url, error, signal);
  }
  return Buffer.concat(chunks);
}

/** The reason of `signal` where that has ended it: a `UserError`, or the end of this process. */
function asFetchError(url: URL, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return new UserError(
    `${url} cannot be read (${code ?? message}). Check the address, and that this machine may connect to it.`,
    { cause: error },
  );
}

/** Seconds, or a date. */
function parseRetryAfter(value: string | null): number | undefined {
  const waitMs = /^\d{1,9}$/.test(value ?? '') ? Number(value) * 1000 : Date.parse(value ?? '') - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
