import type { Schema } from '../../contract/schemas.ts';
import type { Properties } from './schema-parts.ts';
import { TOOL_LIST } from './tool-list.ts';
import { TOOLS } from './tools.ts';

/** Bounds that few arguments meet, and that the error names if one does. */
const UNLISTED = ['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'];
/** From this number, fields without a description are listed by their names. */
const MANY_FIELDS = 10;

/** What tools/list says of each tool. */
export const LISTED_TOOLS = TOOLS.map(({ name, description, isDestructive, isIdempotent, input, output }) => {
  const { en: title, permission } = TOOL_LIST[name];
  return {
    name,
    title,
    description,
    inputSchema: toListedSchema(input) as ObjectSchema,
    outputSchema: output as ObjectSchema,
    annotations: {
      readOnlyHint: permission === 'read',
      destructiveHint: isDestructive,
      idempotentHint: isIdempotent,
      openWorldHint: false,
    },
  };
});

type ObjectSchema = Schema & { type: 'object' };

/**
 * The schema of arguments without what an agent can do without, because it reads all tools before anything else. It
 * accepts whatever the whole schema accepts, by which arguments are checked.
 */
function toListedSchema(schema: Schema): Schema {
  const listed = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !UNLISTED.includes(keyword)),
  );
  if (schema.items !== undefined) return { ...listed, items: toListedSchema(schema.items as Schema) };
  if (schema.properties === undefined) return listed;
  const { properties, ...object } = listed as { properties: Properties };
  const fields = Object.values(properties);
  if (fields.length >= MANY_FIELDS && fields.every(({ description }) => description === undefined))
    return {
      ...object,
      propertyNames: { enum: Object.keys(properties) },
      additionalProperties: unite(fields),
    };
  const named = Object.entries(properties).map(([name, field]) => [name, toListedSchema(field)]);
  return { ...object, properties: Object.fromEntries(named) };
}

/** A value of any of the schemas. */
function unite(schemas: readonly Schema[]): Schema {
  const [type, ...others] = new Set(schemas.flatMap((schema) => schema.type));
  const items = schemas.flatMap(({ items }) => (items === undefined ? [] : [items as Schema]));
  return {
    type: others.length === 0 ? type : [type, ...others],
    ...(items.length > 0 && { items: unite(items) }),
  };
}
