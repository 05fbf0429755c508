import type { CompletedGoal, Goal, Stock } from '../contract/goals.ts';
import type { Change } from '../contract/history.ts';
import type { Me } from '../contract/me.ts';
import type { Proposal } from '../contract/proposals.ts';
import {
  type RecruitedStudent,
  STATE_FIELDS,
  STATE_NAMES,
  type StateName,
} from '../contract/state-fields.ts';
import type { FarmPlan, Stages } from '../game/farm-plan.ts';
import type { GrowthFacts } from '../game/growth-facts.ts';
import type { GrowthPlan } from '../game/growth-plan.ts';
import type { AnswerCheck, ChangePage, Page, StudentSummary, WholeRoster } from './answers.ts';
import type { Catalogue, CatalogueStudent } from './catalogue.ts';

type Members = Readonly<Record<string, unknown>>;

const toCheck =
  <Answer>(hasMembers: (body: Members) => boolean): AnswerCheck<Answer> =>
  (body): body is Answer =>
    isObject(body) && hasMembers(body);

/** Names, cursors and times are shorter. */
const MAX_TEXT_LENGTH = 1_000;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isList = (value: unknown, isItem: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isItem);
const isTexts = (value: unknown): boolean => isList(value, isText);
const areObjects = (...values: unknown[]): boolean => values.every(isObject);

/** The bounds of a later service may be wider. */
const hasFields = (state: Members, fields: readonly StateName[]): boolean =>
  isText(state.studentUid) &&
  fields.every((name) =>
    (state[name] ?? null) === null ? STATE_FIELDS[name].nullable : isCount(state[name]),
  );
export const isState = toCheck<RecruitedStudent>((state) => hasFields(state, STATE_NAMES));
/** May be the UID alone. */
export const isWrittenState = toCheck<RecruitedStudent>((state) =>
  isState({ tier: 1, weaponTier: 0, ...state }),
);
export const isRemoval = toCheck<{ studentUid: string; deleted: true }>(
  ({ studentUid, deleted }) => isText(studentUid) && deleted === true,
);
export const isRosterOf = <Student>(fields: readonly StateName[]) =>
  toCheck<WholeRoster<Student>>(
    ({ students, asOf, lastNumber }) =>
      isList(students, (student) => isObject(student) && hasFields(student, fields)) &&
      isText(asOf) &&
      isCount(lastNumber),
  );

const isSummary = toCheck<StudentSummary>(({ studentUid, name }) => isTexts([studentUid, name]));
const isPageOf = <Item>(isItem: AnswerCheck<Item>): AnswerCheck<Page<Item>> =>
  toCheck(
    ({ students, nextCursor }) => isList(students, isItem) && (nextCursor === null || isText(nextCursor)),
  );
export const isPageOfStates = isPageOf(isState);
export const isPageOfSummaries = isPageOf(isSummary);

const isPair = (value: unknown): boolean =>
  isList(value, (part) => part === null || isCount(part)) && value.length === 2;
const isChange = toCheck<Change>(
  ({ number, group, at, studentUid, kind, by, fields }) =>
    isCount(number) &&
    isCount(group) &&
    isObject(by) &&
    isTexts([at, studentUid, kind, by.kind, by.id ?? '', by.name ?? '']) &&
    isObject(fields) &&
    Object.values(fields).every(isPair),
);
export const isPageOfChanges = toCheck<ChangePage>(
  ({ changes, lastNumber }) => isList(changes, isChange) && isCount(lastNumber),
);

export const isMe = toCheck<Me>(({ account, caller, limits }) => areObjects(account, caller, limits));
export const isGoal = toCheck<Goal>(
  ({ studentUid, wanted, labels }) => isText(studentUid) && isObject(wanted) && isTexts(labels),
);
export const isGoalList = toCheck<{ goals: Goal[] }>(({ goals }) => isList(goals, isGoal));
export const isCompletedGoal = toCheck<CompletedGoal>(
  ({ student, spent, stock }) => isState(student) && areObjects(spent, stock),
);
export const isProposal = toCheck<{ proposal: Proposal }>(
  ({ proposal }) =>
    isObject(proposal) &&
    isTexts([proposal.id, proposal.status, proposal.reviewUrl]) &&
    isCount(proposal.students),
);
export const isStock = toCheck<Stock>(({ items }) => isObject(items) && Object.values(items).every(isCount));
export const isGrowthPlan = toCheck<GrowthPlan>(
  ({ students, total, stock, shortage }) => isList(students, isObject) && areObjects(total, stock, shortage),
);
export const isFarmPlan = toCheck<FarmPlan>(
  ({ ap, runs, elephs, notDropped }) =>
    isCount(ap) && isList(runs, isObject) && isList(elephs, isObject) && isObject(notDropped),
);
export const isStages = toCheck<Stages>(({ asOf, stages }) => isText(asOf) && isList(stages, isObject));
export const isGrowthFacts = toCheck<GrowthFacts>(({ costs, students, items }) =>
  areObjects(costs, students, items),
);

/** Earlier services say nothing of attributes and labels. */
const isCatalogueStudent = toCheck<CatalogueStudent>(
  ({ studentUid, names, aliases, forms, attributes = {} }) =>
    isObject(names) &&
    isTexts([studentUid, names.ko, names.ja, names.en]) &&
    [Object.values(names), aliases, forms].every(isTexts) &&
    isObject(attributes),
);
export const isCatalogue = toCheck<Catalogue>(
  ({ students, labels = {} }) => isList(students, isCatalogueStudent) && isObject(labels),
);
