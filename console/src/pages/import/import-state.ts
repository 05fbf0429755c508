import { computed, signal } from '@preact/signals';
import { hasLoss } from '../../../../client/change-losses.ts';
import type { ParsedRoster, RosterRow, SheetColumn } from '../../../../client/formats/index.ts';
import { createOperationId } from '../../../../client/operation-id.ts';
import type { PlanEntry } from '../../../../client/plan-entry.ts';
import type { KeptRows } from '../../../../contract/kept-rows.ts';
import { proposalOperation } from '../../../../contract/proposals.ts';
import type { StudentRegistration } from '../../../../contract/state-fields.ts';
import type { ProposedView } from '../../../../server/proposals/views.ts';
import { reconnections } from '../../api/connection-state.ts';
import { consoleApi, type ImportCounts } from '../../api/console-api.ts';
import { proposalApi } from '../../api/proposal-api.ts';
import type { ChangeOutcome } from '../../changes/change-outcome.ts';
import { type Attempt, ChangeWriter } from '../../changes/change-writer.ts';
import { showToast } from '../../components/toast.tsx';
import {
  changeImportMemory,
  forgetImportMemory,
  importMemory,
  loadImportMemory,
} from '../../imports/import-memory-state.ts';
import { endProposal } from '../../proposals/open-proposals.ts';
import { catalogue, loadCatalogue, studentsByUid } from '../../roster/catalogue-state.ts';
import { findKeptStudents } from '../../roster/find-kept-students.ts';
import { changeKeptRows, fittingRows, keptRows, loadKeptRows } from '../../roster/kept-rows.ts';
import { noteSessionError, signedInSession } from '../../session/session-state.ts';
import { SHEET } from '../../texts/sheet-texts.ts';
import { closingHeaders, forgetGoalClosing, noteClosedGoals } from './goal-closing-state.ts';
import { forgetGoalReview, goalOutcome, openGoalReview, writeGoals } from './goal-import-state.ts';
import { readProposal } from './read-proposal.ts';
import {
  allowAllLosses,
  allowedLosses,
  givenStars,
  type ImportReview,
  pickedNames,
  representativeOf,
  review,
  selection,
  withGivenStars,
} from './review-state.ts';
import { forgetText, readText, source } from './source-state.ts';
import { writeUnfinished } from './unfinished-import.ts';
import { listUnknownRows } from './unknown-rows.ts';

/** The text, too, is still there after the session has ended and begun again. */
export const writer = new ChangeWriter({
  beginOperation: () =>
    proposal.peek() === undefined
      ? createOperationId('import')
      : proposalOperation(proposal.peek()?.id ?? ''),
  raiseOnly: isRaiseOnly,
  headersOf: closingHeaders,
  reviewAgain: (only) => openReview({ ...review.peek(), only }),
  onProgress: (progress, accountId) => writeUnfinished(accountId, progress),
  onWritten: finishAttempt,
});

/** Unless the player has allowed a loss. */
function isRaiseOnly(entry: PlanEntry): boolean {
  if (review.peek()?.lower) return false;
  return entry.action !== 'change' || !hasLoss(entry.before, entry.changes);
}

/** What a tool proposes, where that is looked at in place of a text. */
export const proposal = signal<ProposedView | undefined>(undefined);

/** The columns whose meaning is asked before the review. */
export const unknownColumns = signal<readonly SheetColumn[] | undefined>(undefined);

const listUnknownColumns = ({ columns = [] }: ParsedRoster): SheetColumn[] => [
  ...new Map(
    columns
      .filter(({ meaning, values }) => meaning === undefined && values.length > 0)
      .map((column) => [column.key, column]),
  ).values(),
];

/** Back to the text. */
export function closeQuestions(): void {
  unknownColumns.value = undefined;
  writer.isStepNew.value = true;
}

/** Counts that are not among the recent activity yet. */
let unnoted: ImportCounts | undefined;

/** The students that can be read. Rows of two forms are one student. */
export const countStudents = (rows: readonly RosterRow[]): number =>
  new Set(
    rows.filter(({ wanted }) => wanted !== undefined).map(({ studentUid }) => representativeOf(studentUid)),
  ).size;

/** Nothing of one account is shown to another. */
export function claimImport(accountId: string): void {
  if (!writer.claim(accountId)) return;
  forgetReview();
  forgetImportMemory();
  unnoted = undefined;
}

export function reset(): void {
  writer.reset();
  forgetReview();
}

function forgetReview(): void {
  proposal.value = undefined;
  review.value = undefined;
  forgetAnswers();
  unknownColumns.value = undefined;
  forgetGoalReview();
  forgetGoalClosing();
  forgetText();
}

/** What the player has said of one text. */
function forgetAnswers(): void {
  givenStars.value = new Map();
  pickedNames.value = new Map();
}

/** Remembers who is called so, and adds their rows to the review. */
export async function takePickedNames(): Promise<void> {
  const aliases = Object.fromEntries(pickedNames.peek());
  await changeImportMemory(writer.accountId, { aliases });
  pickedNames.value = new Map();
  await openReview({ ...review.peek() });
  showToast(SHEET.taken(Object.keys(aliases).length));
}

const isInCatalogue = (uid: string): boolean => studentsByUid.value.has(uid);

/** Whether the rows of students whom the catalogue lacks are kept. */
export const keepsUnknown = signal(true);
/** How many were kept of this text. */
export const keptCount = signal(0);

/** The rows of students whom the catalogue lacks, as many as can be kept. None of those that are looked at again. */
export const unknownRows = computed((): KeptRows => {
  const { roster, lower = false, only } = review.value ?? {};
  if (roster === undefined || only !== undefined) return {};
  return fittingRows(keptRows.value, listUnknownRows(roster.students, isInCatalogue, { lower }));
});

