import { MAX_PAGE_SIZE } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import { ATTRIBUTE_NAMES } from '../catalogue/fact-checks.ts';
import { ATTRIBUTES, shortAttributeFilter } from './attribute-schemas.ts';
import {
  answer,
  count,
  cursor,
  limit,
  list,
  nextCursor,
  nullableText,
  object,
  studentName,
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
    attributes: shortAttributeFilter,
    limit: { ...limit, maximum: MAX_PAGE_SIZE },
    cursor,
  },
  [],
);
export const ListOutput = answer({
  students: list(`With the state fields and \`attributes\` asked for. ${ATTRIBUTES}`),
  total: count('Students that meet the filters, on all pages'),
  nextCursor,
});

export const StudentInput = object({ studentUid: studentName });
export const StudentOutput: Schema = {
  ...answer({
    studentUid: { type: 'string' },
    name: nullableText('Korean; null if the catalogue has no such student'),
    attributes: { type: 'object', description: ATTRIBUTES },
  }),
  additionalProperties: { type: ['integer', 'null'], description: 'The state fields' },
};
