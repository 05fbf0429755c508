import { MAX_NAME_LENGTH } from '../../contract/limits.ts';
import type { Schema } from '../../contract/schemas.ts';
import { type AttributeFilter, LABELLED_FILTERS } from '../../game/attribute-filter.ts';
import { GAME_SERVERS, TERRAIN_RANKS } from '../../game/attributes.ts';
import { shippedData } from '../catalogue/catalogue-data.ts';
import { ATTRIBUTE_NAMES } from '../catalogue/fact-checks.ts';
import { object } from './schema-parts.ts';

/** More than any attribute but the club has codes. */
const MAX_VALUES = 20;
/** Codes that a description lists. Of a longer table it has the first few. */
const MAX_DESCRIBED_CODES = 15;
const EXAMPLES = 3;

const listOf = (items: Schema, description: string): Schema => ({
  type: 'array',
  items,
  minItems: 1,
  maxItems: MAX_VALUES,
  description,
});

function labelled(name: (typeof LABELLED_FILTERS)[number]): Schema {
  const codes = Object.keys(shippedData().labels[name]);
  const described =
    codes.length <= MAX_DESCRIBED_CODES
      ? codes.join(', ')
      : `${codes.slice(0, EXAMPLES).join(', ')} and others`;
  return listOf({ type: 'string', maxLength: MAX_NAME_LENGTH }, described);
}

const ranks = (terrain: string): Schema =>
  listOf({ type: 'string', enum: TERRAIN_RANKS }, `Ranks in ${terrain} terrain`);

const FILTERS = {
  ...(Object.fromEntries(LABELLED_FILTERS.map((name) => [name, labelled(name)])) as Record<
    (typeof LABELLED_FILTERS)[number],
    Schema
  >),
  star: listOf({ type: 'integer' }, 'Stars when recruited: 1 to 3'),
  street: ranks('urban'),
  outdoor: ranks('outdoor'),
  indoor: ranks('indoor'),
  releasedOn: {
    type: 'string',
    enum: GAME_SERVERS,
    description: 'Out on this server by now; global is everywhere but Japan',
  },
} satisfies Record<keyof AttributeFilter, Schema>;

export const attributeFilter: Schema = {
  ...object(FILTERS, []),
  description:
    'Returns only students who have all of these attributes, each with one of its values: codes, or their names in Korean, Japanese or English',
};
/** An agent reads the codes once, or in the error for a value that is none. */
export const shortAttributeFilter: Schema = {
  ...object(
    Object.fromEntries(
      Object.entries<Schema>(FILTERS).map(([name, { description: _, ...filter }]) => [name, filter]),
    ),
    [],
  ),
  description:
    'Returns only students who have all of these, each with one of its values: codes or names as in search_students, stars (1 to 3), ranks in a terrain (D to SS). releasedOn is no list, but `jp` or `global`',
};
export const attributeName: Schema = { type: 'string', enum: ATTRIBUTE_NAMES };
/** The description of the attributes in an answer. */
export const ATTRIBUTES =
  'codes; what is left out or null is not known, but `special: null` is no favourite item; `outGlobal` is out globally';
