import { batch, computed, signal } from '@preact/signals';
import { completeGoal, type Goal, type GoalSettings } from '../../../contract/goals.ts';
import { reconnections } from '../api/connection-state.ts';
import { hasCode } from '../api/console-error.ts';
import { type GoalChange, planApi } from '../api/plan-api.ts';
import { noteSessionError } from '../session-state.ts';
import { compareGoals, moveGoal, spreadPriorities } from './goal-order.ts';

/** What this page has changed and the service does not have yet. */
export interface UnsavedGoal {
  /** Null if it is to be removed. */
  readonly goal: Goal | null;
  /** Why the last attempt failed; undefined while it is being sent. */
  readonly error?: unknown;
}

const saved = signal<ReadonlyMap<string, Goal>>(new Map());
export const unsavedGoals = signal<ReadonlyMap<string, UnsavedGoal>>(new Map());
export const areGoalsLoaded = signal(false);
let loadedAccount = '';
/** Counts the writes, so that a listing which began before one is not taken for the newest. */
let writes = 0;

/** All goals by priority, with what is not saved yet. A goal that has not changed is the same object. */
export const goals = computed<readonly Goal[]>(() => {
  const shown = new Map(saved.value);
  for (const [uid, { goal, error }] of unsavedGoals.value)
    if (goal !== null) shown.set(uid, goal);
    else if (error === undefined) shown.delete(uid);
  return [...shown.values()].sort(compareGoals);
});

export const findGoal = (studentUid: string): Goal | undefined =>
  goals.value.find((goal) => goal.studentUid === studentUid);

/** Whether the goals that are shown are those of this account. */
export const hasGoalsOf = (accountId: string): boolean => areGoalsLoaded.value && accountId === loadedAccount;

/** Shows again what goals were before; a student who had none gets none. */
export const restoreGoals = (before: ReadonlyMap<string, Goal | undefined>): Promise<boolean> =>
  changeGoals(
    [...before].map(([studentUid, goal]) => ({ studentUid, goal: goal ? toSettings(goal) : null })),
  );

/** Why the last change of one of these goals was not saved. */
export const findSaveError = (studentUids: Iterable<string>): unknown =>
  [...studentUids].map((uid) => unsavedGoals.value.get(uid)?.error).find((error) => error !== undefined);

export async function loadGoals(accountId: string): Promise<void> {
  if (accountId !== loadedAccount) {
    loadedAccount = accountId;
    areGoalsLoaded.value = false;
    saved.value = new Map();
    unsavedGoals.value = new Map();
  }
  const before = writes;
  const listed = await planApi.listGoals(accountId);
  if (accountId === loadedAccount && writes === before) takeListing(listed);
}

function takeListing(listed: readonly Goal[]): void {
  const known = saved.peek();
  const next = new Map(listed.map((goal) => [goal.studentUid, keepSame(known.get(goal.studentUid), goal)]));
  const isSame = next.size === known.size && [...next].every(([uid, goal]) => known.get(uid) === goal);
  if (!isSame) saved.value = next;
  areGoalsLoaded.value = true;
}

const keepSame = (known: Goal | undefined, goal: Goal): Goal =>
  known !== undefined && JSON.stringify(known) === JSON.stringify(goal) ? known : goal;

let lastWrite: Promise<unknown> = Promise.resolve();

/** Shows the changes at once and sends them after those before them. Whether they were saved; a failure stays with the goals. */
export function changeGoals(changes: readonly GoalChange[]): Promise<boolean> {
  const accountId = loadedAccount;
  const sent = new Map(
    changes.map(({ studentUid, goal }): [string, UnsavedGoal] => [
      studentUid,
      { goal: goal && { studentUid, ...completeGoal(goal) } },
    ]),
  );
  unsavedGoals.value = new Map([...unsavedGoals.peek(), ...sent]);
  const write = lastWrite.then(() => send(accountId, sent));
  lastWrite = write;
  return write;
}

