import type { OwnFormat } from './catalogue-data.ts';

/** A student as `/catalogue.json` has her. */
interface DocumentStudent {
  studentUid?: unknown;
  forms?: unknown;
  added?: unknown;
  addedGlobal?: unknown;
}

/** Whether the file is what another Rollbook serves as `/catalogue.json`. */
export const isCatalogueDocument = (
  data: unknown,
): data is { students: DocumentStudent[]; labels?: unknown } => {
  const { students } = Object(data);
  return Array.isArray(students) && students.some((student) => Object(student).studentUid !== undefined);
};

/** It has neither growth nor items, which stay as they are known. Its days are those of the other server. */
export const fromCatalogueDocument = ({
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
