import { type Signal, useSignal } from '@preact/signals';
import { type Area, isArea, permissionOf } from '../../../../contract/areas.ts';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { Permission } from '../../../../contract/limits.ts';
import { KEYS } from '../../texts/keys-texts.ts';

export const AREA_GROUPS = ['roster', 'plan', 'history'] as const;
export type AreaGroup = (typeof AREA_GROUPS)[number];

export interface KeyAreasDraft {
  kind: Signal<'all' | 'some'>;
  groups: Signal<readonly AreaGroup[]>;
  /** Undefined: all. */
  chosen: readonly Area[] | undefined;
  problem: Bilingual | undefined;
}

/** The areas of a new key. Its permission decides whether each is read or written; the history is only read. */
export function useKeyAreas(permission: Permission): KeyAreasDraft {
  const kind = useSignal<'all' | 'some'>('all');
  const groups = useSignal<readonly AreaGroup[]>(['roster']);
  if (kind.value === 'all') return { kind, groups, chosen: undefined, problem: undefined };
  const chosen = toAreas(groups.value, permission);
  return { kind, groups, chosen, problem: findProblem(chosen, permission) };
}

export const toAreas = (groups: readonly AreaGroup[], permission: Permission): Area[] =>
  groups.map((group) => {
    const area = `${group}:${permission}`;
    return isArea(area) ? area : (`${group}:read` as Area);
  });

function findProblem(areas: readonly Area[], permission: Permission): Bilingual | undefined {
  if (areas.length === 0) return KEYS.areasRequired;
  return permissionOf(areas) === permission ? undefined : KEYS.areasReadOnly;
}
