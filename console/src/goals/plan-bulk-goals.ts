import type { Goal, GoalSettings, WantedValues } from '../../../contract/goals.ts';
import { MAX_LABELS } from '../../../contract/limits.ts';
import { type GrowthState, STATE_NAMES } from '../../../contract/state-fields.ts';
import { applyPreset } from './apply-preset.ts';
import { toSettings } from './goal-edit.ts';
import type { GoalPreset } from './goal-presets.ts';
import { raiseWanted } from './raise-wanted.ts';

/** What becomes of goals that are there already: they keep what they want more of, or want the preset alone. */
export const EXISTING_GOALS = ['raise', 'replace'] as const;
export type ExistingGoals = (typeof EXISTING_GOALS)[number];

export interface GoalStudent {
  readonly studentUid: string;
  readonly state: GrowthState | null;
  readonly goal: Goal | undefined;
}

export interface PlannedGoal {
  readonly studentUid: string;
  readonly before: Goal | undefined;
  readonly goal: GoalSettings;
}

export interface BulkGoalPlan {
  readonly added: readonly PlannedGoal[];
  readonly changed: readonly PlannedGoal[];
  /** Whose goal is the same already. */
  readonly unchanged: number;
  /** Who have no goal, and have reached the preset. */
  readonly reached: number;
}

/** What one preset makes of the goals of many students. */
export function planBulkGoals(
  students: readonly GoalStudent[],
  preset: GoalPreset,
  labels: readonly string[],
  existing: ExistingGoals,
): BulkGoalPlan {
  const added: PlannedGoal[] = [];
  const changed: PlannedGoal[] = [];
  let [unchanged, reached] = [0, 0];
  for (const { studentUid, state, goal: before } of students) {
    const own = applyPreset(preset, state);
    if (before === undefined) {
      if (Object.keys(own).length === 0) reached += 1;
      else added.push({ studentUid, before, goal: { wanted: own, labels } });
      continue;
    }
    const wanted = existing === 'raise' ? raiseGoal(before.wanted, own, preset.wantedFor(state)) : own;
    const goal = { ...before, wanted, labels: addLabels(before.labels, labels) };
    if (Object.keys(wanted).length === 0 || isSameGoal(before, goal)) unchanged += 1;
    else changed.push({ studentUid, before, goal: toSettings(goal) });
  }
  return { added, changed, unchanged, reached };
}

/** A preset that the student has reached is added to no goal; it counts where the goal wants less of it. */
function raiseGoal(before: WantedValues, own: WantedValues, preset: WantedValues): WantedValues {
  const raised = raiseWanted(before, preset);
  return Object.fromEntries(
    Object.entries(raised).filter(([name]) => Object.hasOwn(before, name) || Object.hasOwn(own, name)),
  );
}

export const addLabels = (labels: readonly string[], added: readonly string[]): readonly string[] =>
  [...new Set([...labels, ...added])].slice(0, MAX_LABELS);

/** Whether two goals want the same, under the same labels. */
export const isSameGoal = (a: GoalSettings, b: GoalSettings): boolean =>
  STATE_NAMES.every((name) => a.wanted[name] === b.wanted[name]) &&
  (a.isPaused ?? false) === (b.isPaused ?? false) &&
  (a.labels ?? []).join('\n') === (b.labels ?? []).join('\n');
