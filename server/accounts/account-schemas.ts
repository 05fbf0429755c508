import type { Schema } from '../../contract/schemas.ts';
import { bodySchema } from '../console/body-schemas.ts';

const count: Schema = { type: 'integer', minimum: 0, maximum: 1_000_000 };

export const NOTE_IMPORT_BODY = bodySchema({
  format: { type: 'string', minLength: 1, maxLength: 20 },
  registered: count,
  changed: count,
  removed: count,
});
