import { changesTo } from '../../../client/changes.ts';
import { compareValues } from '../../../client/compare-values.ts';
import { checkFields } from '../../../contract/field-checks.ts';
import {
  type GrowthState,
  STATE_NAMES,
  type StateName,
  type StudentPatch,
} from '../../../contract/state-fields.ts';
import { applyPatch, applyRegistration, findViolations } from '../../../contract/state-rules.ts';
import type { GameServer } from '../../../game/attributes.ts';
import type { Draft } from './check-draft.ts';
import type { RosterEntry } from './roster-entry.ts';
import { type Difference, findDifferences } from './state-differences.ts';
import { type Obstacle, takePart } from './take-part.ts';

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

/** Students who do not take all values, for one reason. */
export interface LeftOut extends Obstacle {
  readonly count: number;
}

interface BulkOptions {
  /** Leaves values alone that are higher already. */
  readonly onlyRaise: boolean;
  /** The keys of what is raised so that students can take the values. */
  readonly raised: ReadonlySet<string>;
  readonly server: GameServer;
}

/** Each student takes what she can of the same values. */
export function planBulkChange(
  entries: readonly RosterEntry[],
  wanted: StudentPatch,
  { onlyRaise, ...options }: BulkOptions,
): BulkPlan & { readonly leftOut: readonly LeftOut[] } {
  const parts = entries.map((entry) => {
    const { state, student } = entry;
    if (state === null) return { entry, wanted, obstacles: [] };
    const { attributes } = student;
    const part = takePart(state, raise(state, wanted, onlyRaise), { ...options, attributes });
    return { entry, wanted: part.changes, obstacles: part.obstacles };
  });
  return { ...planChanges(parts), leftOut: countObstacles(parts.flatMap(({ obstacles }) => obstacles)) };
}

/** The most frequent first. */
function countObstacles(obstacles: readonly Obstacle[]): LeftOut[] {
  const byKey = Map.groupBy(obstacles, ({ key }) => key);
  return [...byKey.values()]
    .map((all) => {
      const fields = new Set(all.flatMap((one) => one.fields));
      const [first] = all as [Obstacle, ...Obstacle[]];
      return { ...first, fields: STATE_NAMES.filter((name) => fields.has(name)), count: all.length };
    })
    .sort((a, b) => b.count - a.count);
}

export interface WantedValues {
  readonly entry: RosterEntry;
  readonly wanted: Draft;
}

/** With `registers`, students who are not recruited are registered where the stars are among the values. */
export function planChanges(
  all: readonly WantedValues[],
  { registers = false }: { registers?: boolean } = {},
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
    const changes = state === null ? { weaponTier: 0, ...wanted } : changesTo(state, wanted as StudentPatch);
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

function raise(state: GrowthState, wanted: StudentPatch, onlyRaise: boolean): StudentPatch {
  if (!onlyRaise) return wanted;
  const effects = compareValues(state, wanted);
  return Object.fromEntries(
    Object.entries(wanted).filter(([name]) => effects.get(name as StateName) !== 'lowers'),
  );
}
