import { isConnected } from '../api/connection-state.ts';
import { readCatalogue } from '../api/read-catalogue.ts';
import { nameOfStudent } from '../components/student-name.tsx';
import { showToast } from '../components/toast.tsx';
import { BY_URGENCY, type EditOutcome, isUnsent } from '../outbox/edit.ts';
import { allEdits, onEditOutcome } from '../outbox/outbox.ts';
import { stall } from '../outbox/retry-timer.ts';
import type { ValueEdit } from '../outbox/value-edit.ts';
import { currentPage, openPage } from '../page-address.ts';
import { findStudent } from '../roster/roster-store.ts';
import { openedStudent } from '../roster/roster-view-state.ts';
import type { StudentEdit } from '../roster/student-edit.ts';
import { signedInSession } from '../session/session-state.ts';
import { describeEdit, describeEdits, describePlanEdit, EDITS } from '../texts/edit-texts.ts';

/** What happens to several edits shortly after each other is said in one sentence. */
const GATHERING_MS = 150;

type AnyEdit = StudentEdit | ValueEdit<unknown>;

interface Announcement {
  readonly edit: AnyEdit;
  readonly kind: EditOutcome['kind'];
}

/** Says what has become of the edits that were not saved at once. */
export function announceEdits(): void {
  /** By edit, the last that has happened to it. */
  const gathered = new Map<string, Announcement>();
  const announce = () => {
    const isComplete = stall.peek() !== undefined || !allEdits.peek().some(isUnsent);
    const list = [...gathered.values()];
    if (!isComplete && list.every(({ kind }) => kind !== 'waiting'))
      return void setTimeout(announce, GATHERING_MS);
    gathered.clear();
    void say(list);
  };
  const gather = (edit: AnyEdit, { kind }: { kind: EditOutcome['kind'] }) => {
    // The page says itself what it saves at once.
    if ((kind === 'saved' && !edit.isWaiting) || isShown(edit, kind)) return void gathered.delete(edit.id);
    if (gathered.size === 0) setTimeout(announce, GATHERING_MS);
    gathered.set(edit.id, { edit, kind });
  };
  onEditOutcome((edit, outcome) => gather(edit as AnyEdit, outcome));
}

/** The panel shows a conflict at its fields, and the plan all that becomes of its edits. */
function isShown(edit: AnyEdit, kind: EditOutcome['kind']): boolean {
  if (edit.kind !== 'student' && currentPage.peek() === 'plan') return true;
  const isOpened = edit.kind !== 'stock' && openedStudent.peek()?.studentUid === uidOf(edit);
  return isOpened && (kind === 'conflict' || kind === 'refused');
}

const uidOf = (edit: AnyEdit): string => (edit.kind === 'student' ? edit.studentUid : edit.key);

/** Only one sentence is shown at a time: the one that matters most. */
async function say(announcements: readonly Announcement[]): Promise<void> {
  const kind = BY_URGENCY.find((urgent) => announcements.some((one) => one.kind === urgent));
  const [first, ...others] = announcements.filter((one) => one.kind === kind).map(({ edit }) => edit);
  if (kind === undefined || first === undefined) return;
  const text = describeEdits(await describe(first), others.length + 1);
  if (kind === 'saved') showToast(EDITS.saved(text));
  else if (kind === 'waiting') showToast(EDITS.waiting[findReason()](text), { kind: 'warning' });
  else {
    const review = () => (first.kind === 'student' ? reviewEdit(first.studentUid) : openPage('plan'));
    showToast(EDITS[kind](text), { kind: 'warning', action: { label: EDITS.review, run: review } });
  }
}

const findReason = (): keyof typeof EDITS.waiting => {
  if (signedInSession() === undefined) return 'signed-out';
  return isConnected.peek() ? 'later' : 'offline';
};

async function describe(edit: AnyEdit) {
  if (edit.kind === 'stock') return describePlanEdit(undefined);
  const name = (await findName(uidOf(edit))) ?? uidOf(edit);
  return edit.kind === 'student' ? describeEdit(name, edit) : describePlanEdit(name);
}

/** Also on a page that has not loaded the roster. */
async function findName(studentUid: string): Promise<string | undefined> {
  const loaded = findStudent(studentUid)?.student;
  if (loaded !== undefined) return nameOfStudent(loaded);
  const catalogue = await readCatalogue().catch(() => undefined);
  const student = catalogue?.students.find((one) => one.studentUid === studentUid);
  return student && nameOfStudent(student);
}

/** Opens the student whose edit needs a decision. */
export function reviewEdit(studentUid: string): void {
  openPage('roster');
  openedStudent.value = { studentUid };
}