async function send(accountId: string, sent: ReadonlyMap<string, UnsavedGoal>): Promise<boolean> {
  if (accountId !== loadedAccount) return false;
  writes += 1;
  try {
    const listed = await planApi.changeGoals(
      accountId,
      [...sent].map(([studentUid, { goal }]) => ({ studentUid, goal: goal && toSettings(goal) })),
    );
    if (accountId !== loadedAccount) return true;
    batch(() => {
      takeListing(listed);
      settle(sent, undefined);
    });
    return true;
  } catch (error) {
    noteSessionError(error);
    settle(sent, error);
    return false;
  } finally {
    writes += 1;
  }
}

/** What was changed again meanwhile is not settled. */
function settle(sent: ReadonlyMap<string, UnsavedGoal>, error: unknown): void {
  const next = new Map(unsavedGoals.peek());
  for (const [uid, change] of sent) {
    if (next.get(uid) !== change) continue;
    if (error === undefined) next.delete(uid);
    else next.set(uid, { ...change, error });
  }
  unsavedGoals.value = next;
}

const toSettings = ({ wanted, labels, note, priority, isPaused }: Goal): GoalSettings => ({
  wanted,
  labels,
  note,
  priority,
  isPaused,
});

/** Sends again what has failed: of one student, or all of it. */
export function retryGoals(isRetried: (studentUid: string, error: unknown) => boolean): void {
  const failed = [...unsavedGoals.peek()].filter(
    ([uid, { error }]) => error !== undefined && isRetried(uid, error),
  );
  if (failed.length > 0)
    void changeGoals(
      failed.map(([studentUid, { goal }]) => ({ studentUid, goal: goal && toSettings(goal) })),
    );
}

/** Shows again what the service has. */
export function dropUnsaved(studentUid: string): void {
  const next = new Map(unsavedGoals.peek());
  next.delete(studentUid);
  unsavedGoals.value = next;
}

reconnections.subscribe(() => retryGoals((_, error) => hasCode(error, 'connection_failed')));
addEventListener('beforeunload', (event) => {
  if (unsavedGoals.peek().size > 0) event.preventDefault();
});

/** Saves goals as they are given; those that are new come after all others. */
export function saveGoals(settings: readonly { studentUid: string; goal: GoalSettings }[]): Promise<boolean> {
  const known = goals.peek();
  const isNew = ({ studentUid }: { studentUid: string }) =>
    known.every((goal) => goal.studentUid !== studentUid);
  const added = settings.filter(isNew).map(({ studentUid }) => ({ studentUid, priority: 0 }));
  const priorities =
    added.length === 0
      ? new Map<string, number>()
      : spreadPriorities([...known, ...added], known.length, added.length);
  const changes = settings.map(({ studentUid, goal }) => ({
    studentUid,
    goal: { ...goal, priority: priorities.get(studentUid) ?? goal.priority },
  }));
  const moved = known.filter(
    ({ studentUid }) =>
      priorities.has(studentUid) && settings.every((change) => change.studentUid !== studentUid),
  );
  return changeGoals([...changes, ...moved.map((goal) => withPriority(goal, priorities))]);
}

/** Moves a goal to another place among these goals, which are those of the list that the player sees. */
export function reorderGoal(shown: readonly Goal[], studentUid: string, to: number): Promise<boolean> {
  const known = goals.peek();
  const order = moveGoal(shown, studentUid, to);
  const place = order.findIndex((goal) => goal.studentUid === studentUid);
  // Next to the neighbour that the player sees, whatever stands between them.
  const others = known.filter((goal) => goal.studentUid !== studentUid);
  const before = order[place - 1];
  const after = order[place + 1];
  const at =
    before !== undefined ? others.indexOf(before) + 1 : after !== undefined ? others.indexOf(after) : 0;
  const next = moveGoal(known, studentUid, at);
  const priorities = spreadPriorities(next, at);
  return changeGoals(
    known.filter((goal) => priorities.has(goal.studentUid)).map((goal) => withPriority(goal, priorities)),
  );
}

const withPriority = (goal: Goal, priorities: ReadonlyMap<string, number>): GoalChange => ({
  studentUid: goal.studentUid,
  goal: { ...toSettings(goal), priority: priorities.get(goal.studentUid) },
});
