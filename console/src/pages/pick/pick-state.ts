import { batch, computed, signal } from '@preact/signals';
import type { Progress } from '../../../../client/apply-plan.ts';
import { currentPage, openPage } from '../../page-address.ts';
import type { Picks } from '../../roster/pick-format.ts';
import { isAvailable } from '../../roster/released-students.ts';
import { reportBulk } from '../../roster/report-bulk.ts';
import { changeStudents, findStudent, listRevision, rosterEntries } from '../../roster/roster-store.ts';
import { readPicks, withoutRecruited, writePicks } from '../../roster/stored-picks.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { clampRank, lowerRank, planRegistrations, type TapStars, tapRank } from './pick-ranks.ts';

const MAX_STEPS = 200;

/** They are kept on the device until they are saved: a phone ends the page while the player looks into the game. */
export const picks = signal<Picks>(new Map());
export const tapStars = signal<TapStars>('own');
/** What was picked before each tap. */
const steps = signal<readonly Picks[]>([]);
export const canUndoPick = computed(() => steps.value.length > 0);
/** The last student whose stars have changed. */
export const lastPicked = signal<string | undefined>(undefined);
export const saving = signal<Progress | undefined>(undefined);
/** What a save writes: nobody whom the page does not show. */
export const registrations = computed(() =>
  planRegistrations(picks.value, rosterEntries().filter(isAvailable)),
);

let pickingAccount = '';

/** Nothing of one account is shown to another. */
export function claimPicks(accountId: string): void {
  if (accountId === pickingAccount) return;
  pickingAccount = accountId;
  batch(() => {
    picks.value = readPicks(accountId);
    steps.value = [];
    lastPicked.value = undefined;
    tapStars.value = 'own';
  });
}

/** For those who were recruited by other ways since they were picked. */
export function dropRecruited(): void {
  // Those of a save are recruited before it is known whether they are saved.
  if (saving.peek() !== undefined) return;
  const left = withoutRecruited(picks.peek());
  if (left.size < picks.peek().size) store(left);
}

export const tap = (studentUid: string): void =>
  change([studentUid], (rank, own) => tapRank(rank, own, tapStars.peek()));
export const takeStar = (studentUid: string): void => change([studentUid], lowerRank);
/** Without a rank with the student's own stars. */
export const giveRank = (studentUid: string, rank = 0): void =>
  change([studentUid], (_, own) => clampRank(rank, own));

/** Those who are not picked yet, with what a tap gives. */
export const pickAll = (studentUids: readonly string[]): void =>
  change(studentUids, (rank, own) => rank || tapRank(0, own, tapStars.peek()));
export const unpickAll = (studentUids: readonly string[]): void => change(studentUids, () => 0);
export const clearPicks = (): void => unpickAll([...picks.peek().keys()]);

function change(
  studentUids: readonly string[],
  toRank: (rank: number, own: number | undefined) => number,
): void {
  if (saving.peek() !== undefined) return;
  const next = new Map(picks.peek());
  let isChanged = false;
  for (const uid of studentUids) {
    const shown = findStudent(uid);
    const before = next.get(uid) ?? 0;
    const rank = toRank(before, shown?.student.attributes.star);
    // Who is recruited stays as she is.
    if (rank === before || shown?.state.peek() !== null) continue;
    isChanged = true;
    if (rank === 0) next.delete(uid);
    else next.set(uid, rank);
  }
  if (!isChanged) return;
  batch(() => {
    steps.value = [...steps.peek(), picks.peek()].slice(-MAX_STEPS);
    store(next);
    lastPicked.value = studentUids.length === 1 ? studentUids[0] : undefined;
  });
}

export function undoPick(): void {
  const before = steps.peek().at(-1);
  if (before === undefined || saving.peek() !== undefined) return;
  batch(() => {
    steps.value = steps.peek().slice(0, -1);
    store(withoutRecruited(before));
    lastPicked.value = undefined;
  });
}

function store(next: Picks): void {
  picks.value = next;
  writePicks(pickingAccount, next);
}

/** Registers all at once, which is one group of the history and one step of undo. Who was not saved stays picked. */
export async function savePicks(): Promise<void> {
  const accountId = pickingAccount;
  const wanted = registrations.peek();
  const total = wanted.length;
  saving.value = { done: 0, total };
  try {
    const report = await changeStudents(wanted, (done) => {
      saving.value = { done, total };
    });
    const failed = new Set(report.failed.map(({ studentUid }) => studentUid));
    const done = new Set(wanted.map(({ studentUid }) => studentUid)).difference(failed);
    const left = new Map([...picks.peek()].filter(([uid]) => !done.has(uid)));
    if (accountId === pickingAccount)
      batch(() => {
        steps.value = [];
        lastPicked.value = undefined;
        store(left);
      });
    // On the list that opens next they stand among those who are recruited.
    listRevision.value += 1;
    reportBulk(report, BULK.registered);
    if (failed.size === 0 && currentPage.peek() === 'pick') openPage('roster', { replace: true });
  } finally {
    saving.value = undefined;
  }
}
