import { useComputed, useSignal } from '@preact/signals';
import type { Goal } from '../../../contract/goals.ts';
import type { Draft } from '../roster/check-draft.ts';
import { findStudent } from '../roster/roster-store.ts';
import { applyPreset, wantedUnlessReached } from './apply-preset.ts';
import { checkWanted, wantedIn } from './check-wanted.ts';
import type { GoalPreset } from './goal-presets.ts';
import { findGoal, saveGoals } from './goal-store.ts';
import type { OpenedGoal } from './plan-view.ts';

const stateOf = (studentUid: string) => findStudent(studentUid)?.state.value ?? null;

/** What is entered for one student or for many: whom it is for, the wanted values, labels and a note. */
export function useGoalDraft({ studentUid, preset: opened }: OpenedGoal) {
  const first = studentUid === undefined ? undefined : findGoal(studentUid);
  const chosen = useSignal<readonly string[]>(studentUid === undefined ? [] : [studentUid]);
  const draft = useSignal<Draft>(first?.wanted ?? (opened ? opened.wantedFor(null) : {}));
  const preset = useSignal<GoalPreset | undefined>(opened);
  const labels = useSignal<readonly string[]>(first?.labels ?? []);
  const note = useSignal(first?.note ?? '');
  const isChanged = useSignal(false);
  /** The goals that what is entered began with; null is none. */
  const seen = useSignal<ReadonlyMap<string, Goal | null>>(
    new Map(studentUid === undefined ? [] : [[studentUid, first ?? null]]),
  );

  const wanted = useComputed(() => wantedIn(draft.value));
  const errors = useComputed(() => checkWanted(wanted.value));
  /** The one student whose present values are shown. */
  const single = useComputed(() => (chosen.value.length === 1 ? chosen.value[0] : undefined));
  const isValid = useComputed(
    () =>
      chosen.value.length > 0 &&
      Object.keys(wanted.value).length > 0 &&
      Object.keys(errors.value).length === 0,
  );
  const replaced = useComputed(() =>
    studentUid === undefined ? chosen.value.filter((uid) => findGoal(uid) !== undefined).length : 0,
  );

  /** A preset keeps what was entered beside it. */
  function usePreset(used: GoalPreset): void {
    const uid = single.peek();
    preset.value = used;
    const values = uid === undefined ? used.wantedFor(null) : applyPreset(used, stateOf(uid));
    draft.value = { ...draft.peek(), ...values };
    isChanged.value = true;
  }

  function choose(uid: string): void {
    if (chosen.peek().includes(uid)) return;
    const goal = findGoal(uid);
    // The goal of the first one who is chosen is what is changed.
    if (chosen.peek().length === 0 && goal !== undefined && Object.keys(wanted.peek()).length === 0) {
      draft.value = goal.wanted;
      labels.value = goal.labels;
      note.value = goal.note;
      seen.value = new Map([[uid, goal]]);
    }
    chosen.value = [...chosen.peek(), uid];
    if (preset.peek() !== undefined && chosen.peek().length === 1 && opened !== undefined) {
      const values = applyPreset(opened, stateOf(uid));
      if (Object.keys(values).length > 0) draft.value = values;
    } else if (chosen.peek().length === 2 && preset.peek() !== undefined)
      draft.value = { ...draft.peek(), ...preset.peek()?.wantedFor(null) };
  }

  /** Of many students, those who have reached all of it get none. */
  function settings() {
    return chosen.peek().flatMap((uid) => {
      const isSingle = single.peek() !== undefined;
      const own = isSingle ? wanted.peek() : wantedUnlessReached(wanted.peek(), stateOf(uid));
      if (Object.keys(own).length === 0) return [];
      const before = (seen.peek().has(uid) ? seen.peek().get(uid) : findGoal(uid)) ?? null;
      const { priority, isPaused } = before ?? {};
      const goal = { wanted: own, labels: labels.peek(), note: note.peek().trim(), priority, isPaused };
      return [{ studentUid: uid, goal, seen: before }];
    });
  }

  return {
    chosen,
    draft,
    labels,
    note,
    isChanged,
    wanted,
    errors,
    single,
    isValid,
    replaced,
    usePreset,
    choose,
    stateOf,
    /** For these students. */
    async save() {
      const entered = settings();
      return { uids: entered.map(({ studentUid }) => studentUid), outcome: await saveGoals(entered) };
    },
    clearValues(): void {
      draft.value = {};
      preset.value = undefined;
    },
    /** For the next student. */
    clear(): void {
      chosen.value = [];
      draft.value = {};
      preset.value = undefined;
      note.value = '';
      labels.value = [];
      seen.value = new Map();
      isChanged.value = false;
    },
  };
}

export type GoalDraft = ReturnType<typeof useGoalDraft>;
