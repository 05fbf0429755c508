import { AREAS_SCHEMA } from '../../contract/areas.ts';
import { MAX_DISPLAY_NAME_LENGTH, MAX_KEY_DAYS, PERMISSIONS } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { bodySchema } from '../console/body-schemas.ts';

const days: Schema = { type: 'integer', minimum: 1, maximum: MAX_KEY_DAYS };

export const ISSUE_KEY_BODY = bodySchema(
  {
    /** Keys may have none. */
    name: { type: 'string', maxLength: MAX_DISPLAY_NAME_LENGTH },
    permission: { type: 'string', enum: PERMISSIONS },
    areas: AREAS_SCHEMA,
    days,
  },
  ['areas'],
);
export const ROTATE_KEY_BODY = bodySchema(
  { overlapMinutes: { type: 'integer', minimum: 0, maximum: 60 * 24 * 30 }, days },
  ['days'],
);
