import { changesTo } from '../../../client/changes.ts';
import { compareValues } from '../../../client/compare-values.ts';
import { checkFields } from '../../../contract/field-checks.ts';
import type { GrowthState, StateName, StudentPatch } from '../../../contract/state-fields.ts';
import { applyPatch, applyRegistration, findViolations } from '../../../contract/state-rules.ts';
import type { Draft } from './check-draft.ts';
import type { RosterEntry } from './roster-entry.ts';
import { type Difference, findDifferences } from './state-differences.ts';

export interface PlannedChange {
  readonly entry: RosterEntry;
  /** What is sent. */
  readonly changes: StudentPatch;
  readonly differences: readonly Difference[];
}

interface RefusedChange {
  readonly entry: RosterEntry;
  /** The fields that are out of range or break a rule. */
  readonly fields: readonly StateName[];
}

/** What a change to many students would do. Each student is in one of the lists. */
export interface BulkPlan {
  readonly changed: readonly PlannedChange[];
  readonly unchanged: readonly RosterEntry[];
  readonly notRecruited: readonly RosterEntry[];
  /** Those for whom the change breaks a rule. */
  readonly refused: readonly RefusedChange[];
}

/** `onlyRaise` leaves values alone that are higher already. */
export const planBulkChange = (
  entries: readonly RosterEntry[],
  wanted: StudentPatch,
  { onlyRaise }: { onlyRaise: boolean },
): BulkPlan =>
  planChanges(
    entries.map((entry) => ({ entry, wanted })),
    { onlyRaise },
  );

export interface WantedValues {
  readonly entry: RosterEntry;
  readonly wanted: Draft;
}

/** With `registers`, students who are not recruited are registered where the stars are among the values. */
export function planChanges(
  all: readonly WantedValues[],
  { onlyRaise = false, registers = false }: { onlyRaise?: boolean; registers?: boolean },
): BulkPlan {
  const changed: PlannedChange[] = [];
  const unchanged: RosterEntry[] = [];
  const notRecruited: RosterEntry[] = [];
  const refused: RefusedChange[] = [];
  for (const { entry, wanted } of all) {
    const { state } = entry;
    if (state === null && !(registers && wanted.tier !== undefined)) {
      notRecruited.push(entry);
      continue;
    }
    const invalid = checkFields(wanted, []);
    if (invalid.length > 0) {
      refused.push({ entry, fields: invalid.map(({ field }) => field as StateName) });
      continue;
    }
    const changes =
      state === null ? { weaponTier: 0, ...wanted } : changesTo(state, raise(state, wanted, onlyRaise));
    if (Object.keys(changes).length === 0) {
      unchanged.push(entry);
      continue;
    }
    const sent = changes as StudentPatch;
    const next = state === null ? applyRegistration(undefined, sent) : applyPatch(state, sent);
    const broken = new Set([...findViolations(next)].flatMap(({ fields }) => fields));
    const fields = [...broken].filter((name) => sent[name] !== undefined);
    if (fields.length > 0) refused.push({ entry, fields });
    else changed.push({ entry, changes: sent, differences: findDifferences(state ?? NOTHING, next) });
  }
  return { changed, unchanged, notRecruited, refused };
}

const NOTHING = applyRegistration(undefined, {});

function raise(state: GrowthState, wanted: Draft, onlyRaise: boolean): StudentPatch {
  const stated = wanted as StudentPatch;
  if (!onlyRaise) return stated;
  const effects = compareValues(state, stated);
  return Object.fromEntries(
    Object.entries(stated).filter(([name]) => effects.get(name as StateName) !== 'lowers'),
  );
}
