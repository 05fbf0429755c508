import { isConnected } from '../api/connection-state.ts';
import { publicStudents } from '../api/roster-client.ts';
import { nameOfStudent } from '../components/student-name.tsx';
import { showToast } from '../components/toast.tsx';
import { openPage } from '../page-address.ts';
import { signedInSession } from '../session-state.ts';
import { describeEdit, describeEdits, EDITS } from '../texts/edit-texts.ts';
import { edits, isUnsent, onEditOutcome, stall } from './outbox.ts';
import { findStudent } from './roster-store.ts';
import { openedStudent } from './roster-view-state.ts';
import type { EditOutcome, StudentEdit } from './student-edit.ts';

/** What happens to several edits shortly after each other is said in one sentence. */
const GATHERING_MS = 150;
/** Only one sentence is shown at a time: the one that matters most. */
const BY_URGENCY = ['conflict', 'refused', 'waiting', 'saved'] as const satisfies EditOutcome['kind'][];

interface Announcement {
  readonly edit: StudentEdit;
  readonly kind: EditOutcome['kind'];
}

/** Says what has become of the edits that were not saved at once. */
export function announceEdits(): void {
  /** By edit, the last that has happened to it. */
  const gathered = new Map<string, Announcement>();
  const announce = () => {
    const isComplete = stall.peek() !== undefined || !edits.peek().some(isUnsent);
    const list = [...gathered.values()];
    if (!isComplete && list.every(({ kind }) => kind !== 'waiting'))
      return void setTimeout(announce, GATHERING_MS);
    gathered.clear();
    void say(list);
  };
  onEditOutcome((edit, { kind }) => {
    // The page says itself what it saves at once, and the panel shows a conflict at its fields.
    if (kind === 'saved' && !edit.isWaiting) return;
    const isShown = openedStudent.peek()?.studentUid === edit.studentUid;
    if (isShown && (kind === 'conflict' || kind === 'refused')) return void gathered.delete(edit.id);
    if (gathered.size === 0) setTimeout(announce, GATHERING_MS);
    gathered.set(edit.id, { edit, kind });
  });
}

async function say(announcements: readonly Announcement[]): Promise<void> {
  const kind = BY_URGENCY.find((urgent) => announcements.some((one) => one.kind === urgent));
  const [first, ...others] = announcements.filter((one) => one.kind === kind).map(({ edit }) => edit);
  if (kind === undefined || first === undefined) return;
  const { studentUid } = first;
  const edit = describeEdit((await findName(studentUid)) ?? studentUid, first);
  const text = describeEdits(edit, others.length + 1);
  if (kind === 'saved') showToast(EDITS.saved(text));
  else if (kind === 'waiting') showToast(EDITS.waiting[findReason()](text), { kind: 'warning' });
  else {
    const action = { label: EDITS.review, run: () => reviewEdit(studentUid) };
    showToast(EDITS[kind](text), { kind: 'warning', action });
  }
}

const findReason = (): keyof typeof EDITS.waiting => {
  if (signedInSession() === undefined) return 'signed-out';
  return isConnected.peek() ? 'later' : 'offline';
};

/** Also on a page that has not loaded the roster. */
async function findName(studentUid: string): Promise<string | undefined> {
  const loaded = findStudent(studentUid)?.student;
  if (loaded !== undefined) return nameOfStudent(loaded);
  const catalogue = await publicStudents.catalogue().catch(() => undefined);
  const student = catalogue?.students.find((one) => one.studentUid === studentUid);
  return student && nameOfStudent(student);
}

/** Opens the student whose edit needs a decision. */
export function reviewEdit(studentUid: string): void {
  openPage('roster');
  openedStudent.value = { studentUid };
}
