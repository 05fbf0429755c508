import {
  MAX_GOAL_CHANGES,
  MAX_ITEM_COUNT,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PRIORITY,
} from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { cursor, limit, object, stateProperties, studentName } from './schema-parts.ts';

/** The schemas of the tools for growth, goals and stock. */

/** Items in one call: nearly all that the game has. */
const MAX_STOCK_ITEMS = 500;

const { description: _, ...unnamed } = studentName;
const label: Schema = { type: 'string', minLength: 1, maxLength: MAX_LABEL_LENGTH };

/** No nulls: what is not wanted is left out. */
const wanted: Schema = {
  ...object(
    stateProperties((schema) => ({ ...schema, type: 'integer' })),
    [],
  ),
  minProperties: 1,
};

export const PlanInput = object(
  {
    studentUid: { ...studentName, description: `${studentName.description}. Without it, the saved goals` },
    to: {
      ...wanted,
      description: `With \`studentUid\`: the values to reach. Name all that they need too, such as tier 5 for a unique weapon. skillEx ends at ${STATE_FIELDS.skillEx.max}, other skills and equip1 (the tier of slot 1) at ${STATE_FIELDS.equip1.max}, equipSpecial (favourite item) at ${STATE_FIELDS.equipSpecial.max}`,
    },
    from: {
      ...object(stateProperties(), []),
      description:
        'Where the student starts instead of the recorded state, with the fields of `to`, or null; a missing one begins at its lowest, the level of a piece of equipment with a tier at the cap of that tier',
    },
    label: { ...label, description: 'Without `studentUid`: only goals with this label' },
    area: {
      type: 'integer',
      minimum: 1,
      description: 'The furthest area whose normal stages the player can play; all by default',
    },
  },
  [],
);

export const GoalListInput = object(
  { label: { ...label, description: 'Only goals with this label' }, limit, cursor },
  [],
);

export const GoalsInput = object(
  {
    goals: {
      type: 'array',
      maxItems: MAX_GOAL_CHANGES,
      items: object(
        {
          studentUid: studentName,
          wanted,
          labels: { type: 'array', maxItems: MAX_LABELS, uniqueItems: true, items: label },
          note: { type: 'string', maxLength: MAX_NOTE_LENGTH },
          priority: { type: 'integer', minimum: 0, maximum: MAX_PRIORITY, description: '0 comes first' },
          isPaused: { type: 'boolean', description: 'true: plan_growth leaves it out' },
        },
        ['studentUid', 'wanted'],
      ),
      description: `At most ${MAX_GOAL_CHANGES}. \`wanted\` has the state fields of save_students, without nulls`,
    },
    remove: {
      type: 'array',
      maxItems: MAX_GOAL_CHANGES,
      items: unnamed,
      description: 'Students whose goals to remove, by UID or name',
    },
  },
  [],
);

export const CompletionInput = object(
  {
    goals: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_GOAL_CHANGES,
      items: object(
        {
          studentUid: unnamed,
          fields: {
            type: 'array',
            minItems: 1,
            maxItems: STATE_NAMES.length,
            items: { type: 'string', maxLength: MAX_NAME_LENGTH },
            description: 'Of the wanted fields, those that are reached; all by default',
          },
        },
        ['studentUid'],
      ),
    },
    spend: { type: 'boolean', description: 'false leaves the stock as it is' },
  },
  ['goals'],
);

export const StockListInput = object(
  {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NAME_LENGTH,
      description: 'Only items with this in their name, in Korean, Japanese or English, or with this ID',
    },
    limit,
    cursor,
  },
  [],
);

export const StockInput = object({
  items: {
    type: 'array',
    minItems: 1,
    maxItems: MAX_STOCK_ITEMS,
    items: object({
      item: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_NAME_LENGTH,
        description: 'The item ID, or the exact name in Korean, Japanese or English; credits are `credits`',
      },
      count: {
        type: ['integer', 'null'],
        minimum: 0,
        maximum: MAX_ITEM_COUNT,
        description: 'How many the player has now; null forgets the item',
      },
    }),
  },
});
