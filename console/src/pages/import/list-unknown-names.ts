import type { Notice, ParsedRoster } from '../../../../client/formats/index.ts';
import { foldName } from '../../../../game/text-folding.ts';
import type { RowGroup } from '../../changes/row-groups.tsx';
import { toAlias } from '../../imports/to-alias.ts';

const KINDS: readonly string[] = ['name_unknown', 'name_ambiguous'] satisfies Notice['code'][];

/** The names of a text that no single student has, each once. */
export function listUnknownNames({ students }: ParsedRoster): string[] {
  const names = students.flatMap(({ name, error }) =>
    error !== undefined && KINDS.includes(error.code) ? (toAlias(name) ?? []) : [],
  );
  return [...new Map(names.map((name) => [foldName(name), name])).values()];
}

/** Whether the group says no more than which names are unknown. */
export const isAboutNames = ({ key, rows }: RowGroup): boolean =>
  KINDS.includes(key) && rows.every(({ name }) => toAlias(name) !== undefined);
