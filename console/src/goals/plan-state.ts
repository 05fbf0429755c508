import { computed, signal } from '@preact/signals';
import type { Goal } from '../../../contract/goals.ts';
import type { GrowthState } from '../../../contract/state-fields.ts';
import { emptyCost, type GrowthCost } from '../../../game/cost-sum.ts';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { findShortage, type PlanShortage } from '../../../game/growth-shortage.ts';
import { plannedCost } from '../../../game/planned-cost.ts';
import { planApi } from '../api/plan-api.ts';
import { catalogueVersion, findStudent } from '../roster/roster-store.ts';
import { stock } from '../stock/stock-store.ts';
import { findSteps } from './goal-progress.ts';
import { goals } from './goal-store.ts';
import { type GiftShares, shareGifts } from './share-gifts.ts';

/** Undefined before they are loaded. */
export const growthFacts = signal<GrowthFacts | undefined>(undefined);
/** Of the catalogue; empty while the first catalogue, beside which they were read, has not arrived. */
let factsVersion = '';

/** Once for each catalogue. */
export async function loadFacts(): Promise<void> {
  const version = catalogueVersion.peek();
  if (growthFacts.peek() !== undefined && factsVersion === version) return;
  growthFacts.value = await planApi.readFacts();
  factsVersion = version || catalogueVersion.peek();
}

/** A roster that is read again brings another catalogue after the facts beside it were found to be there. */
catalogueVersion.subscribe((version) => {
  if (version === '' || growthFacts.peek() === undefined) return;
  if (factsVersion === '') factsVersion = version;
  // Whoever needs the facts next asks again, and tells why there are none.
  else loadFacts().catch(() => {});
});

/** A goal beside what the student has. */
export interface GoalProgress {
  readonly goal: Goal;
  readonly state: GrowthState | null;
  readonly cost: GrowthCost;
  readonly isReached: boolean;
}

const computedProgress = new WeakMap<Goal, GoalProgress & { facts: GrowthFacts }>();

/** Not computed again as long as goal, state and facts are the same objects. */
function progressOf(facts: GrowthFacts, goal: Goal): GoalProgress {
  const state = findStudent(goal.studentUid)?.state.value ?? null;
  const known = computedProgress.get(goal);
  if (known?.facts === facts && known.state === state) return known;
  const isReached = findSteps(state, goal.wanted).length === 0;
  const progress = { facts, goal, state, isReached, cost: costOf(facts, goal, state) };
  computedProgress.set(goal, progress);
  return progress;
}

/** A student may be newer than the facts. */
function costOf(facts: GrowthFacts, { studentUid, wanted }: Goal, state: GrowthState | null): GrowthCost {
  if (Object.hasOwn(facts.students, studentUid)) return plannedCost(facts, studentUid, state ?? {}, wanted);
  const unknown = findSteps(state, wanted).map(({ field }) => field);
  return { ...emptyCost(), ...(unknown.length > 0 && { unknown }) };
}

/** All goals by priority. */
export const allProgress = computed<readonly GoalProgress[]>(() => {
  const facts = growthFacts.value;
  return facts === undefined ? [] : goals.value.map((goal) => progressOf(facts, goal));
});

export const labelFilter = signal<string | undefined>(undefined);
export const studentFilter = signal<string | undefined>(undefined);

/** Every label of the goals, by name. */
export const allLabels = computed(() =>
  [...new Set(goals.value.flatMap(({ labels }) => labels))].sort((a, b) => a.localeCompare(b)),
);

/** The goals that the filters leave. A filter that no goal meets any more filters nothing. */
export const filteredProgress = computed(() => {
  const label = allLabels.value.find((one) => one === labelFilter.value);
  const student = goals.value.find(({ studentUid }) => studentUid === studentFilter.value)?.studentUid;
  return allProgress.value.filter(
    ({ goal }) =>
      (label === undefined || goal.labels.includes(label)) &&
      (student === undefined || goal.studentUid === student),
  );
});

const isCounted = ({ goal, isReached }: GoalProgress): boolean => !goal.isPaused && !isReached;

/** What goals cost together, and what the stock lacks of it. */
export interface PlanTotals extends PlanShortage {
  readonly gifts: GiftShares;
}

function totalsOf(facts: GrowthFacts, counted: readonly GoalProgress[]): PlanTotals {
  const costs = counted.map(({ goal, cost }) => ({ studentUid: goal.studentUid, cost }));
  const known = costs.filter(({ studentUid }) => Object.hasOwn(facts.students, studentUid));
  const found = findShortage(facts, known, stock.value);
  return { ...found, gifts: shareGifts(facts, known, found.total, stock.value) };
}

/** Of the goals that the filters leave, as if the whole stock were theirs. */
export const totals = computed<PlanTotals | undefined>(() =>
  growthFacts.value === undefined
    ? undefined
    : totalsOf(growthFacts.value, filteredProgress.value.filter(isCounted)),
);

const allTotals = computed(() =>
  growthFacts.value === undefined || filteredProgress.value.length === allProgress.value.length
    ? totals.value
    : totalsOf(growthFacts.value, allProgress.value.filter(isCounted)),
);

/** The students whose goals the stock covers, if the goals before them take their share. */
export const coveredStudents = computed<ReadonlySet<string>>(() => {
  const { students = [], gifts } = allTotals.value ?? {};
  const covered = students.filter(({ studentUid, shortage: { credits, exp, items, unknown } }) => {
    const isRecruited = findStudent(studentUid)?.state.value != null;
    const lacksExperience = exp.level + exp.weapon + exp.equip > 0;
    const lacksGifts = (gifts?.missing.get(studentUid) ?? 0) > 0;
    const isShort = credits > 0 || lacksExperience || lacksGifts || Object.keys(items).length > 0;
    return isRecruited && !isShort && unknown === undefined;
  });
  return new Set(covered.map(({ studentUid }) => studentUid));
});
