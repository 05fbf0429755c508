import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BusySourceError,
  endInTime,
  type FetchedFile,
  fetchFile,
  LargeFileError,
} from '../catalogue/fetch-file.ts';
import { UserError } from '../errors/user-error.ts';
import { FolderError } from './portrait-folder.ts';
import { checkContent, MAX_PORTRAIT_BYTES, RefusedFileError, WEBP } from './portrait-image.ts';

/** The source is somebody else's. */
const CONNECTIONS = 4;
const HEADERS_MS = 10_000;
const FILE_MS = 60_000;
/** An icon of SchaleDB has some 10 kB. */
const MAX_TOTAL_MEBIBYTES = 256;
const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 5_000;
const MIN_WAIT_MS = 1_000;
/** Beyond it the operator had better come back. */
const MAX_WAIT_MS = 300_000;

export interface WantedImage {
  readonly url: URL;
  /** Where it is written. */
  readonly file: string;
}

/** `problem` says why what the source has is not written. */
export type ImageOutcome = { status: 'fetched' | 'missing' } | { status: 'refused'; problem: string };

interface FetchOptions<Image> {
  readonly signal: AbortSignal;
  /** An exception of the listener ends the run. */
  readonly onImage: (image: Image, outcome: ImageOutcome) => void;
  readonly onWait: (reason: string, waitMs: number) => void;
}

/**
 * Fetches images a few at a time and writes each as a whole, so that a later run can go on where this one ends. Ends with
 * the first failure of the source or the disk.
 */
export async function fetchImages<Image extends WantedImage>(
  wanted: readonly Image[],
  { signal, onImage, onWait }: FetchOptions<Image>,
): Promise<void> {
  const queue = wanted.values();
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  let resumeAt = 0;
  let left = MAX_TOTAL_MEBIBYTES * 1024 ** 2;

  const ask = async (url: URL): Promise<FetchedFile> => {
    for (let attempt = 1; ; attempt++) {
      const waitMs = resumeAt - performance.now();
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: ended });
      try {
        return await fetchImage(url, ended);
      } catch (error) {
        if (!(error instanceof BusySourceError) || attempt === MAX_ATTEMPTS) throw error;
        const askedMs = Math.max(error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1), MIN_WAIT_MS);
        if (askedMs > MAX_WAIT_MS) throw error;
        resumeAt = Math.max(resumeAt, performance.now() + askedMs);
        onWait('the source takes no more requests for now.', askedMs);
      }
    }
  };

  const fetchOne = async ({ url, file }: Image): Promise<ImageOutcome> => {
    try {
      const fetched = await ask(url);
      if (fetched.status !== 'fetched') return { status: 'missing' };
      left -= fetched.bytes.length;
      if (left < 0)
        throw new UserError(
          `The images of ${url.origin} are larger than ${MAX_TOTAL_MEBIBYTES} MiB together.`,
        );
      checkContent(fetched.bytes, WEBP);
      await writeWhole(file, fetched.bytes);
      return { status: 'fetched' };
    } catch (error) {
      if (error instanceof LargeFileError || error instanceof RefusedFileError)
        return { status: 'refused', problem: error.message };
      throw error;
    }
  };

  const work = async (): Promise<void> => {
    for (const image of queue) onImage(image, await fetchOne(image));
  };
  const workers = Array.from({ length: CONNECTIONS }, () =>
    work().catch((error) => {
      failed.abort(error);
    }),
  );
  await Promise.all(workers);
  ended.throwIfAborted();
}

const fetchImage = (url: URL, signal: AbortSignal): Promise<FetchedFile> =>
  endInTime(FILE_MS, `${url} took longer than ${FILE_MS / 1000} s.`, signal, (inTime) =>
    fetchFile(url, undefined, {
      headersMs: HEADERS_MS,
      accept: WEBP.contentType,
      maxBytes: MAX_PORTRAIT_BYTES,
      signal: inTime,
    }),
  );

/** The server reads the image before or this one, never half of it. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw new FolderError(
      `${file} cannot be written: the system reports ${code}. Check permissions and disk.`,
      {
        cause: error,
      },
    );
  }
}
