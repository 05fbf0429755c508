import { createOperationId } from '../../client/operation-id.ts';
import { GoalCompletion as CompletionSchema } from '../../contract/beta-schemas.ts';
import { BOND_RANK_STARTS } from '../../contract/bond-ranks.ts';
import type { CompletedGoal, GoalCompletion, WantedValues } from '../../contract/goals.ts';
import { type ChangedFields, compareStates } from '../../contract/history.ts';
import { type GrowthState, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { applyPatch } from '../../contract/state-rules.ts';
import { withPairs } from '../../game/field-pairs.ts';
import { isGoalReached, isValueReached } from '../../game/goal-state.ts';
import type { AppContext } from '../app-context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { compileValidator } from '../http/validation.ts';
import { notRecruitedError, studentNotFoundError } from '../roster/student-errors.ts';
import { createStudentWriter, requireValidState, type WrittenBy } from '../roster/student-writer.ts';
import { parseGrowth } from '../store/stored-student.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { endGoal, findGoal, keepGoal, parseGoal } from './goal-records.ts';
import { goalNotFoundError, tagOfGoal } from './goals.ts';
import type { RequireMatch } from './preconditions.ts';
import { createSpending, type Taken } from './spending.ts';
import { createStockReader } from './stock.ts';

const validateCompletion = compileValidator(CompletionSchema);

/** Raises a student to her goal, takes what that cost out of the stock and ends the goal, all in one transaction. */
export function createGoalCompletion(context: AppContext) {
  const { store, catalogue } = context;
  const { database } = store;
  const spending = createSpending(context);
  const writer = createStudentWriter(context, spending.findSteps);
  const readStock = createStockReader(context);

  async function requireGoal(accountId: string, studentUid: string) {
    const goal = await findGoal(database, accountId, studentUid);
    if (goal === undefined) throw goalNotFoundError(studentUid);
    return goal;
  }

  return async (
    { caller, asked }: WrittenBy,
    named: string,
    readBody: () => Promise<unknown>,
    requireMatch?: RequireMatch,
  ): Promise<{ completed: CompletedGoal; changed: ChangedFields; changeGroup: number | undefined }> => {
    const { accountId } = caller;
    const { fields, spend: isSpent = true } = requireCompletion(await readBody());
    const studentUid = catalogue.resolve(named);
    if (studentUid === undefined) throw studentNotFoundError(named);
    await requireGoal(accountId, studentUid);
    const found = await store.readStudent(accountId, studentUid);
    if (!found?.recruited) throw notRecruitedError(studentUid);

    // A completion that names no operation is a group by itself, which can be taken back alone.
    const completer = {
      caller,
      asked: { ...asked, operation: asked?.operation ?? createOperationId('done') },
    };
    const { written, decision } = await writer.write(completer, studentUid, found, async (stored) => {
      const row = await requireGoal(accountId, studentUid);
      if (!stored?.recruited) throw notRecruitedError(studentUid);
      requireMatch?.(tagOfGoal(row));
      const { wanted } = parseGoal(row);
      const before = parseGrowth(stored.json);
      const chosen = chooseFields(wanted, fields);
      const raised = withBondRank(
        pick(wanted, (name) => chosen.has(name) && !isValueReached(name, before, wanted)),
        before,
      );
      const next = requireValidState(applyPatch(before, raised), raised);
      const isEnded = isGoalReached(next, wanted);
      const changed = compareStates(before, next);
      const ended = isEnded ? row.json : undefined;
      const takeCost = async (): Promise<Taken> => {
        if (Object.keys(changed).length === 0) return { spent: {}, steps: [] };
        if (!isSpent) return { spent: {}, steps: spending.note(accountId, {}, ended) };
        const to = pick(wanted, (name) => chosen.has(name));
        return spending.spend(accountId, studentUid, before, to, ended);
      };
      const { spent, steps } = await takeCost();
      return {
        next,
        steps: [(isEnded ? endGoal : keepGoal)(accountId, row), ...steps],
        changed,
        spent,
        goal: isEnded ? null : parseGoal(row),
      };
    });
    const { goal, spent, changed } = decision;
    return asUnknownOutcome(async () => ({
      completed: { student: JSON.parse(written.json), goal, spent, stock: await readStock(accountId) },
      changed,
      changeGroup: written.change?.group,
    }));
  };
}

export type CompleteGoal = ReturnType<typeof createGoalCompletion>;

function requireCompletion(body: unknown): GoalCompletion {
  const errors = validateCompletion(body);
  if (errors.length > 0) throw invalidRequest(errors);
  return body as GoalCompletion;
}

/** The fields to raise: all that are wanted, or those that are named, with what belongs to them. */
function chooseFields(
  wanted: WantedValues,
  fields: readonly StateName[] | undefined,
): ReadonlySet<StateName> {
  const errors = (fields ?? []).flatMap((name, i) =>
    wanted[name] === undefined
      ? [{ field: `fields.${i}`, message: `목표에 없는 필드입니다. 목표의 wanted에 있는 필드를 보내십시오.` }]
      : [],
  );
  if (errors.length > 0) throw invalidRequest(errors);
  return new Set(fields === undefined ? STATE_NAMES : withPairs(fields));
}

/** Experience beyond the recorded rank would be stored as null. */
function withBondRank(raised: WantedValues, { bond }: GrowthState): WantedValues {
  const { bondExp } = raised;
  if (bondExp === undefined || raised.bond !== undefined) return raised;
  const rank = BOND_RANK_STARTS.findLastIndex((start) => start <= bondExp) + 1;
  return rank === bond ? raised : { ...raised, bond: rank };
}

const pick = (wanted: WantedValues, isPicked: (name: StateName) => boolean): WantedValues =>
  Object.fromEntries(
    STATE_NAMES.filter((name) => wanted[name] !== undefined && isPicked(name)).map((name) => [
      name,
      wanted[name],
    ]),
  );
