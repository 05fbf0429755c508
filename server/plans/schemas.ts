import { GoalSettings, StockChanges } from '../../contract/beta-schemas.ts';
import type { StockChanges as StockChangesBody } from '../../contract/goals.ts';
import { MAX_GOAL_CHANGES, MAX_PRESET_NAME_LENGTH } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { bodySchema } from '../console/body-schemas.ts';

const goalOrNull = { ...GoalSettings, type: ['object', 'null'] };

/** Changes of many students at once. A goal that is null is removed. */
export const GOAL_CHANGES_BODY = bodySchema({
  goals: {
    type: 'array',
    maxItems: MAX_GOAL_CHANGES,
    items: bodySchema({ studentUid: { type: 'string', minLength: 1 }, goal: goalOrNull, seen: goalOrNull }, [
      'seen',
    ]),
  },
});

/** A preset under its name; null removes it. */
export const PRESET_BODY = bodySchema({
  name: { type: 'string', minLength: 1, maxLength: MAX_PRESET_NAME_LENGTH },
  wanted: { ...(GoalSettings.properties as Record<string, Schema>).wanted, type: ['object', 'null'] },
});
const { items } = StockChanges.properties as { items: Schema };

/** The body of /beta, whose `items` are empty where it has `add` alone. */
export const STOCK_PATCH_BODY: Schema = { ...StockChanges, minProperties: 0, required: ['items'] };

/** The body of the console, with the counts that were seen. */
export const STOCK_CHANGES_BODY = bodySchema({ items, seen: items }, ['seen']);

export interface SeenStockChanges extends StockChangesBody {
  /** Nothing is changed unless the counts are still these; null is none. */
  readonly seen?: StockChangesBody['items'];
}
