import { MAX_DISPLAY_NAME_LENGTH } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';

/** The schema of a request's body. All fields are required but those that are named `optional`. */
export const bodySchema = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties,
});

export const NAME: Schema = { type: 'string', minLength: 1, maxLength: MAX_DISPLAY_NAME_LENGTH };
export const EMPTY_BODY = bodySchema({});
export const RENAME_BODY = bodySchema({ name: NAME });
