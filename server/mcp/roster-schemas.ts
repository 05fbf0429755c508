import { MAX_PAGE_SIZE } from '../../contract/limits.ts';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import { ATTRIBUTE_NAMES } from '../catalogue/fact-checks.ts';
import { attributeFilter, attributes } from './attribute-schemas.ts';
import {
  count,
  cursor,
  limit,
  name,
  nextCursor,
  object,
  stateProperties,
  studentUid,
  withoutDescription,
} from './schema-parts.ts';

const MAX_FILTERS = 20;
const FIELDS = [...STATE_NAMES, ...ATTRIBUTE_NAMES];

export const ListInput = object(
  {
    fields: {
      type: 'array',
      items: { type: 'string', enum: FIELDS },
      maxItems: FIELDS.length,
      uniqueItems: true,
      description:
        'State fields and attributes to return. Ask only for those that you need. Default: tier, weaponTier, level',
    },
    filters: {
      type: 'array',
      maxItems: MAX_FILTERS,
      items: object(
        {
          field: { type: 'string', enum: STATE_NAMES },
          min: { type: 'integer' },
          max: { type: 'integer' },
          isNull: {
            type: 'boolean',
            description:
              'true: only unknown values, or with `min` or `max` unknown values too; false: only known ones',
          },
        },
        ['field'],
      ),
      description:
        'Returns only students that meet all of these. null meets no `min` or `max`: add `isNull: true` to include unknown values',
    },
    attributes: attributeFilter,
    limit: { ...limit, maximum: MAX_PAGE_SIZE },
    cursor,
  },
  [],
);
export const ListOutput = object({
  students: {
    type: 'array',
    maxItems: MAX_PAGE_SIZE,
    items: {
      type: 'object',
      properties: { studentUid, name, attributes },
      required: ['studentUid', 'name'],
      additionalProperties: { type: ['integer', 'null'] },
    },
  },
  total: count('Students that meet the filters, on all pages'),
  nextCursor,
});

export const StudentInput = object({ studentUid });
/** Without descriptions, which the input of save_students has. */
export const StudentOutput = object({
  studentUid,
  name,
  ...Object.fromEntries(STATE_NAMES.map((field) => [field, withoutDescription(stateProperties[field])])),
  attributes,
});
