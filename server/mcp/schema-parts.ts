import { MAX_UID_LENGTH } from '../../contract/limits.ts';
import { ListStudentsQuery, type Schema, StudentRegistration } from '../../contract/schemas.ts';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';

/**
 * What the schemas of the tools have in common. The bounds of fields come from `contract/`; texts are short, because a
 * model reads them all.
 */

/** The length of what an answer contains for the next call: a cursor, a revision. */
const MAX_TOKEN_LENGTH = 500;

export type Properties = Record<string, Schema>;

const registrationProperties = StudentRegistration.properties as Properties;
const listProperties = ListStudentsQuery.properties as Properties;

const fieldSchema = (name: (typeof STATE_NAMES)[number]): Schema => ({
  ...registrationProperties[name],
  description: STATE_FIELDS[name].en,
});
export const stateProperties: Properties = Object.fromEntries(
  STATE_NAMES.map((name) => [name, fieldSchema(name)]),
);

export function withoutDescription({ description: _, ...schema }: Schema = {}): Schema {
  return schema;
}

export const studentUid: Schema = {
  ...registrationProperties.studentUid,
  maxLength: MAX_UID_LENGTH,
  description: 'The UID that search_students returns',
};
/** The name of a student in an answer; null if the catalogue has no such student. */
export const name: Schema = { type: ['string', 'null'], description: 'Korean name' };

export const object = (
  properties: Properties,
  required: readonly string[] = Object.keys(properties),
): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
export const text = (description: string): Schema => ({ type: 'string', description });
export const token = (description: string): Schema => ({ ...text(description), maxLength: MAX_TOKEN_LENGTH });
export const nullableText = (description: string): Schema => ({ type: ['string', 'null'], description });
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
export const retryAfterSeconds: Schema = {
  type: ['integer', 'null'],
  description: 'Wait this long before the next call, if a limit was met',
};
export const limit: Schema = { ...listProperties.limit, description: 'Students in one answer' };
export const cursor = token('The `nextCursor` of the previous answer');
export const nextCursor = nullableText('Pass it as `cursor` for the next page; null on the last one');
