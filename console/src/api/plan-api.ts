import type {
  CompletedGoal,
  Goal,
  GoalCompletion,
  GoalSettings,
  OwnPreset,
  Stock,
  StockChanges,
  WantedValues,
} from '../../../contract/goals.ts';
import type { ChangedFields } from '../../../contract/history.ts';
import type { Stages } from '../../../game/farm-plan.ts';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { ConsoleError } from './console-error.ts';
import { keepAnswer } from './kept-answers.ts';
import type { WriteHeaders } from './operation.ts';
import { HELD, readKept } from './read-kept.ts';
import { ofAccount, readDocument, sendRequest } from './send-request.ts';

interface GoalList {
  readonly goals: readonly Goal[];
}

interface PresetList {
  readonly presets: readonly OwnPreset[];
}

const byStudent = ({ goals }: GoalList): Map<string, Goal> =>
  new Map(goals.map((goal) => [goal.studentUid, goal]));
const byItem = ({ items }: Stock): Map<string, number> => new Map(Object.entries(items));

/** A goal to save for a student, or null to remove it, and the one that the player saw. */
interface GoalChange {
  readonly studentUid: string;
  readonly goal: GoalSettings | null;
  readonly seen: GoalSettings | null;
}

/** Something was changed elsewhere since the player saw it, so that nothing was written. */
export class PlanConflict extends Error {
  override readonly name = 'PlanConflict';
  /** The goals or the counts of the request as they are now. */
  readonly current: ReadonlyMap<string, Goal | number>;

  constructor(current: ReadonlyMap<string, Goal | number>) {
    super('Goals or stock were changed elsewhere.');
    this.current = current;
  }
}

/** The requests of the plan. */
export const planApi = {
  listGoals: async (accountId: string) => byStudent(await readKept<GoalList>('/goals', accountId, HELD)),
  /** All of them or none. Returns every goal of the account. */
  changeGoals: (accountId: string, goals: readonly GoalChange[]) =>
    sendChanges('/goals', { goals }, accountId, byStudent),
  readStock: async (accountId: string) => byItem(await readKept<Stock>('/stock', accountId, HELD)),
  /** Returns the whole stock. `seen` has the counts that the player saw. */
  changeStock: (accountId: string, items: StockChanges['items'], seen: StockChanges['items']) =>
    sendChanges('/stock', { items, seen }, accountId, byItem),
  /** Raises the student to the goal and takes what it costs out of the stock, as a part of the operation. */
  completeGoal: (
    accountId: string,
    studentUid: string,
    completion: GoalCompletion,
    operation: WriteHeaders,
  ) =>
    sendRequest<CompletedGoal & { changed: ChangedFields; changeGroup?: number }>(
      'POST',
      `/goals/${encodeURIComponent(studentUid)}/complete`,
      completion,
      { ...ofAccount(accountId), ...operation },
    ),
  listPresets: async (accountId: string) =>
    (await readKept<PresetList>('/goal-presets', accountId, HELD)).presets,
  /** Null removes the preset. Returns all of them. */
  changePreset: async (accountId: string, preset: { name: string; wanted: WantedValues | null }) =>
    (await sendAndKeep<PresetList>('/goal-presets', preset, accountId)).presets,
  /** What the stages of the campaign take and drop. */
  readStages: async () => (await readDocument<Stages>('/stages.json')).content,
  /** What growth costs. It is as new as the catalogue. */
  readFacts: async () => (await readDocument<GrowthFacts>('/growth.json')).content,
};

async function sendChanges<Answer, Value extends Goal | number>(
  path: string,
  changes: object,
  accountId: string,
  toMap: (answer: Answer) => Map<string, Value>,
): Promise<Map<string, Value>> {
  try {
    return toMap(await sendAndKeep<Answer>(path, changes, accountId));
  } catch (error) {
    if (error instanceof ConsoleError && error.code === 'precondition_failed')
      throw new PlanConflict(toMap(error.answer as Answer));
    throw error;
  }
}

/** The answer is what a later reading would be. */
async function sendAndKeep<Answer>(path: string, changes: object, accountId: string): Promise<Answer> {
  const answer = await sendRequest<Answer>('PATCH', path, changes, ofAccount(accountId));
  keepAnswer(accountId, path, answer);
  return answer;
}
