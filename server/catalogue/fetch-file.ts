import manifest from '../../cli/package.json' with { type: 'json' };
import { UserError } from '../errors/user-error.ts';
import { MAX_FILE_BYTES, MAX_FILE_SIZE } from './source-file.ts';

/** How long the source may take. */
export interface FetchLimits {
  /** For the headers of each answer. */
  readonly headersMs: number;
  /** For all files together. */
  readonly totalMs: number;
}

export type FetchedFile =
  | { status: 'fetched'; bytes: Uint8Array; etag: string | undefined }
  | { status: 'unchanged' }
  | { status: 'missing' };

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const MISSING = [404, 410];

/**
 * Fetches one file of a source. Redirects stay on its host, so that whoever controls the source cannot make this server
 * ask others in its network. `signal` ends it.
 */
export async function fetchFile(
  url: URL,
  etag: string | undefined,
  { headersMs, signal }: { headersMs: number; signal: AbortSignal },
): Promise<FetchedFile> {
  let at = url;
  let response = await request(at, etag, headersMs, signal);
  for (let i = 0; REDIRECTS.includes(response.status); i++) {
    await response.body?.cancel();
    if (i === MAX_REDIRECTS) throw new UserError(`${url} redirects more than ${MAX_REDIRECTS} times.`);
    at = findRedirectTarget(at, response);
    response = await request(at, etag, headersMs, signal);
  }
  if (response.status === 304 && etag !== undefined) return { status: 'unchanged' };
  if (MISSING.includes(response.status)) {
    await response.body?.cancel();
    return { status: 'missing' };
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new UserError(
      `${url} answered ${response.status} instead of 200. Open it in a browser to see why, or try again later.`,
    );
  }
  const bytes = await readBody(url, response, signal);
  return { status: 'fetched', bytes, etag: response.headers.get('etag') ?? undefined };
}

async function request(
  url: URL,
  etag: string | undefined,
  headersMs: number,
  signal: AbortSignal,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), headersMs);
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, late.signal]),
      headers: {
        accept: 'application/json',
        'user-agent': `rollbook/${manifest.version}`,
        ...(etag && { 'if-none-match': etag }),
      },
    });
  } catch (error) {
    if (late.signal.aborted && !signal.aborted)
      throw new UserError(`${url} did not answer within ${headersMs / 1000} s. Try again later.`);
    throw asFetchError(url, error, signal);
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
async function readBody(url: URL, response: Response, signal: AbortSignal): Promise<Uint8Array> {
  const tooLarge = () => new UserError(`${url} is larger than ${MAX_FILE_SIZE}.`);
  if (Number(response.headers.get('content-length')) > MAX_FILE_BYTES) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > MAX_FILE_BYTES) throw tooLarge();
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
