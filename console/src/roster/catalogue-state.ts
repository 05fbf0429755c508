import { computed, signal } from '@preact/signals';
import type { Catalogue } from '../../../client/catalogue.ts';
import { readCatalogue } from '../api/read-catalogue.ts';

/** For the pages after the roster. Undefined before it is loaded. */
export const catalogue = signal<Catalogue | undefined>(undefined);

/** Students of the catalogue by the UID of each form. */
export const studentsByUid = computed(
  () =>
    new Map(
      (catalogue.value?.students ?? []).flatMap((student) =>
        [student.studentUid, ...student.forms].map((uid) => [uid, student] as const),
      ),
    ),
);

export async function loadCatalogue(): Promise<void> {
  catalogue.value = await readCatalogue();
}
