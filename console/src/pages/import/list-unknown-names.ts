import type { Notice, ParsedRoster } from '../../../../client/formats/index.ts';
import { MAX_ALIAS_LENGTH } from '../../../../contract/limits.ts';
import { foldName } from '../../../../game/text-folding.ts';
import type { RowGroup } from '../../changes/row-groups.tsx';

const KINDS: readonly string[] = ['name_unknown', 'name_ambiguous'] satisfies Notice['code'][];

/** As it can be remembered. Undefined if it cannot. */
export function toAlias(name = ''): string | undefined {
  const plain = name.replace(/\p{C}/gu, '').trim();
  return plain !== '' && plain.length <= MAX_ALIAS_LENGTH ? plain : undefined;
}

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
