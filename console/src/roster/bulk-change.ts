import { changesTo } from '../../../client/changes.ts';
import type { StateName, StudentPatch } from '../../../contract/state-fields.ts';
import { applyPatch, type BilingualFieldError, checkStateRules } from '../../../contract/state-rules.ts';
import type { RosterEntry } from './roster-entry.ts';
import { type Difference, findDifferences } from './state-differences.ts';

export interface PlannedChange {
  readonly entry: RosterEntry;
  /** What is sent. */
  readonly changes: StudentPatch;
  readonly differences: readonly Difference[];
}

/** What a change to many students would do. Each student is in one of the lists. */
export interface BulkPlan {
  readonly changed: readonly PlannedChange[];
  readonly unchanged: readonly RosterEntry[];
  readonly notRecruited: readonly RosterEntry[];
  /** Those for whom the change breaks a rule. */
  readonly refused: readonly {
    readonly entry: RosterEntry;
    readonly errors: readonly BilingualFieldError[];
  }[];
}

/** `onlyRaise` leaves values alone that are higher already. */
export function planBulkChange(
  entries: readonly RosterEntry[],
  wanted: StudentPatch,
  { onlyRaise }: { onlyRaise: boolean },
): BulkPlan {
  const changed: PlannedChange[] = [];
  const unchanged: RosterEntry[] = [];
  const notRecruited: RosterEntry[] = [];
  const refused: { entry: RosterEntry; errors: BilingualFieldError[] }[] = [];
  for (const entry of entries) {
    const { state } = entry;
    if (state === null) {
      notRecruited.push(entry);
      continue;
    }
    const raised = Object.entries(wanted).filter(
      ([name, value]) => !onlyRaise || value === null || value > (state[name as StateName] ?? -1),
    );
    const changes = changesTo(state, Object.fromEntries(raised) as StudentPatch);
    if (Object.keys(changes).length === 0) {
      unchanged.push(entry);
      continue;
    }
    const next = applyPatch(state, changes);
    const errors = checkStateRules(next, changes);
    if (errors.length > 0) refused.push({ entry, errors });
    else changed.push({ entry, changes, differences: findDifferences(state, next) });
  }
  return { changed, unchanged, notRecruited, refused };
}
