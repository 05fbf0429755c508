import { MAX_NAME_LENGTH, MAX_UID_LENGTH } from '../../contract/limits.ts';
import { ListStudentsQuery, type Schema, StudentRegistration } from '../../contract/schemas.ts';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';

/**
 * The common parts of the tools' schemas. The bounds of fields come from `contract/`; texts are short, because a model
 * reads them all.
 */

/** The length of what an answer contains for the next call: a cursor, a revision. */
const MAX_TOKEN_LENGTH = 500;

export type Properties = Record<string, Schema>;

const registrationProperties = StudentRegistration.properties as Properties;
const listProperties = ListStudentsQuery.properties as Properties;

/** Each state field, changed and with the description that only save_students has. */
export const stateProperties = (
  change: (schema: Schema, description: string) => Schema = (schema) => schema,
): Properties =>
  Object.fromEntries(
    STATE_NAMES.map((name) => {
      const { description: _, ...schema } = registrationProperties[name] as Schema;
      return [name, change(schema, STATE_FIELDS[name].en)];
    }),
  );

export const studentUid: Schema = {
  ...registrationProperties.studentUid,
  maxLength: MAX_UID_LENGTH,
  description: 'The UID that search_students returns',
};
export const studentName: Schema = {
  ...studentUid,
  maxLength: MAX_NAME_LENGTH,
  description: 'The UID, or the exact name or an alias in Korean, Japanese or English',
};

export const object = (
  properties: Properties,
  required: readonly string[] = Object.keys(properties),
): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
export const token = (description: string): Schema => ({
  type: 'string',
  maxLength: MAX_TOKEN_LENGTH,
  description,
});
export const flag = (description: string): Schema => ({ type: 'boolean', default: false, description });
export const limit: Schema = { ...listProperties.limit, description: 'Entries in one answer' };
export const cursor = token('The `nextCursor` of the previous answer');
