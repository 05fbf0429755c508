import { GoalSettings } from '../../contract/beta-schemas.ts';
import { MAX_GOAL_CHANGES, MAX_PRESET_NAME_LENGTH } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
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

/** A preset under its name; null removes it. */
export const PRESET_BODY = bodySchema({
  name: { type: 'string', minLength: 1, maxLength: MAX_PRESET_NAME_LENGTH },
  wanted: { ...(GoalSettings.properties as Record<string, Schema>).wanted, type: ['object', 'null'] },
});
