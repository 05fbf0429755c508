import { findStudent } from '../roster/roster-store.ts';
import { addMissingTiers } from './add-missing-tiers.ts';
import { toSettings } from './goal-edit.ts';
import { changeGoals, goals } from './goal-store.ts';

/** Saves the tiers that goals from before miss. The roster and the goals are loaded. */
export function completeGoalTiers(): void {
  const changes = goals.peek().flatMap((goal) => {
    const { studentUid } = goal;
    const wanted = addMissingTiers(goal.wanted, findStudent(studentUid)?.state.peek() ?? null);
    const isWhole = Object.keys(wanted).length === Object.keys(goal.wanted).length;
    return isWhole ? [] : [{ studentUid, goal: { ...toSettings(goal), wanted } }];
  });
  if (changes.length > 0) void changeGoals(changes);
}
