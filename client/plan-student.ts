import { quoteUid } from '../contract/quoted-text.ts';
import {
  REQUIRED_NAMES,
  type RecruitedStudent,
  type StateName,
  type StudentPatch,
  type StudentRegistration,
} from '../contract/state-fields.ts';
import {
  applyPatch,
  applyRegistration,
  findViolations,
  type RuleViolation,
} from '../contract/state-rules.ts';
import { describeViolations } from '../contract/violation-texts.ts';
import type { CatalogueStudent } from './catalogue.ts';
import { changesTo } from './changes.ts';
import { checkWanted, invalidRequest } from './check-changes.ts';
import { compareValues, isLoss } from './compare-values.ts';
import { noteCatalogueDate } from './describe-students.ts';
import type { PlanEntry } from './plan-entry.ts';
import { RollbookError } from './rollbook-error.ts';

interface Rules {
  readonly catalogue: readonly CatalogueStudent[];
  readonly catalogueDate?: string | undefined;
  /** They replace no null. */
  readonly placeholders?: StudentPatch;
  /** By UID. A recruited student keeps these, unless the other values need them. */
  readonly assumed?: ReadonlyMap<string, readonly StateName[]> | undefined;
  readonly mayLose: MayLose;
}

/** True if the recorded value of a field may be lowered or cleared. */
export type MayLose = (name: StateName) => boolean;

/** Plans one student, whose rows must agree. */
export function planStudent(
  studentUid: string,
  [state, ...others]: readonly StudentRegistration[],
  before: RecruitedStudent | undefined,
  { catalogue, catalogueDate, placeholders = {}, assumed, mayLose }: Rules,
): PlanEntry {
  const refuse = (error: RollbookError): PlanEntry => ({ action: 'refuse', studentUid, error });
  const unstated = assumed?.get((state as StudentRegistration).studentUid) ?? [];
  const stated = withRecordedStars(state as StudentRegistration, before, unstated);
  try {
    checkWanted(stated, REQUIRED_NAMES);
  } catch (error) {
    return refuse(error as RollbookError);
  }
  if (!catalogue.some((student) => student.studentUid === studentUid))
    return refuse(
      new RollbookError(
        'not_found',
        [
          `The catalogue has no student with the UID ${quoteUid(studentUid)}.`,
          ...noteCatalogueDate(catalogueDate),
        ].join(' '),
      ),
    );
  if (others.some((other) => !isSameState(state as StudentRegistration, other)))
    return refuse(
      new RollbookError('conflict', `${quoteUid(studentUid)} is wanted in two different states.`),
    );
  const violations = [...findViolations(applyRegistration(undefined, stated))];
  if (violations.length > 0) return refuse(brokenRules(violations, stated));
  if (before === undefined) return { action: 'register', studentUid, state: stated };
  const known = omitPlaceholders(stated, before, placeholders);
  const own = pickFields(before, (name) => unstated.includes(name));
  const entry = planChange(before, { ...known, ...own }, mayLose);
  return entry.action === 'refuse' ? planChange(before, known, mayLose) : entry;
}

/** Stars that a text states unreadably are left out of what is wanted. */
const withRecordedStars = (
  wanted: StudentRegistration,
  before: RecruitedStudent | undefined,
  unstated: readonly StateName[],
): StudentRegistration => ({
  ...(before && pickFields(before, (name) => REQUIRED_NAMES.includes(name) && unstated.includes(name))),
  ...wanted,
});

/** Plans a recruited student. The state that results must satisfy the rules, whatever is kept. */
export function planChange(
  before: RecruitedStudent,
  wanted: StudentRegistration,
  mayLose: MayLose,
): PlanEntry {
  const { studentUid, tier, weaponTier } = before;
  const effects = compareValues(before, wanted);
  const isKept = (name: StateName) => isLoss(effects.get(name)) && !mayLose(name);
  const state = { studentUid, tier, weaponTier, ...pickFields(wanted, (name) => !isKept(name)) };
  const after = applyPatch(before, state);
  const violations = [...findViolations(after)];
  if (violations.length > 0) return { action: 'refuse', studentUid, error: brokenRules(violations, wanted) };
  const changes = changesTo(before, state);
  // A higher bond rank resets the experience, kept or not.
  const kept = pickFields(changesTo(after, wanted), isKept);
  return Object.keys(changes).length === 0
    ? { action: 'unchanged', studentUid, before, state, kept }
    : { action: 'change', studentUid, before, state, changes, kept };
}

const brokenRules = (violations: readonly RuleViolation[], wanted: StudentPatch): RollbookError =>
  invalidRequest(describeViolations(violations, wanted), violations);

function omitPlaceholders(
  wanted: StudentRegistration,
  before: RecruitedStudent,
  placeholders: StudentPatch,
): StudentRegistration {
  const { studentUid, tier, weaponTier } = wanted;
  const isKnown = (name: StateName) => before[name] !== null || wanted[name] !== placeholders[name];
  return { studentUid, tier, weaponTier, ...pickFields(wanted, isKnown) };
}

const pickFields = (state: StudentPatch, isPicked: (name: StateName) => boolean): StudentPatch =>
  Object.fromEntries(Object.entries(state).filter(([name]) => isPicked(name as StateName)));

const isSameState = (a: StudentRegistration, b: StudentRegistration): boolean => {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof StudentRegistration>;
  return [...names].every((name) => a[name] === b[name]);
};