/** A text that was only looked at leaves nothing. */
export async function keepUnknownRows(): Promise<void> {
  const rows = unknownRows.peek();
  if (Object.keys(rows).length === 0) return;
  await changeKeptRows(writer.accountId, rows);
  keptCount.value = Object.keys(rows).length;
}

/** A row of defaults says nothing beside another row of the student, in whatever form. */
function addUntouched(
  wanted: readonly StudentRegistration[],
  untouched: readonly StudentRegistration[],
): StudentRegistration[] {
  const listed = new Set(wanted.map(({ studentUid }) => representativeOf(studentUid)));
  return [...wanted, ...untouched.filter(({ studentUid }) => !listed.has(representativeOf(studentUid)))];
}

/** Compares what a tool proposes with the roster as it is now. */
export async function openProposal(id: string): Promise<void> {
  reset();
  proposal.value = await proposalApi.read(writer.accountId, id);
  await openReview();
}

/** Compares the text, or some of its students, with the roster as it is now. */
export async function openReview({
  prune = false,
  lower = false,
  only = undefined as ImportReview['only'],
} = {}): Promise<void> {
  await Promise.all([
    // Rows without a UID are read by the names of the catalogue.
    loadCatalogue(),
    loadImportMemory(writer.accountId),
    // Without them the import works too.
    loadKeptRows(writer.accountId).catch(() => {}),
  ]);
  const proposed = proposal.peek()?.proposed;
  const roster = proposed === undefined ? (await readText())?.roster : readProposal(proposed);
  if (roster === undefined) return;
  const isFirst = writer.step.peek() === 'start';
  const unknown = isFirst ? listUnknownColumns(roster) : [];
  if (unknown.length > 0) {
    unknownColumns.value = unknown;
    writer.isStepNew.value = true;
    return;
  }
  if (isFirst) forgetAnswers();
  const wanted = roster.students.flatMap((row) =>
    row.wanted === undefined ? [] : withGivenStars(row.wanted),
  );
  const untouched = roster.students.flatMap((row) => row.untouched ?? []);
  const plan = await writer.rollbook.roster.plan(lower ? addUntouched(wanted, untouched) : wanted, {
    prune,
    placeholders: roster.placeholders,
    assumed: roster.assumed,
    untouched,
  });
  await forgetSettled(
    plan.entries.filter(({ action }) => action === 'unchanged').map(({ studentUid }) => studentUid),
  );
  unknownColumns.value = undefined;
  if (isFirst) {
    forgetGoalClosing();
    await openGoalReview(writer.accountId, source.peek().text, roster.format);
    selection.reset();
    allowedLosses.value = new Map();
    keepsUnknown.value = true;
    keptCount.value = 0;
    writer.forgetOutcome();
  } else if (only !== undefined) allowedLosses.value = new Map();
  else if (lower !== review.peek()?.lower) allowAllLosses(lower ? plan.entries : []);
  writer.error.value = undefined;
  review.value = { roster, plan, prune, lower, only };
  writer.moveTo('review');
}

async function finishAttempt({ entries, before, after }: Attempt): Promise<void> {
  const unwritten = new Set([...after.failed.map(({ studentUid }) => studentUid), ...after.left]);
  await forgetSettled(entries.map(({ studentUid }) => studentUid).filter((uid) => !unwritten.has(uid)));
  // Goals of the text are placed among those that are left.
  await noteClosedGoals(writer.accountId, writer.group.peek(), unwritten).catch(noteSessionError);
  const count = (name: 'registered' | 'changed' | 'removed') =>
    after[name].length - before[name].length + (unnoted?.[name] ?? 0);
  if (proposal.peek() !== undefined) return finishProposal(after);
  unnoted = {
    format: review.peek()?.roster.format ?? '',
    registered: count('registered'),
    changed: count('changed'),
    removed: count('removed'),
  };
  void sendUnnoted();
  if (after.left.length === 0 && goalOutcome.peek() === undefined) await writeGoals();
  if (keepsUnknown.peek() && keptCount.peek() === 0) await keepUnknownRows();
}

/** What was left out is declined. What failed can still be written. */
async function finishProposal({ registered, changed, failed, left }: ChangeOutcome): Promise<void> {
  const { id } = proposal.peek() ?? {};
  if (id === undefined || failed.length + left.length > 0) return;
  await endProposal(writer.accountId, id, registered.length + changed.length);
}

/** Who is as an import says is not asked about again. */
async function forgetSettled(studentUids: readonly string[]): Promise<void> {
  const uids = new Set(studentUids);
  const settled = findKeptStudents(
    keptRows.peek(),
    catalogue.peek()?.students ?? [],
    importMemory.peek().aliases,
  ).filter(({ student }) => uids.has(student.studentUid));
  if (settled.length === 0) return;
  const rows = Object.fromEntries(settled.map(({ key }) => [key, null]));
  // Otherwise the next page asks about what changes nothing.
  await changeKeptRows(writer.accountId, rows).catch(() => {});
}

/** Adds what was written to the recent activity, at the next connection if there is none. */
async function sendUnnoted(): Promise<void> {
  const counts = unnoted;
  unnoted = undefined;
  if (counts === undefined || counts.registered + counts.changed + counts.removed === 0) return;
  await consoleApi.noteImport(counts).catch(() => {
    unnoted = counts;
  });
}
reconnections.subscribe(() => {
  if (signedInSession()?.account.accountId === writer.accountId) void sendUnnoted();
});
