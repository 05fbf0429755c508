import { STATE_NAMES } from '../../contract/state-fields.ts';
import { NOTICES, type Notice } from './notices.ts';
import { ownValue } from './parse-json.ts';
import type { GameData, ParsedGoal, ParsedGoals, SkippedStudent } from './parsed-goals.ts';
import { findSave } from './planner.ts';
import { mapForms, readLabels, readPriorities, readUids } from './planner-groups.ts';
import { readCount, readOwnedItems } from './planner-items.ts';
import { readTarget } from './planner-targets.ts';
import { readStudentName, toUid } from './read-row.ts';
import { parseRosterText } from './roster-text.ts';
import { requireFormat } from './write-roster.ts';

/** Reads the targets of a save as goals, its groups as their labels, its order as their priority, and its stock. */
export function readPlannerGoals(text: string, { students, items }: GameData): ParsedGoals {
  const save = requireFormat(findSave(parseRosterText(text)), 'planner');
  const forms = mapForms(students);
  const { stock, warnings } = readOwnedItems(save.owned_materials, items);
  const disabled = readUids(save.disabled_characters, forms);
  const found = new Map<string, ParsedGoal>();
  const skipped: SkippedStudent[] = [];
  for (const [index, character] of save.characters.entries()) {
    const row = readStudent(character);
    const studentUid = forms.get(row.studentUid);
    if (studentUid === undefined) {
      skipped.push({ ...row, reason: describeUnknown(row, index + 1) });
      continue;
    }
    const elephs = readCount(ownValue(ownValue(character, 'eleph'), 'owned'));
    // 0 is what the planner fills in for every student.
    if (elephs && items[studentUid]?.kind === 'eleph') stock[studentUid] = elephs;
    const { wanted, warnings: ofTarget } = readTarget(character);
    if (Object.keys(wanted).length === 0) continue;
    const first = found.get(studentUid);
    if (first === undefined) {
      const isPaused = ownValue(character, 'enabled') === false || disabled.has(studentUid);
      found.set(studentUid, { studentUid, goal: { wanted, isPaused }, warnings: ofTarget });
    } else if (STATE_NAMES.some((name) => first.goal.wanted[name] !== wanted[name]))
      skipped.push({ ...row, reason: NOTICES.conflictingRow() });
  }
  const { labels, leftOut } = readLabels(save.groups, forms);
  if (leftOut.length > 0) warnings.push(NOTICES.labelsLeftOut(leftOut));
  const priorities = readPriorities(save.character_order, forms, found);
  const goals = Array.from(found.values(), ({ studentUid, goal, warnings: own }) => ({
    studentUid,
    goal: {
      ...goal,
      labels: labels.get(studentUid) ?? [],
      ...(priorities.has(studentUid) && { priority: priorities.get(studentUid) }),
    },
    warnings: own,
  }));
  return { goals, stock, skipped, warnings };
}

function readStudent(character: unknown): Omit<SkippedStudent, 'reason'> {
  const studentUid = toUid(ownValue(character, 'id'));
  const name = readStudentName(character);
  return { studentUid, ...(name !== undefined && { name }) };
}

const describeUnknown = ({ studentUid, name }: Omit<SkippedStudent, 'reason'>, number: number): Notice =>
  studentUid === '' ? NOTICES.uidMissing(name, number) : NOTICES.studentUnknown(studentUid);
