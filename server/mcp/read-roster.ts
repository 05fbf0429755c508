import type { CatalogueStudent } from '../../client/index.ts';
import type { ToolContext } from './tool.ts';

export async function readRosterAndCatalogue({ rollbook, signal }: Pick<ToolContext, 'rollbook' | 'signal'>) {
  const listedAt = Date.now();
  const [current, { students: catalogue, labels, date }] = await Promise.all([
    rollbook.roster.list({ signal }).toArray(),
    rollbook.students.catalogue({ signal }),
  ]);
  return { current, listedAt, catalogue, labels, date, names: toNames(catalogue) };
}

/** Korean names by UID. */
export const toNames = (catalogue: readonly CatalogueStudent[]): ReadonlyMap<string, string> =>
  new Map(catalogue.map(({ studentUid, names }) => [studentUid, names.ko]));
