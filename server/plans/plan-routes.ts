import type { Goal } from '../../contract/goals.ts';
import { bodyReader } from '../console/body-checks.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { type ConsoleRow, compressed, longBody, row } from '../console/console-route.ts';
import { readWriteHeaders } from '../request/incoming-request.ts';
import { asUnknownOutcome } from '../store/unknown-outcome.ts';
import type { CompleteGoal } from './goal-completion.ts';
import type { PresetActions, PresetChange } from './goal-presets.ts';
import type { GoalActions, GoalChange } from './goals.ts';
import { GOAL_CHANGES_BODY, PRESET_BODY } from './plan-schemas.ts';
import type { StockActions } from './stock.ts';

const readPreset = bodyReader<PresetChange>(PRESET_BODY);
const readChanges = bodyReader<{ goals: GoalChange[] }>(GOAL_CHANGES_BODY);

/** The operations of /beta for the console, and changes that are compared with what the player saw. */
export function planRows(
  { countStudents }: Pick<ConsoleContext, 'countStudents'>,
  goals: GoalActions,
  complete: CompleteGoal,
  stock: StockActions,
  presets: PresetActions,
): ConsoleRow[] {
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
