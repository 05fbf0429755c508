import { GoalSettings } from '../../contract/beta-schemas.ts';
import { MAX_GOAL_CHANGES } from '../../contract/limits.ts';
import { bodySchema } from '../console/body-schemas.ts';

/** Of many students at once. A goal that is null is removed. */
export const GOAL_CHANGES_BODY = bodySchema({
  goals: {
    type: 'array',
    maxItems: MAX_GOAL_CHANGES,
    items: bodySchema({
      studentUid: { type: 'string', minLength: 1 },
      goal: { ...GoalSettings, type: ['object', 'null'] },
    }),
  },
});
