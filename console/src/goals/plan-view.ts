import { computed, signal } from '@preact/signals';
import { pageQuery, pushQuery, replaceQuery } from '../page-address.ts';
import type { GoalPreset } from './goal-presets.ts';

export const PLAN_VIEWS = ['missing', 'farm', 'goals', 'stock'] as const;
export type PlanView = (typeof PLAN_VIEWS)[number];

/** What the page shows; a reload keeps it. */
export const planView = computed<PlanView>(() => {
  const named = new URLSearchParams(pageQuery.value).get('view');
  return PLAN_VIEWS.find((view) => view === named) ?? 'missing';
});

export function showView(view: PlanView): void {
  if (view === planView.peek()) return;
  const query = view === 'missing' ? '' : `?view=${view}`;
  // A dialog has an entry of its own in the browser's history, and takes it along when it closes.
  if (history.state === null) pushQuery(query);
  else replaceQuery(query);
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Of the students, or of an item; both for as long as the page is open. */
export const showsAllItems = signal(false);
export const showsCoveredOnly = signal(false);

/** The goals that are chosen to be looked at together, by student; undefined while none are to be chosen. */
export const chosenGoals = signal<ReadonlySet<string> | undefined>(undefined);

/** The goal whose details are unfolded and in view when the list of goals opens. */
export const shownGoal = signal<string | undefined>(undefined);

export function showGoal(studentUid: string): void {
  shownGoal.value = studentUid;
  showView('goals');
}

/** Where a goal is entered: of a student whose goal may be there already, or with a preset for those who are chosen. */
export interface OpenedGoal {
  readonly studentUid?: string;
  readonly preset?: GoalPreset;
}
export const openedGoal = signal<OpenedGoal | undefined>(undefined);

/** The item or the kind of experience that is explained. */
export const openedNeed = signal<string | undefined>(undefined);
