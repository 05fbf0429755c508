import { type CatalogueStudent, isRollbookError } from '../../client/index.ts';
import { resolveStudent } from '../../client/students.ts';
import type { WantedValues } from '../../contract/goals.ts';
import type { StateName } from '../../contract/state-fields.ts';
import { EXPERIENCE_KINDS, type ExperienceKind, type GrowthCost } from '../../game/cost-sum.ts';
import { farmPlan } from '../../game/farm-plan.ts';
import type { GrowthFacts } from '../../game/growth-facts.ts';
import { assumedIn, type GrowthPlan, type PlannedStudent } from '../../game/growth-plan.ts';
import { findShortage } from '../../game/growth-shortage.ts';
import type { GrowthValues } from '../../game/growth-steps.ts';
import { findGoalRemarks } from '../../game/growth-unlocks.ts';
import { plannedCost } from '../../game/planned-cost.ts';
import { REMARKS } from '../../game/unlock-texts.ts';
import { describeFarm } from './farm-lines.ts';
import { nameItem } from './item-names.ts';
import * as schemas from './plan-tool-schemas.ts';
import { defineTool, type ToolContext } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** Students and items that one answer describes. */
const MAX_PLANNED_STUDENTS = 20;
const MAX_PLANNED_ITEMS = 120;

interface PlanArguments {
  studentUid?: string;
  to?: WantedValues;
  from?: GrowthValues;
  label?: string;
  area?: number;
}

/** A plan of the saved goals, or of one student who starts anywhere. */
type Plan = Pick<GrowthPlan, 'total' | 'shortage'> & {
  students: readonly (Omit<PlannedStudent, 'from'> & { from: GrowthValues })[];
};

export const planGrowthTool = defineTool({
  name: 'plan_growth',
  description:
    'Computes what growth costs and what the stock lacks of it. With `studentUid` and `to`: of one student, recruited or not. Without: of the saved goals that are neither paused nor reached, who take from the stock in order of priority. A unique weapon of level 40 (UE40) is weaponTier 2 and weaponLevel 40; the highest skills are skillEx 5 and 10 for the others. Writes nothing. Items of students are counts by ID, which `total` names: it is of all students, also those omitted, what is needed and what the stock lacks. `unknown` fields cost more than is counted; `assumed` levels are not recorded and count as the cap of their tier; `remarks` are what the game asks for first. `whereToFarm` names the campaign stages that bring the missing blueprints by the fewest AP, on average.',
  input: schemas.PlanInput,
  async run(input: PlanArguments, context) {
    checkArguments(input);
    const { rollbook, signal } = context;
    const [facts, stages, catalogue] = await Promise.all([
      rollbook.growthFacts({ signal }),
      rollbook.stages({ signal }),
      rollbook.students.catalogue({ signal }),
    ]);
    const { studentUid, label, area } = input;
    const plan =
      studentUid === undefined
        ? await rollbook.growthPlan({ label, signal })
        : await planStudent(resolveStudent(studentUid, catalogue).studentUid, input, facts, context);
    const studentByUid = new Map(catalogue.students.map((student) => [student.studentUid, student]));
    const listed = plan.students.slice(0, MAX_PLANNED_STUDENTS);
    return {
      students: listed.map((planned) => describeStudent(planned, facts, studentByUid)),
      omitted: plan.students.length - listed.length,
      total: describeTotal(plan, facts),
      whereToFarm: describeFarm(
        farmPlan(facts, stages, plan.shortage, { area, kinds: ['blueprint'] }),
        facts,
      ),
      nextStep:
        plan.students.length === 0
          ? 'No such goal is open: save_goals saves one, or pass `studentUid` and `to`.'
          : null,
    };
  },
});

function checkArguments({ studentUid, to, from, label }: PlanArguments): void {
  const refuse = (field: string, message: string): never => {
    throw new ToolError('invalid_request', `The arguments do not fit together: \`${field}\` ${message}.`, [
      { field, message },
    ]);
  };
  if (studentUid !== undefined && to === undefined) refuse('to', 'is needed with `studentUid`');
  if (studentUid !== undefined && label !== undefined)
    refuse('label', 'cannot be combined with `studentUid`');
  if (studentUid === undefined && (to ?? from) !== undefined)
    refuse('studentUid', 'is needed with `to` and `from`');
}

async function planStudent(
  studentUid: string,
  { to = {}, from }: PlanArguments,
  facts: GrowthFacts,
  context: ToolContext,
): Promise<Plan> {
  const { rollbook, signal } = context;
  const [recorded, stock] = await Promise.all([
    from ?? readRecorded(studentUid, context),
    rollbook.stock.get({ signal }),
  ]);
  const cost = plannedCost(facts, studentUid, recorded, to);
  const students = [{ studentUid, from: recorded, ...assumedIn(recorded, to), to, cost }];
  return { ...findShortage(facts, students, stock), students };
}

/** Nothing of a student who is not recruited. */
const readRecorded = (studentUid: string, { rollbook, signal }: ToolContext): Promise<GrowthValues> =>
  rollbook.roster.get(studentUid, { signal }).catch((error) => {
    if (isRollbookError(error) && error.code === 'student_not_recruited') return {};
    throw error;
  });

function describeStudent(
  { studentUid, from, assumed = [], to, cost }: Plan['students'][number],
  facts: GrowthFacts,
  studentByUid: ReadonlyMap<string, CatalogueStudent>,
) {
  const { credits, exp, items, unknown = [] } = cost;
  const { ko = null, en = null } = studentByUid.get(studentUid)?.names ?? {};
  const recruiting = (from.tier ?? null) === null ? ['Recruiting the student is not counted.'] : [];
  const remarks = findGoalRemarks(facts, studentUid, from, to).map(
    (remark) => `${remark.field}: ${REMARKS[remark.code](remark).en}`,
  );
  const names = Object.keys(to) as StateName[];
  return {
    studentUid,
    name: ko,
    englishName: en,
    from: Object.fromEntries(names.map((name) => [name, from[name] ?? null])),
    assumed,
    to,
    credits,
    exp,
    items,
    unknown,
    remarks: [...recruiting, ...remarks],
  };
}

function describeTotal({ total, shortage }: Plan, facts: GrowthFacts) {
  const amountOf = (read: (cost: GrowthCost) => number | undefined) => ({
    needed: read(total) ?? 0,
    missing: read(shortage) ?? 0,
  });
  const items = Object.keys(total.items).map((itemId) => ({
    ...nameItem(facts, itemId),
    ...amountOf((cost) => cost.items[itemId]),
  }));
  const listed = new Set(
    items
      .toSorted((one, other) => Number(other.missing > 0) - Number(one.missing > 0))
      .slice(0, MAX_PLANNED_ITEMS),
  );
  const groups = Map.groupBy(
    items.filter((item) => listed.has(item)),
    ({ itemId }) => facts.items[itemId]?.kind ?? 'other',
  );
  return {
    credits: amountOf(({ credits }) => credits),
    exp: Object.fromEntries(
      EXPERIENCE_KINDS.map((kind: ExperienceKind) => [kind, amountOf(({ exp }) => exp[kind])]),
    ),
    items: [...groups].map(([kind, items]) => ({ kind, items })),
    omittedItems: items.length - listed.size,
    unknown: total.unknown ?? [],
  };
}
