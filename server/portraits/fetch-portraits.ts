import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { UserError } from '../errors/user-error.ts';
import { fetchImages, type ImageOutcome, type WantedImage } from './fetch-images.ts';
import { iconPath, portraitPath } from './icon-paths.ts';
import { checkPortraitFolder, ITEMS_FOLDER, listPortraits } from './portrait-folder.ts';
import { WEBP } from './portrait-image.ts';
import { makeFolder } from './portrait-location.ts';

/** If the source has none of the first, its address is wrong, unless it had some before. */
const FIRST = 20;

/** By UID or item. */
export interface ImagesReport {
  readonly fetched: string[];
  /** Files that were there. */
  readonly kept: string[];
  /** Files that the source does not have. */
  readonly missing: string[];
  readonly refused: { readonly id: string; readonly problem: string }[];
}

export interface PortraitsReport {
  readonly students: ImagesReport;
  readonly items?: ImagesReport;
}

interface PortraitsOptions {
  /** A folder that is laid out as SchaleDB's folder of images. */
  readonly address: string;
  readonly folder: string;
  readonly withItems: boolean;
  /** Fetches those too that are there. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { done: number; total: number }) => void;
  readonly onWait: (reason: string, waitMs: number) => void;
}

interface Wanted extends WantedImage {
  readonly id: string;
  readonly report: ImagesReport;
}

/** Fetches the portraits of all students, and the icons of items, that the folder lacks. */
export async function fetchPortraits(
  catalogue: Catalogue,
  { address, folder, withItems, isForced, signal, onProgress, onWait }: PortraitsOptions,
): Promise<PortraitsReport> {
  await checkPortraitFolder(folder);
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  const wanted: Wanted[] = [];
  const add = async (into: string, paths: ReadonlyMap<string, string>): Promise<ImagesReport> => {
    const known = isForced ? new Map() : await listPortraits(into, (id) => paths.has(id));
    const report: ImagesReport = { fetched: [], kept: [...known.keys()], missing: [], refused: [] };
    for (const [id, path] of paths)
      if (!known.has(id))
        wanted.push({ id, report, url: new URL(path, base), file: join(into, id + WEBP.extension) });
    return report;
  };

  const students = await add(folder, portraitPaths(catalogue));
  const icons = join(folder, ITEMS_FOLDER);
  const items = withItems ? await add(icons, iconPaths(catalogue)) : undefined;
  if (items !== undefined) await makeFolder(icons);
  const reports = items === undefined ? [students] : [students, items];
  const count = (list: 'fetched' | 'kept') => reports.reduce((sum, report) => sum + report[list].length, 0);

  let done = 0;
  const onImage = ({ id, report }: Wanted, outcome: ImageOutcome) => {
    if (outcome.status === 'refused') report.refused.push({ id, problem: outcome.problem });
    else report[outcome.status].push(id);
    done += 1;
    onProgress({ done, total: wanted.length });
  };
  const fetchPart = async (part: readonly Wanted[]) => {
    try {
      await fetchImages(part, { signal, onImage, onWait });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(
        `${error.message} ${count('fetched')} were fetched before that; run the command again to go on.`,
        { cause: error },
      );
    }
  };
  await fetchPart(wanted.slice(0, FIRST));
  if (wanted.length >= FIRST && count('fetched') + count('kept') === 0)
    throw new UserError(
      `${address} has none of the first ${FIRST} portraits. Name the folder in which ${portraitPath('10000')} is.`,
    );
  await fetchPart(wanted.slice(FIRST));
  return { students, ...(items && { items }) };
}

const portraitPaths = ({ entries }: Catalogue): Map<string, string> =>
  new Map(
    entries
      .flatMap(({ uid, otherForms = [] }) => [uid, ...otherForms])
      .map((studentUid) => [studentUid, portraitPath(studentUid)]),
  );

const iconPaths = ({ data: { items } }: Catalogue): Map<string, string> =>
  new Map(
    Object.entries(items).flatMap(([id, item]) => {
      const path = iconPath(id, item);
      return path === undefined ? [] : [[id, path] as const];
    }),
  );
