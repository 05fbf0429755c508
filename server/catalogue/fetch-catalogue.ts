import { setImmediate } from 'node:timers/promises';
import { UserError } from '../errors/user-error.ts';
import { SCHALE_FILE_NAMES } from './catalogue-files.ts';
import { endInTime, type FetchedFile, type FetchLimits, type FileRequest, fetchFile } from './fetch-file.ts';
import { FOLDER_NAMES } from './schaledb.ts';
import { MAX_FILE_BYTES, parseJson, type SourceFile } from './source-file.ts';

export const FETCH_LIMITS: FetchLimits = { headersMs: 10_000, totalMs: 60_000 };

/** ETags by URL. */
export type Etags = Readonly<Record<string, string>>;

export interface FetchedCatalogue {
  readonly files: AsyncIterable<SourceFile>;
  readonly etags: Etags;
}

interface FetchOptions {
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
}

/**
 * Fetches the files of a source: one that ends in .json, or those of SchaleDB in a folder. A file of these may be
 * missing, as long as one has students. Undefined if all are as `etags` has them.
 */
export async function fetchCatalogue(
  address: URL,
  etags: Etags,
  { limits: { headersMs, totalMs }, signal }: FetchOptions,
): Promise<FetchedCatalogue | undefined> {
  const late = `${address} took longer than ${totalMs / 1000} s.`;
  return endInTime(totalMs, late, signal, async (inTime) => {
    const options = { headersMs, accept: 'application/json', maxBytes: MAX_FILE_BYTES, signal: inTime };
    const fetched = await fetchAll(address, etags, options);
    if (fetched.every(({ file }) => file.status === 'unchanged')) return undefined;
    for (const one of fetched)
      if (one.file.status === 'unchanged') one.file = await fetchFile(one.url, undefined, options);
    return { files: parseAll(fetched), etags: etagsOf(fetched) };
  });
}

interface Fetched {
  readonly url: URL;
  file: FetchedFile;
}

async function fetchAll(address: URL, etags: Etags, options: FileRequest): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  for (const urls of listUrls(address))
    for (const url of urls) {
      const file = await fetchFile(url, etags[url.href], options);
      if (file.status === 'missing') continue;
      fetched.push({ url, file });
      break;
    }
  if (fetched.length === 0)
    throw new UserError(
      `${address} has no catalogue: neither ${FOLDER_NAMES.join(', ')}/students.json of SchaleDB, nor is it a file that ends in .json.`,
    );
  return fetched;
}

/** The first file that exists of each list is fetched. */
function listUrls(address: URL): URL[][] {
  if (address.pathname.endsWith('.json')) return [[address]];
  const folder = new URL(address.href.endsWith('/') ? address : `${address.href}/`);
  return FOLDER_NAMES.flatMap((language) =>
    SCHALE_FILE_NAMES.map((names) => names.map((name) => new URL(`${language}/${name}`, folder))),
  );
}

/** Yields to the event loop after parsing a file, which takes some 20 ms. */
async function* parseAll(fetched: readonly Fetched[]): AsyncGenerator<SourceFile> {
  for (const { url, file } of fetched) {
    if (file.status !== 'fetched') continue;
    const folder = url.pathname.split('/').at(-2) ?? '';
    const data = parseJson(url.href, file.bytes);
    await setImmediate();
    yield { name: url.href, folder, data };
  }
}

const etagsOf = (fetched: readonly Fetched[]): Etags =>
  Object.fromEntries(
    fetched.flatMap(({ url, file }) =>
      file.status === 'fetched' && file.etag !== undefined ? [[url.href, file.etag]] : [],
    ),
  );
