import type { StudentRegistration } from './state-fields.ts';

/** What an import says of a student whom the catalogue lacks: any of the values, and the name beside a UID. */
export type KeptRow = Partial<Omit<StudentRegistration, 'studentUid'>> & { readonly name?: string };

/** The rows that an account keeps until the catalogue has their students, by UID or, where a row has none, by name. */
export type KeptRows = Readonly<Record<string, KeptRow>>;

/** What to keep; null forgets a row. */
export interface KeptRowsChange {
  readonly rows: Readonly<Record<string, KeptRow | null>>;
}
