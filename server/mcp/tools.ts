import {
  type ParsedRoster,
  ROSTER_FORMATS,
  type RosterFormat,
  WRITABLE_FORMATS,
  type WritableFormat,
  writeRoster,
} from '../../client/formats/index.ts';
import type { KeptFields, Plan, RecruitedStudent, StudentRegistration } from '../../client/index.ts';
import { createOperationId } from '../../client/operation-id.ts';
import { listKept, planRoster } from '../../client/plan.ts';
import type { OperationKind } from '../../contract/history.ts';
import { CHANGE_GROUP_HEADER } from '../../contract/operation-headers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { STATE_RULES } from '../../contract/rule-texts.ts';
import { REQUIRED_NAMES } from '../../contract/state-fields.ts';
import { completeGoals } from './complete-goals-tool.ts';
import { listGoals, saveGoals } from './goals-tool.ts';
import { planGrowthTool } from './growth-tool.ts';
import { recentChanges, undoChanges } from './history-tools.ts';
import { proposeChanges } from './propose-tool.ts';
import { readRosterAndCatalogue } from './read-roster.ts';
import { readRosterText } from './read-roster-text.ts';
import { resolveNamed, resolveStudents } from './resolve-students.ts';
import { getStudent, listRoster } from './roster-tools.ts';
import { searchStudents } from './search-tool.ts';
import { listStock, saveStock } from './stock-tool.ts';
import { describeKept, describeOutcomes, type Outcomes, type StudentFailure } from './student-outcomes.ts';
import { defineTool, type Tool, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';
import * as schemas from './tool-schemas.ts';
import { watchWrites } from './written-group.ts';

/** Kinds of warnings in one answer. */
const MAX_LISTED_WARNINGS = 20;
/** UTF-16 units of an exported text in one answer. */
const MAX_EXPORT_LENGTH = 20_000;

type WantedStudent = Partial<StudentRegistration> & Pick<StudentRegistration, 'studentUid'>;

const saveStudents = defineTool({
  name: 'save_students',
  description: `Brings students to wanted states: registers those who are not in the roster, and changes only what differs for the others. Up to ${schemas.MAX_SAVED_STUDENTS} in one call; making the same call again is safe. Each student is written alone: some may fail while others are saved. Rules: ${Object.values(
    STATE_RULES,
  )
    .map(({ en }) => en)
    .join(' ')}`,
  input: schemas.SaveInput,
  async run(
    { students, dryRun: isDryRun = false }: { students: WantedStudent[]; dryRun?: boolean },
    context,
  ) {
    const { current, listedAt, catalogue, date, names } = await readRosterAndCatalogue(context);
    const { resolved, failures } = await resolveStudents(students, { students: catalogue, date });
    const wanted = addRequiredFields(resolved, current);
    const plan = {
      ...planRoster(wanted, current, catalogue, { lower: true, catalogueDate: date }),
      listedAt,
    };
    const { outcomes } = await saveOrDescribe(plan, failures, names, isDryRun ? undefined : 'bulk', context);
    return outcomes;
  },
});

/** A student who is recruited keeps what the caller leaves out, also of the fields that a registration needs. */
function addRequiredFields(
  students: readonly WantedStudent[],
  current: readonly RecruitedStudent[],
): StudentRegistration[] {
  const currentByUid = new Map(current.map((student) => [student.studentUid, student]));
  return students.map((student) => {
    const before = currentByUid.get(student.studentUid);
    const required = REQUIRED_NAMES.map((name) => [name, student[name] ?? before?.[name]]);
    return { ...student, ...Object.fromEntries(required) } as StudentRegistration;
  });
}

interface ImportInput {
  text: string;
  format?: RosterFormat;
  lower?: boolean;
}

/** Each row is described or checked, so a text of countless ones is refused before that. */
const MAX_ROWS_PER_STUDENT = 4;
const FORMAT_TITLES = Object.values(ROSTER_FORMATS).join(', ');

const previewImport = defineTool({
  name: 'preview_import',
  description: `Shows what a roster text of another tool would change, and writes nothing. Reads ${FORMAT_TITLES}. By default nothing is lowered or cleared: \`kept\` lists what stays as it is. Show the player the counts, \`kept\` and the warnings before apply_import.`,
  input: schemas.importInput(Object.keys(ROSTER_FORMATS)),
  run: (input: ImportInput, context) => importRoster(input, true, context),
});

const applyImport = defineTool({
  name: 'apply_import',
  description:
    'Writes what a roster text of another tool says of its students. Students that the text lacks stay as they are, and so do values that the text would lower or clear, unless `lower` is true. Making the same call again is safe. Tell the player the warnings.',
  input: schemas.importInput(Object.keys(ROSTER_FORMATS)),
  run: (input: ImportInput, context) => importRoster(input, false, context),
});

async function importRoster(
  { text, format, lower = false }: ImportInput,
  isDryRun: boolean,
  context: ToolContext,
) {
  // The roster is read first, so that a limit is met before a large text is parsed.
  const { current, listedAt, catalogue, date, names } = await readRosterAndCatalogue(context);
  const maxRows = MAX_ROWS_PER_STUDENT * catalogue.length;
  const options = { format, maxRows, catalogue: { students: catalogue, date } };
  const roster = await readRosterText(text, options, context.signal);
  const { placeholders, assumed, students } = roster;
  const wanted = students.flatMap(({ wanted }) => wanted ?? []);
  const untouched = students.flatMap(({ untouched }) => untouched ?? []);
  const unread = students.flatMap(({ studentUid, error }): StudentFailure[] =>
    error === undefined ? [] : [{ studentUid, error: new ToolError('invalid_request', error.en) }],
  );
  const plan = {
    ...planRoster(wanted, current, catalogue, {
      lower,
      placeholders,
      untouched,
      assumed,
      catalogueDate: date,
    }),
    listedAt,
  };
  const { outcomes, kept } = await saveOrDescribe(
    plan,
    unread,
    names,
    isDryRun ? undefined : 'import',
    context,
  );
  return { format: roster.format, ...outcomes, ...describeKept(kept), warnings: groupWarnings(roster) };
}

/** One line for each kind of warning: a text of another tool has hundreds of one kind. */
function groupWarnings({ warnings, students }: ParsedRoster): { message: string; students: number }[] {
  const all = [...warnings, ...students.flatMap((student) => student.warnings)];
  return [...Map.groupBy(all, ({ code, field }) => `${code} ${field}`).values()]
    .map((alike) => ({ message: alike[0]?.en ?? '', students: alike.length }))
    .slice(0, MAX_LISTED_WARNINGS);
}

/** Nothing is written without a kind. */
async function saveOrDescribe(
  plan: Plan,
  unread: readonly StudentFailure[],
  names: ReadonlyMap<string, string>,
  kind: OperationKind | undefined,
  context: ToolContext,
): Promise<{ outcomes: Outcomes; kept: readonly KeptFields[] }> {
  if (kind === undefined)
    return {
      outcomes: describeOutcomes(plan, undefined, unread, names, null),
      kept: listKept(plan.entries),
    };
  const findGroup = await watchWrites(context);
  const { rollbook, signal } = context;
  const report = await rollbook.roster.apply(plan, { signal, operation: createOperationId(kind) });
  const written = new Set([...report.registered, ...report.changed, ...report.removed]);
  const entries = plan.entries.filter(({ studentUid }) => written.has(studentUid));
  const group = report.group ?? (await findGroup({ entries }));
  return { outcomes: describeOutcomes(plan, report, unread, names, group), kept: report.kept };
}

const exportRoster = defineTool({
  name: 'export_roster',
  description: `Returns the whole roster as a text of another tool, at most ${MAX_EXPORT_LENGTH.toLocaleString('en')} characters at a time. To look at students, use list_roster.`,
  isExact: true,
  input: schemas.exportInput(WRITABLE_FORMATS),
  async run(
    { format = 'csv', offset = 0, revision }: { format?: WritableFormat; offset?: number; revision?: string },
    context,
  ) {
    const { current, catalogue, names } = await readRosterAndCatalogue(context);
    const forms = new Map(catalogue.map(({ studentUid, forms }) => [studentUid, forms]));
    const text = writeRoster(current, { format, names, forms });
    const found = await digest(text);
    if (offset > 0 && revision !== found)
      throw new ToolError(
        'conflict',
        'The roster has changed since the previous part, or `revision` is missing. Start again with offset 0.',
      );
    const end = Math.min(text.length, offset + MAX_EXPORT_LENGTH);
    return {
      format,
      students: current.length,
      text: text.slice(offset, end),
      length: text.length,
      nextOffset: end < text.length ? end : null,
      revision: found,
    };
  },
});

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(bytes).toString('hex').slice(0, 16);
}

