import type { Goal } from '../../contract/goals.ts';
import type { Capability } from '../capability.ts';
import { bodyReader } from '../console/body-checks.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { type ConsoleRow, compressed, longBody, row } from '../console/console-route.ts';
import { readWriteHeaders } from '../request/incoming-request.ts';
import { keyRows } from '../routes/key-row.ts';
import type { Services } from '../services.ts';
import { addName, exportedAs } from '../store/table.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import { type CompleteGoal, createGoalCompletion } from './goal-completion.ts';
import { createPresetActions, type PresetChange } from './goal-presets.ts';
import { listGoals } from './goal-records.ts';
import { createGoalActions, type GoalActions, type GoalChange } from './goals.ts';
import { createPlanOperations } from './plan-operations.ts';
import { GOAL_CHANGES_BODY, PRESET_BODY } from './schemas.ts';
import { createStockActions, type StockActions } from './stock.ts';
import { readStock } from './stock-records.ts';

const readPreset = bodyReader<PresetChange>(PRESET_BODY);
const readChanges = bodyReader<{ goals: GoalChange[] }>(GOAL_CHANGES_BODY);

/** Goals, stock and plan: what tools do with a key, and the console with a session. */
export const plans: Capability = {
  tables: {
    growth_goal: exportedAs({
      name: 'goals',
      read: async ({ database }, accountId, nameOf) =>
        (await listGoals(database, accountId)).map((goal) => addName(goal, nameOf)),
    }),
    stock: exportedAs({ name: 'stock', read: ({ database }, accountId) => readStock(database, accountId) }),
  },
  rows(services) {
    const goals = createGoalActions(services);
    const complete = createGoalCompletion(services);
    const stock = createStockActions(services);
    return [
      ...keyRows(createPlanOperations(services, goals, complete, stock)),
      ...consoleRows(services, goals, complete, stock),
    ];
  },
};

/** The operations of /beta, and changes that are compared with what the player saw. */
function consoleRows(
  services: Services,
  goals: GoalActions,
  complete: CompleteGoal,
  stock: StockActions,
): ConsoleRow[] {
  const { countStudents } = services;
  const presets = createPresetActions(services);
  const list = async ({ caller }: SessionRequest): Promise<{ goals: Goal[] }> => ({
    goals: await goals.list(caller.accountId),
  });
  const uidIn = ({ params }: SessionRequest): string => params.studentUid ?? '';
  return [
    compressed(row('GET', '/goals', 'full', 'consoleListGoals', list)),
    longBody(
      compressed(
        row('PATCH', '/goals', 'full', 'consoleChangeGoals', async (request) => {
          const changes = readChanges(request).goals;
          await countStudents(request, changes.length);
          await goals.change(request.caller, changes);
          return asUnknownOutcome(() => list(request));
        }),
      ),
    ),
    row('PATCH', '/goals/{studentUid}', 'full', 'consoleSaveGoal', (request) =>
      goals.put(request.caller, uidIn(request), request.body),
    ),
    row('DELETE', '/goals/{studentUid}', 'full', 'consoleDeleteGoal', (request) =>
      goals.remove(request.caller, uidIn(request)),
    ),
    {
      ...row('POST', '/goals/{studentUid}/complete', 'full', 'consoleCompleteGoal', async (request) => {
        const { caller, incoming, body } = request;
        const by = { caller, asked: readWriteHeaders(incoming) };
        const { completed, ...more } = await complete(by, uidIn(request), async () => body);
        return { ...completed, ...more };
      }),
      countedAs: 'student',
    },
    row('GET', '/goal-presets', 'full', 'consoleListPresets', async ({ caller }) => ({
      presets: await presets.list(caller.accountId),
    })),
    row('PATCH', '/goal-presets', 'full', 'consoleChangePreset', async (request) => ({
      presets: await presets.change(request.caller, readPreset(request)),
    })),
    compressed(row('GET', '/stock', 'full', 'consoleGetStock', ({ caller }) => stock.read(caller.accountId))),
    compressed(
      row('PATCH', '/stock', 'full', 'consoleChangeStock', ({ caller, body }) =>
        stock.changeSeen(caller, body),
      ),
    ),
  ];
}
