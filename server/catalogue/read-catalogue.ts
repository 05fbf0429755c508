import { setImmediate } from 'node:timers/promises';
import { UserError } from '../errors/user-error.ts';
import { type CatalogueData, completeData, type OwnFormat } from './catalogue-data.ts';
import type { ImportedEntry } from './catalogue-entry.ts';
import { addElephs } from './elephs.ts';
import { SchaleFiles, type UnknownMaterial } from './schaledb.ts';
import type { SourceFile } from './source-file.ts';

interface ReadCatalogue {
  readonly data: CatalogueData;
  readonly unknownMaterials: readonly UnknownMaterial[];
}

export type SourceFiles = Iterable<SourceFile> | AsyncIterable<SourceFile>;

/**
 * Reads one file in our own format, or files of SchaleDB, and fills gaps from what is known: the current catalogue, and more
 * where there is. Yields to the event loop after each.
 */
export async function readCatalogue(
  files: SourceFiles,
  current: CatalogueData,
  known = current,
): Promise<ReadCatalogue> {
  const schale = new SchaleFiles(current, known);
  let own: ReadCatalogue | undefined;
  let count = 0;
  for await (const file of files) {
    count += 1;
    const isOwn = isOwnFormat(file.data) || isCatalogueDocument(file.data);
    if (count > 1 && (isOwn || own !== undefined))
      throw new UserError(
        `${isOwn ? file.name : 'The first file'} is a whole catalogue in our own format. Import it alone.`,
      );
    if (isOwnFormat(file.data)) own = { data: completeData(file.data, known), unknownMaterials: [] };
    else if (isCatalogueDocument(file.data)) own = readDocument(file.data, known);
    else await schale.add(file);
    await setImmediate();
  }
  return own ?? schale.complete();
}

function isOwnFormat(data: unknown): data is OwnFormat {
  const students = Array.isArray(data) ? data : Object(data).students;
  return Array.isArray(students) && students.some((entry) => entry?.uid !== undefined);
}

function readDocument(
  document: Parameters<typeof fromCatalogueDocument>[0],
  current: CatalogueData,
): ReadCatalogue {
  const file = fromCatalogueDocument(document);
  const { students } = completeData(file, current);
  const items = addElephs(students as ImportedEntry[], { known: current.items, items: {} });
  return { data: completeData({ ...file, items }, current), unknownMaterials: [] };
}

/** A student as `/catalogue.json` has her. */
interface DocumentStudent {
  studentUid?: unknown;
  forms?: unknown;
  added?: unknown;
  addedGlobal?: unknown;
}

/** True if the file is what another Rollbook serves as `/catalogue.json`. */
const isCatalogueDocument = (data: unknown): data is { students: DocumentStudent[]; labels?: unknown } => {
  const { students } = Object(data);
  return Array.isArray(students) && students.some((student) => Object(student).studentUid !== undefined);
};

/** It has neither growth nor items, which stay as they are known. Its days are those of the other server. */
const fromCatalogueDocument = ({
  students,
  labels = {},
}: {
  students: DocumentStudent[];
  labels?: unknown;
}): Exclude<OwnFormat, readonly unknown[]> => ({
  students: students.map((student) => {
    const { studentUid, forms, added: _, addedGlobal: __, ...rest } = Object(student) as DocumentStudent;
    return { uid: studentUid, ...rest, ...(forms !== undefined && { otherForms: forms }) };
  }),
  labels,
});