const removeStudent = defineTool({
  name: 'remove_student',
  description: `${OPERATIONS.deleteRecruitedStudent.effect.en} The player must agree first.`,
  isIdempotent: false,
  input: schemas.RemoveInput,
  async run(
    { studentUid: named, confirm: isConfirmed = false }: { studentUid: string; confirm?: boolean },
    context,
  ) {
    const { rollbook, signal, confirm } = context;
    const { studentUid, names } = resolveNamed(named, await rollbook.students.catalogue({ signal }));
    const before = await rollbook.roster.get(studentUid, { signal });
    const { level, bond } = before;
    const title = `${names.ko} (${studentUid})`;
    const agreement = confirm(
      `Remove ${title} from the roster, with level ${level ?? 'unknown'} and bond ${bond ?? 'unknown'}?`,
      'Remove',
    );
    if (agreement === 'declined') throw new ToolError('not_confirmed', `${title} was not removed.`);
    if (agreement === 'unavailable' && !isConfirmed)
      throw new ToolError('confirmation_required', `The player has not agreed to remove ${title}.`);
    const findGroup = await watchWrites(context);
    const operation = createOperationId('bulk');
    const removal = rollbook.roster.remove(studentUid, { signal, operation });
    const { data, response } = await removal.withResponse();
    const told = Number(response.headers.get(CHANGE_GROUP_HEADER));
    const group = told || (await findGroup({ entries: [{ action: 'remove', studentUid, before }] }));
    return { ...data, group };
  },
});

/** In the order of tools/list. */
export const TOOLS: readonly Tool[] = [
  searchStudents,
  listRoster,
  getStudent,
  saveStudents,
  proposeChanges,
  previewImport,
  applyImport,
  exportRoster,
  removeStudent,
  recentChanges,
  undoChanges,
  planGrowthTool,
  listGoals,
  saveGoals,
  completeGoals,
  listStock,
  saveStock,
];
