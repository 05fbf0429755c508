import {
  MAX_GOAL_CHANGES,
  MAX_ITEM_COUNT,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PRIORITY,
  MAX_UID_LENGTH,
} from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import { EXPERIENCE_KINDS } from '../../game/cost-sum.ts';
import {
  count,
  name,
  nullableText,
  object,
  type Properties,
  retryAfterSeconds,
  stateProperties,
  studentUid,
  withoutDescription,
} from './schema-parts.ts';
import { error, MAX_LISTED_STUDENTS } from './tool-schemas.ts';

/** The schemas of the tools for growth, goals and stock. */

/** Students and items that one answer describes. */
export const MAX_PLANNED_STUDENTS = 20;
export const MAX_PLANNED_ITEMS = 120;
/** Items in one call: nearly all that the game has. */
const MAX_STOCK_ITEMS = 500;
/** Items that the answer to a change names. */
export const MAX_LISTED_ITEMS = 50;

const studentName: Schema = {
  ...studentUid,
  maxLength: MAX_NAME_LENGTH,
  description: 'The UID, or the exact name or an alias in Korean, Japanese or English',
};
const label: Schema = { type: 'string', minLength: 1, maxLength: MAX_LABEL_LENGTH };
const nameInEnglish: Schema = { type: ['string', 'null'], description: 'English name' };

/** No nulls: what is not wanted is left out. */
const wanted: Schema = {
  ...object(
    Object.fromEntries(STATE_NAMES.map((field) => [field, { ...stateProperties[field], type: 'integer' }])),
    [],
  ),
  minProperties: 1,
};
const shortWanted: Schema = {
  ...wanted,
  properties: mapSchemas(wanted.properties as Properties, withoutDescription),
};

export const PlanInput = object(
  {
    studentUid: { ...studentName, description: `${studentName.description}. Without it, the saved goals` },
    to: {
      ...wanted,
      description:
        'With `studentUid`: the values to reach. Name all that they need too, such as tier 5 for a unique weapon',
    },
    from: {
      ...object(mapSchemas(stateProperties, withoutDescription), []),
      description:
        'Where the student starts instead of the recorded state; a missing field begins at its lowest',
    },
    label: { ...label, description: 'Without `studentUid`: only goals with this label' },
  },
  [],
);

const amount = object({ needed: count('In all'), missing: count('What the stock lacks of it') });
const byExperience = (schema: Schema): Schema =>
  object(Object.fromEntries(EXPERIENCE_KINDS.map((kind) => [kind, schema])));
const unknown: Schema = {
  type: 'array',
  items: { type: 'string', enum: STATE_NAMES },
  description: 'Fields that cost more than is counted, because their materials are not known',
};

export const PlanOutput = object({
  students: {
    type: 'array',
    maxItems: MAX_PLANNED_STUDENTS,
    items: object({
      studentUid: { type: 'string' },
      name,
      englishName: nameInEnglish,
      from: { type: 'object', additionalProperties: { type: ['integer', 'null'] } },
      to: { type: 'object', additionalProperties: { type: 'integer' } },
      credits: count('Credits'),
      exp: byExperience({ type: 'integer', minimum: 0 }),
      items: {
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'Counts by item ID; `total` has the names',
      },
      unknown,
      remarks: { type: 'array', items: { type: 'string' }, description: 'What the game asks for first' },
    }),
    description: 'In order of priority',
  },
  omitted: count('Students that `students` leaves out; `total` counts them'),
  total: object({
    credits: amount,
    exp: byExperience(amount),
    items: {
      type: 'array',
      items: object({
        kind: { type: 'string' },
        items: {
          type: 'array',
          items: object({
            itemId: { type: 'string' },
            name,
            englishName: nameInEnglish,
            needed: { type: 'integer' },
            missing: { type: 'integer' },
          }),
        },
      }),
      description: 'The items by kind',
    },
    omittedItems: count('Items that `items` leaves out, those first that are not missing'),
    unknown,
  }),
  nextStep: nullableText('What to do now; null if there is nothing'),
});

export const GoalsInput = object(
  {
    goals: {
      type: 'array',
      maxItems: MAX_GOAL_CHANGES,
      items: object(
        {
          studentUid: studentName,
          wanted: shortWanted,
          labels: { type: 'array', maxItems: MAX_LABELS, uniqueItems: true, items: label },
          note: { type: 'string', maxLength: MAX_NOTE_LENGTH },
          priority: { type: 'integer', minimum: 0, maximum: MAX_PRIORITY, description: '0 comes first' },
          isPaused: { type: 'boolean', description: 'true: plan_growth leaves it out' },
        },
        ['studentUid', 'wanted'],
      ),
      description:
        '`wanted` has the state fields of save_students, and replaces all that was wanted of the student. The other fields stay as they are if left out',
    },
    remove: {
      type: 'array',
      maxItems: MAX_GOAL_CHANGES,
      items: studentName,
      description: 'Students whose goals to remove',
    },
  },
  [],
);
export const GoalsOutput = object({
  saved: count('Goals saved'),
  removed: count('Goals removed'),
  failed: {
    type: 'array',
    maxItems: MAX_LISTED_STUDENTS,
    items: object({ studentUid: { type: 'string' }, name, error }),
  },
  omitted: count('Failures that `failed` leaves out'),
  retryAfterSeconds,
  nextStep: nullableText('What to do now; null if everything is done'),
});

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
export const StockOutput = object({
  items: {
    type: 'array',
    maxItems: MAX_LISTED_ITEMS,
    items: object({
      itemId: { type: 'string', maxLength: MAX_UID_LENGTH },
      name,
      englishName: nameInEnglish,
      count: { type: ['integer', 'null'] },
    }),
    description: 'What was saved',
  },
  omitted: count('Items that `items` leaves out'),
  recorded: count('Items in the whole stock'),
});

function mapSchemas(properties: Properties, change: (schema: Schema) => Schema): Properties {
  return Object.fromEntries(Object.entries(properties).map(([field, schema]) => [field, change(schema)]));
}
