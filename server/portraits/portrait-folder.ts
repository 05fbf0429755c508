import type { Dirent } from 'node:fs';
import { access, constants, lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { describeFolderError } from '../errors/file-errors.ts';
import { UserError } from '../errors/user-error.ts';
import {
  checkPortraitFile,
  PORTRAIT_TYPES,
  type PortraitImage,
  type PortraitType,
  RefusedFileError,
  readPortrait,
} from './portrait-image.ts';

/** Within the folder of portraits: the icons of items. */
export const ITEMS_FOLDER = 'items';

/** How long a listing is used before the folder is read again. */
const LISTING_MAX_AGE_MS = 2_000;

/** A file of the folder, as it was when it was last read. */
interface ExaminedFile {
  /** Differs once the file was changed or replaced. Empty where the next listing reads it again in any case. */
  readonly version: string;
  readonly problem?: string;
  readonly portrait?: Portrait;
}

export interface Portrait {
  /** Without links. */
  readonly path: string;
  readonly type: PortraitType;
  readonly hash: string;
  /** Responses on their way share one copy, however slowly their clients read. */
  sent?: { readonly bytes: WeakRef<Buffer>; readonly hash: string };
}

interface FolderOptions {
  folder: string;
  /** True if there is a student or an item of this ID. */
  isKnown: (id: string) => boolean;
  ticks: () => number;
  /** Called once for each problem of a file, or of the folder. */
  report: (file: string, problem: string) => void;
  /** A folder that is not there is an empty one. */
  isOptional?: boolean;
}

/** A folder that cannot be read or written, or a file in it. */
export class FolderError extends UserError {}

/** Throws a sentence for the operator unless the folder can be read. */
export async function checkPortraitFolder(folder: string): Promise<void> {
  try {
    await readdir(folder);
    await access(folder, constants.X_OK);
  } catch (error) {
    throw new FolderError(`ROLLBOOK_PORTRAITS: ${describeFolderError(folder, error)}`, { cause: error });
  }
}

/** The portraits in a folder, or the icons of items, whose files may be added, replaced and removed at any time. */
export class PortraitFolder {
  readonly #options: FolderOptions;
  #files: ReadonlyMap<string, ExaminedFile> = new Map();
  #portraits: ReadonlyMap<string, Portrait> = new Map();
  #listedAt = Number.NEGATIVE_INFINITY;
  #problem: string | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: FolderOptions) {
    this.#options = options;
  }

  /** The portraits by UID, or the icons by item. Their names come from the folder, never from a request. */
  list(): Promise<ReadonlyMap<string, Portrait>> {
    return this.#takeTurn(async () => {
      const { folder, ticks, report, isOptional } = this.#options;
      if (ticks() - this.#listedAt < LISTING_MAX_AGE_MS) return this.#portraits;
      try {
        await this.#readFolder();
        this.#problem = undefined;
      } catch (error) {
        const { message, code } = error as NodeJS.ErrnoException;
        const isMissing = isOptional && code === 'ENOENT';
        if (message !== this.#problem && !isMissing) report(folder, message);
        this.#problem = message;
        this.#portraits = new Map();
      }
      this.#listedAt = ticks();
      return this.#portraits;
    });
  }

  /** Undefined if the file is no longer there, or no longer a portrait. */
  read(portrait: Portrait): Promise<PortraitImage | undefined> {
    return this.#takeTurn(async () => {
      const bytes = portrait.sent?.bytes.deref();
      if (portrait.sent !== undefined && bytes !== undefined) return { bytes, hash: portrait.sent.hash };
      const image = await readPortrait(portrait.path, portrait.type).catch(() => undefined);
      if (image !== undefined) portrait.sent = { bytes: new WeakRef(image.bytes), hash: image.hash };
      return image;
    });
  }

  /** One at a time, so that a network drive that hangs holds one thread of Node's pool. */
  #takeTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #readFolder(): Promise<void> {
    const root = await realpath(this.#options.folder);
    const entries = await readdir(root, { withFileTypes: true });
    const files = new Map<string, ExaminedFile>();
    const portraits = new Map<string, Portrait>();
    for (const type of PORTRAIT_TYPES)
      for (const entry of entries) {
        const id = basename(entry.name, type.extension);
        if (id === entry.name || portraits.has(id) || !this.#options.isKnown(id)) continue;
        const file = await this.#examine(root, entry, type);
        files.set(entry.name, file);
        if (file.portrait !== undefined) portraits.set(id, file.portrait);
      }
    this.#files = files;
    this.#portraits = portraits;
  }

  /** Reads a file unless it is the one that was read before. */
  async #examine(root: string, entry: Dirent, type: PortraitType): Promise<ExaminedFile> {
    const { name } = entry;
    const before = this.#files.get(name);
    let version = '';
    try {
      const path = entry.isSymbolicLink() ? await realpath(join(root, name)) : join(root, name);
      if (!path.startsWith(root + sep)) throw new RefusedFileError('It is a link out of the folder.');
      const stats = await lstat(path);
      version = [path, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join();
      if (version === before?.version) return before;
      checkPortraitFile(stats);
      const { hash } = await readPortrait(path, type);
      return { version, portrait: { path, type, hash } };
    } catch (error) {
      const { message } = error as Error;
      if (message !== before?.problem) this.#options.report(name, message);
      return { version: error instanceof RefusedFileError ? version : '', problem: message };
    }
  }
}

/** Lists a folder once, which may be missing. */
export const listPortraits = (
  folder: string,
  isKnown: FolderOptions['isKnown'],
  report: FolderOptions['report'] = () => {},
): Promise<ReadonlyMap<string, Portrait>> =>
  new PortraitFolder({ folder, isKnown, ticks: () => 0, report, isOptional: true }).list();
