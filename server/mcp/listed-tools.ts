import { isWriting } from '../../contract/areas.ts';
import type { Schema } from '../../contract/schemas.ts';
import type { Properties } from './schema-parts.ts';
import { TOOL_LIST } from './tool-titles.ts';
import { TOOLS } from './tools.ts';

/** Bounds that few arguments meet, and that the error names if one does. */
const UNLISTED = ['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'];
/** From this number, fields without a description are listed by name and type, and once in a tool. */
const MANY_FIELDS = 10;

/** The entries of tools/list. */
export const LISTED_TOOLS = TOOLS.map(({ name, description, isIdempotent = true, input }) => {
  const { en: title, permission, areas } = TOOL_LIST[name];
  return {
    name,
    title,
    description,
    inputSchema: toListedSchema(input) as ObjectSchema,
    annotations: {
      readOnlyHint: permission === 'read',
      destructiveHint: areas.some(isWriting),
      idempotentHint: isIdempotent,
      openWorldHint: false,
    },
  };
});

type ObjectSchema = Schema & { type: 'object' };

/**
 * The schema of arguments without what an agent can do without, because it reads all tools before anything else. It
 * accepts whatever the whole schema accepts, by which arguments are checked. `listed` are the fields listed before.
 */
function toListedSchema(schema: Schema, listed = new Set<string>()): Schema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !UNLISTED.includes(keyword)));
  if (schema.items !== undefined) return { ...kept, items: toListedSchema(schema.items as Schema, listed) };
  if (schema.properties === undefined) return kept;
  const fields = Object.entries(schema.properties as Properties);
  if (fields.length < MANY_FIELDS || fields.some(([, { description }]) => description !== undefined))
    return withProperties(kept, fields, (field) => toListedSchema(field, listed));
  const names = Object.keys(schema.properties as Properties).join();
  if (listed.has(names)) return { type: 'object', description: schema.description };
  listed.add(names);
  return withProperties(kept, fields, toType);
}

function withProperties(
  schema: Schema,
  fields: readonly [string, Schema][],
  change: (field: Schema) => Schema,
): Schema {
  const properties = fields.map(([name, field]) => [name, change(field)]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function toType({ type, items }: Schema): Schema {
  return { type, ...(items !== undefined && { items: toType(items as Schema) }) };
}
