import type { GoalSettings, WantedValues } from '../../contract/goals.ts';
import { MAX_LABELS, MAX_NOTE_LENGTH, MAX_PRIORITY } from '../../contract/limits.ts';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { findWantedViolations } from '../../contract/wanted-rules.ts';
import { NOTICES, type Notice } from './notices.ts';
import { isJsonObject, ownValue } from './parse-json.ts';
import type { GameData, ParsedGoal, ParsedGoals, SkippedStudent } from './parsed-goals.ts';
import { type FormTable, isLabel, mapForms } from './planner-groups.ts';
import { readCount } from './planner-items.ts';
import { readStudentName, toUid } from './read-row.ts';
import { findAccountData } from './rollbook-account.ts';
import { parseRosterText } from './roster-text.ts';
import { requireFormat } from './write-roster.ts';

/** Reads the goals and the stock of the file with an account's data, as they are. */
export function readAccountGoals(text: string, { students, items }: GameData): ParsedGoals {
  const data = requireFormat(findAccountData(parseRosterText(text)), 'account');
  const { stock, warnings } = readStock(data.stock, items);
  return { ...readGoals(data.goals, mapForms(students)), stock, warnings };
}

function readGoals(listed: unknown, forms: FormTable): Pick<ParsedGoals, 'goals' | 'skipped'> {
  const found = new Map<string, ParsedGoal>();
  const skipped: SkippedStudent[] = [];
  for (const [index, stated] of (Array.isArray(listed) ? listed : []).entries()) {
    const uid = toUid(ownValue(stated, 'studentUid'));
    const name = readStudentName(stated);
    const skip = (reason: Notice) =>
      skipped.push({ studentUid: uid, ...(name !== undefined && { name }), reason });
    const studentUid = forms.get(uid);
    if (uid === '') skip(NOTICES.uidMissing(name, index + 1));
    else if (studentUid === undefined) skip(NOTICES.studentUnknown(uid));
    else if (found.has(studentUid)) skip(NOTICES.conflictingRow());
    else {
      const { goal, warnings, problem } = readGoal(stated);
      if (problem === undefined) found.set(studentUid, { studentUid, goal, warnings });
      else skip(problem);
    }
  }
  return { goals: [...found.values()], skipped };
}

/** The check of each field of a goal but the wanted values. */
const GOAL_FIELDS = {
  labels: (value: unknown) =>
    Array.isArray(value) &&
    value.length <= MAX_LABELS &&
    new Set(value).size === value.length &&
    value.every((label) => typeof label === 'string' && isLabel(label)),
  note: (value: unknown) =>
    typeof value === 'string' &&
    value.length <= 2 * MAX_NOTE_LENGTH &&
    [...value].length <= MAX_NOTE_LENGTH &&
    !/[\0\p{Cs}]/u.test(value),
  priority: (value: unknown) => isIntegerWithin(value, 0, MAX_PRIORITY),
  isPaused: (value: unknown) => typeof value === 'boolean',
} as const satisfies Record<Exclude<keyof GoalSettings, 'wanted'>, (value: unknown) => boolean>;
type GoalField = keyof typeof GOAL_FIELDS;

function readGoal(stated: unknown): { goal: GoalSettings; warnings: Notice[]; problem: Notice | undefined } {
  const values = STATE_NAMES.map(
    (name) => [name, ownValue(ownValue(stated, 'wanted'), name)] as const,
  ).filter(([, value]) => value !== undefined && value !== null);
  const wanted: WantedValues = Object.fromEntries(values.filter(([name, value]) => isWanted(name, value)));
  const fields = (Object.keys(GOAL_FIELDS) as GoalField[])
    .map((field) => [field, ownValue(stated, field)] as const)
    .filter(([, value]) => value !== undefined);
  const [violation] = findWantedViolations(wanted);
  return {
    goal: { wanted, ...Object.fromEntries(fields.filter(([field, value]) => GOAL_FIELDS[field](value))) },
    warnings: [
      ...values
        .filter(([name, value]) => !isWanted(name, value))
        .map(([name, value]) => NOTICES.valueLeftOut(name, value)),
      ...fields
        .filter(([field, value]) => !GOAL_FIELDS[field](value))
        .map(([field]) => NOTICES.goalFieldLeftOut(field)),
    ],
    problem: violation
      ? NOTICES.goalBroken(violation)
      : Object.keys(wanted).length === 0
        ? NOTICES.goalEmpty()
        : undefined,
  };
}

const isIntegerWithin = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
const isWanted = (name: StateName, value: unknown): boolean =>
  isIntegerWithin(value, STATE_FIELDS[name].min, STATE_FIELDS[name].max);

function readStock(
  counts: unknown,
  items: GameData['items'],
): { stock: Record<string, number>; warnings: Notice[] } {
  const entries = isJsonObject(counts) ? Object.entries(counts) : [];
  const isKnown = (itemId: string) => Object.hasOwn(items, itemId);
  const unknown = entries.map(([itemId]) => itemId).filter((itemId) => !isKnown(itemId));
  const read = entries
    .filter(([itemId]) => isKnown(itemId))
    .map(([itemId, value]) => [itemId, readCount(value)] as const);
  const invalid = read.filter(([, count]) => count === undefined).map(([itemId]) => itemId);
  return {
    stock: Object.fromEntries(read.filter((entry): entry is [string, number] => entry[1] !== undefined)),
    warnings: [
      ...(unknown.length > 0 ? [NOTICES.itemsUnknown(unknown)] : []),
      ...(invalid.length > 0 ? [NOTICES.countsLeftOut(invalid)] : []),
    ],
  };
}
