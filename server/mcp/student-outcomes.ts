import { compareValues, type ValueEffect } from '../../client/compare-values.ts';
import type {
  GrowthState,
  KeptFields,
  Plan,
  PlanEntry,
  Report,
  StateName,
  StudentPatch,
} from '../../client/index.ts';
import { listKept } from '../../client/plan.ts';
import { MAX_FIELD_ERRORS, MAX_UID_LENGTH } from '../../contract/limits.ts';
import { cleanText } from './answer-text.ts';
import { type DescribedError, describeError } from './tool-error.ts';

/** Students that one answer describes. */
export const MAX_LISTED_STUDENTS = 50;
/** The outcomes of a student, in the order of an answer. */
const OUTCOMES = ['failed', 'removed', 'changed', 'registered', 'unchanged'] as const;

/** The outcome of one student, or what it would be. */
export interface StudentOutcome {
  studentUid: string;
  name: string | null;
  outcome: (typeof OUTCOMES)[number];
  changes?: Partial<Record<StateName, { from: number | null; to: number | null; effect: ValueEffect }>>;
  error?: Omit<DescribedError, 'nextStep' | 'retryAfterSeconds'>;
}

/** The part that save_students, the imports and undo_changes have in common. */
export interface Outcomes {
  dryRun: boolean;
  counts: Record<Exclude<StudentOutcome['outcome'], 'removed'>, number>;
  students: StudentOutcome[];
  omitted: number;
  /** Null if nothing was written, or if the service does not tell it. */
  group: number | null;
  retryAfterSeconds: number | null;
  nextStep: string | null;
}

/** A failure of one student, of a plan or of a row of an import. */
export interface StudentFailure {
  readonly studentUid: string;
  readonly error: unknown;
}

/** Describes a plan, or what its report says of it, in an answer of bounded length. */
export function describeOutcomes(
  { entries }: Plan,
  report: Report | undefined,
  unread: readonly StudentFailure[],
  names: ReadonlyMap<string, string>,
  group: number | null,
): Outcomes {
  const refused = entries.flatMap((entry) => (entry.action === 'refuse' ? [entry] : []));
  const failures = report === undefined ? refused : report.failed;
  const failed = new Map(failures.map(({ studentUid, error }) => [studentUid, describeFailure(error)]));
  const kept = new Map(report?.kept.map(({ studentUid, fields }) => [studentUid, fields]));
  // The UID of a student who is not in the catalogue is any text.
  const titled = (studentUid: string) => ({
    studentUid: cleanText(studentUid, MAX_UID_LENGTH),
    name: names.get(studentUid) ?? null,
  });
  const outcomes: StudentOutcome[] = [
    ...unread.map(({ studentUid, error }) => ({
      ...titled(studentUid),
      outcome: 'failed' as const,
      error: describeFailure(error),
    })),
    ...entries.map((entry): StudentOutcome => {
      const title = titled(entry.studentUid);
      const error = failed.get(entry.studentUid);
      if (error !== undefined) return { ...title, outcome: 'failed', error };
      // Somebody else brought the student to the wanted state first.
      if (report?.unchanged.includes(entry.studentUid)) return { ...title, outcome: 'unchanged' };
      return { ...title, ...describeEntry(entry, kept.get(entry.studentUid)) };
    }),
  ];
  const inOrder = OUTCOMES.flatMap((kind) => outcomes.filter(({ outcome }) => outcome === kind));
  const retryAfterSeconds = longestWait(failures);
  return {
    dryRun: report === undefined,
    counts: countOutcomes(outcomes),
    students: limitFields(inOrder.slice(0, MAX_LISTED_STUDENTS)),
    omitted: Math.max(0, inOrder.length - MAX_LISTED_STUDENTS),
    group,
    retryAfterSeconds,
    nextStep: chooseNextStep(outcomes, listKept(entries).length, report === undefined, retryAfterSeconds),
  };
}

/** `kept`: the fields that the service has left as they were. */
function describeEntry(
  entry: PlanEntry,
  kept: readonly StateName[] = [],
): Pick<StudentOutcome, 'outcome' | 'changes'> {
  switch (entry.action) {
    case 'register':
      return { outcome: 'registered' };
    case 'change':
      return { outcome: 'changed', changes: describeChanges(entry.before, entry.changes, kept) };
    case 'remove':
      return { outcome: 'removed' };
    default:
      return { outcome: 'unchanged' };
  }
}

const describeChanges = (
  before: GrowthState,
  changes: StudentPatch,
  kept: readonly StateName[],
): NonNullable<StudentOutcome['changes']> =>
  Object.fromEntries(
    [...compareValues(before, changes)]
      .filter(([name]) => !kept.includes(name))
      .map(([name, effect]) => [name, { from: before[name], to: changes[name] ?? null, effect }]),
  );

/** The fields that an import leaves as they are, in an answer of bounded length. */
export const describeKept = (kept: readonly KeptFields[]) => ({
  kept: kept.slice(0, MAX_LISTED_STUDENTS),
  keptOmitted: Math.max(0, kept.length - MAX_LISTED_STUDENTS),
});

/** Without the next step, which is the same for all students and said once. */
export function describeFailure(error: unknown): NonNullable<StudentOutcome['error']> {
  const { nextStep: _, retryAfterSeconds: __, ...described } = describeError(error) as DescribedError;
  return described;
}

/** Students beyond the bound keep the message of their error, which names the fields too. */
export function limitFields<Listed extends { error?: StudentOutcome['error'] }>(
  students: readonly Listed[],
): Listed[] {
  let named = 0;
  return students.map((student) => {
    if (student.error?.fields === undefined) return student;
    const { fields, ...error } = student.error;
    named += fields.length;
    return named <= MAX_FIELD_ERRORS ? student : { ...student, error };
  });
}

const countOutcomes = (outcomes: readonly StudentOutcome[]): Outcomes['counts'] => {
  const count = (kind: StudentOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    registered: count('registered'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    failed: count('failed'),
  };
};

export function longestWait(failures: readonly StudentFailure[]): number | null {
  const waits = failures.flatMap(({ error }) => describeError(error)?.retryAfterSeconds ?? []);
  return waits.length === 0 ? null : Math.max(...waits);
}

const WRITTEN: readonly StudentOutcome['outcome'][] = ['registered', 'changed', 'removed'];

function chooseNextStep(
  outcomes: readonly StudentOutcome[],
  kept: number,
  isDryRun: boolean,
  retryAfterSeconds: number | null,
): string | null {
  const failures = outcomes.filter(({ outcome }) => outcome === 'failed');
  const steps = [
    retryAfterSeconds !== null &&
      `Wait ${retryAfterSeconds} seconds, then make the same call again: students that are written already are left as they are.`,
    failures.some(({ error }) => error?.candidates !== undefined) &&
      'Choose one of the candidates of a student by its studentUid, or ask the player.',
    failures.some(({ error }) => error?.code === 'not_found' && error.candidates === undefined) &&
      'Find the right studentUid with search_students.',
    isDryRun && 'Nothing was written.',
    retryAfterSeconds === null && failures.length > 0 && 'Correct the failed students.',
    isDryRun &&
      outcomes.some(({ outcome }) => WRITTEN.includes(outcome)) &&
      'Show the player what would change, and write it only if they agree.',
    isDryRun &&
      kept > 0 &&
      `${kept} students keep values that the text would lower or clear. Only if the player asks for those, pass lower: true.`,
    outcomes.length > MAX_LISTED_STUDENTS &&
      'Not all students are shown here; list_roster shows their states, with filters.',
  ].filter((step) => step !== false);
  return steps.length === 0 ? null : steps.join(' ');
}
