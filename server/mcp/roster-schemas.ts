import { STATE_NAMES } from '../../contract/state-fields.ts';
import { ATTRIBUTE_NAMES } from '../catalogue/fact-checks.ts';
import { shortAttributeFilter } from './attribute-schemas.ts';
import { cursor, limit, object, studentName } from './schema-parts.ts';

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
        'State fields and attributes (codes, as in search_students) to return. Ask only for those that you need. Default: tier, weaponTier, level',
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
    limit,
    cursor,
  },
  [],
);

export const StudentInput = object({ studentUid: studentName });
