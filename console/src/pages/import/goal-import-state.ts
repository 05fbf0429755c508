import { computed, signal } from '@preact/signals';
import type { ParsedGoals, RosterFormat } from '../../../../client/formats/index.ts';
import { Selection } from '../../changes/selection.ts';
import { changeGoals, goals, loadGoals, saveGoals } from '../../goals/goal-store.ts';
import type { PlannedGoal } from '../../goals/plan-bulk-goals.ts';
import {
  type GoalImportPlan,
  type PlannedCount,
  planGoalImport,
  planGoalMove,
  planStockImport,
} from '../../goals/plan-goal-import.ts';
import { growthFacts, loadFacts } from '../../goals/plan-state.ts';
import { runTextTask } from '../../imports/run-text-task.ts';
import type { EditOutcome } from '../../outbox/edit.ts';
import { findMostUrgent } from '../../outbox/edited-values.ts';
import { catalogue } from '../../roster/catalogue-state.ts';
import { loadStock, saveStock, setCounts, stock } from '../../stock/stock-store.ts';

/** The formats that have goals and a stock. */
const GOAL_READERS: { readonly [Format in RosterFormat]?: 'readPlannerGoals' | 'readAccountGoals' } = {
  planner: 'readPlannerGoals',
  account: 'readAccountGoals',
};

/** What the goals and the items of a text would change. */
export interface GoalImportReview extends GoalImportPlan {
  readonly found: ParsedGoals;
  /** The goals are those of another account, and keep their places. Those that are there already stay unless ticked. */
  readonly isMove: boolean;
  readonly counts: readonly PlannedCount[];
}

export const goalReview = signal<GoalImportReview | undefined>(undefined);
export const takesGoals = signal(true);
export const takesStock = signal(true);
export const goalSelection = new Selection();

/** What would be written. */
export const selectedGoals = computed((): readonly PlannedGoal[] =>
  goalReview.value === undefined || !takesGoals.value
    ? []
    : [...goalReview.value.added, ...goalReview.value.changed].filter(({ studentUid }) =>
        goalSelection.has(studentUid),
      ),
);
export const selectedCounts = computed((): readonly PlannedCount[] =>
  takesStock.value ? (goalReview.value?.counts ?? []) : [],
);

/** What was written. */
export interface GoalImportOutcome {
  readonly added: number;
  readonly changed: number;
  readonly items: number;
  /** Why something is not saved yet: it is kept on the device, or refused. */
  readonly unsaved: Exclude<EditOutcome['kind'], 'saved'> | undefined;
  /** Why something was not; it can be written again. */
  readonly error: unknown;
}
export const goalOutcome = signal<GoalImportOutcome | undefined>(undefined);

export function forgetGoalReview(): void {
  goalReview.value = undefined;
  goalOutcome.value = undefined;
  takesGoals.value = true;
  takesStock.value = true;
  goalSelection.reset();
}

/** Compares goals and items of a text, if it has any, with those of the account, which are loaded for each text. */
export async function openGoalReview(accountId: string, text: string, format: RosterFormat): Promise<void> {
  forgetGoalReview();
  const read = GOAL_READERS[format];
  const loading = Promise.all([loadGoals(accountId), loadStock(accountId)]);
  // Goals that the students reach are closed if they are known. Without them the import works too.
  if (read === undefined) return void (await loading.catch(() => {}));
  await Promise.all([loading, loadFacts()]);
  const { students = [] } = catalogue.peek() ?? {};
  const found = await runTextTask(read, [text, { students, items: growthFacts.peek()?.items ?? {} }]);
  const isMove = format === 'account';
  const named = found.goals.length + Object.keys(found.stock).length + (isMove ? found.skipped.length : 0);
  if (named === 0) return;
  const counts = planStockImport(found.stock, stock.peek());
  const plan = (isMove ? planGoalMove : planGoalImport)(found.goals, goals.peek());
  if (isMove) goalSelection.reset(plan.changed.map(({ studentUid }) => studentUid));
  goalReview.value = { found, isMove, counts, ...plan };
}

/** Saves what the player has not left out. */
export async function writeGoals(): Promise<void> {
  const chosen = selectedGoals.peek();
  const counts = selectedCounts.peek();
  if (chosen.length + counts.length === 0) return;
  const save = goalReview.peek()?.isMove ? changeGoals : saveGoals;
  const goalsOutcome = await save(chosen.map((goal) => ({ ...goal, seen: goal.before ?? null })));
  const stockOutcome = setCounts(
    new Map(counts.map(({ itemId, to }) => [itemId, to])),
    Object.fromEntries(counts.map(({ itemId, from }) => [itemId, from])),
  );
  saveStock();
  const outcome = findMostUrgent([goalsOutcome, await stockOutcome]);
  const added = chosen.filter(({ before }) => before === undefined).length;
  const areGoalsSaved = goalsOutcome.kind === 'saved';
  goalOutcome.value = {
    added: areGoalsSaved ? added : 0,
    changed: areGoalsSaved ? chosen.length - added : 0,
    items: (await stockOutcome).kind === 'saved' ? counts.length : 0,
    unsaved: outcome.kind === 'saved' ? undefined : outcome.kind,
    error: outcome.kind === 'refused' ? outcome.error : undefined,
  };
}
