import type { Schema } from '../../contract/schemas.ts';
import { BORROW_SLOTS, SHARED_PARTS } from '../../contract/shares.ts';
import { STATE_FIELDS, STATE_NAMES } from '../../contract/state-fields.ts';
import { ABILITY_FIELDS } from '../../contract/state-rules.ts';
import {
  CODE_ATTRIBUTES,
  GAME_SERVERS,
  LABEL_TABLES,
  TERRAIN_RANKS,
  TERRAINS,
} from '../../game/attributes.ts';
import { LABEL_KINDS } from '../../game/growth-facts.ts';

const TEXT: Schema = { type: 'string' };
const DAY: Schema = { type: 'string', format: 'date' };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const orNull = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
const COUNTS = listOf({ type: 'number', minimum: 0 });
const MATERIALS = mapOf(COUNT);

/** Those that are `optional` may be absent. A later service may have more than it describes here. */
const object = (required: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const each = (names: readonly string[], schema: Schema): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema]));

const NAMES = object(each(['ko', 'ja', 'en'], TEXT));

const ATTRIBUTES = object(
  {},
  {
    ...each([...CODE_ATTRIBUTES, 'roleAlt'], TEXT),
    star: COUNT,
    terrain: object(each(TERRAINS, oneOf(TERRAIN_RANKS))),
    terrainUp: oneOf(TERRAINS),
    released: orNull(DAY),
    releasedGlobal: orNull(DAY),
    outGlobal: { const: true },
    birthday: orNull(TEXT),
    equipment: listOf(TEXT),
    special: orNull(object({ servers: listOf(oneOf(GAME_SERVERS)) })),
  },
);

const CATALOGUE = object({
  version: TEXT,
  students: listOf(
    object(
      {
        studentUid: TEXT,
        names: NAMES,
        aliases: listOf(TEXT),
        forms: listOf(TEXT),
        attributes: ATTRIBUTES,
      },
      { added: DAY, addedGlobal: DAY },
    ),
  ),
  labels: object(each(LABEL_TABLES, mapOf(NAMES))),
});

const STEPS = object({ credits: COUNTS });
const STAR_STEPS = object({ eleph: COUNTS, credits: COUNTS });
const EXPERIENCE = { exp: COUNTS, creditsPerExp: { type: 'number' } };

const GROWTH_TABLES = object({
  level: object(EXPERIENCE),
  tier: STAR_STEPS,
  weaponTier: STAR_STEPS,
  weaponLevel: object({
    ...EXPERIENCE,
    capByWeaponTier: COUNTS,
    fits: mapOf({ oneOf: [listOf(TEXT), { const: 'all' }] }),
    fitFactor: { type: 'number' },
  }),
  equip: object({
    ...EXPERIENCE,
    capByTier: COUNTS,
    tierUp: listOf(object({ credits: COUNT, blueprints: MATERIALS })),
    blueprintItems: mapOf(mapOf(TEXT)),
  }),
  skillEx: STEPS,
  skill: STEPS,
  ability: object({
    books: object(each(ABILITY_FIELDS, TEXT)),
    steps: listOf(object(each(['books', 'artifact1', 'artifact2', 'credits'], COUNT))),
  }),
  equipSpecial: STEPS,
  bond: object({
    rankStarts: COUNTS,
    gift: object({ commonTags: listOf(TEXT), maxMatches: COUNT }),
  }),
  unlock: { type: 'object' },
});

const GROWTH_FACTS = object({
  note: TEXT,
  costs: GROWTH_TABLES,
  students: mapOf(
    object(
      {},
      {
        star: COUNT,
        weapon: TEXT,
        ...each(['equipment', 'ability', 'giftTags', 'giftUnique'], listOf(TEXT)),
        ...each(['ex', 'skill'], listOf(MATERIALS)),
        special: orNull(object({}, { servers: listOf(oneOf(GAME_SERVERS)), materials: MATERIALS })),
      },
    ),
  ),
  items: mapOf(
    object(
      { kind: TEXT, names: object({}, each(['ko', 'ja', 'en'], TEXT)) },
      { rarity: TEXT, tier: COUNT, group: TEXT, exp: COUNT, tags: listOf(TEXT) },
    ),
  ),
  labels: object(each(LABEL_KINDS, mapOf(NAMES))),
});

const STAGES = object({
  read: TEXT,
  asOf: DAY,
  stages: listOf(
    object(
      { stage: TEXT, ap: COUNT, drops: mapOf({ type: 'number', minimum: 0 }) },
      { hard: { type: 'boolean' } },
    ),
  ),
});

const VALUES = Object.fromEntries(
  STATE_NAMES.map((name) => {
    const { min, max } = STATE_FIELDS[name];
    return [name, { type: ['integer', 'null'], minimum: min, maximum: max }];
  }),
);

/** What is shown of a student. */
const SHOWN = { ...VALUES, wanted: mapOf({ type: 'integer', minimum: 0 }) };

const SHARED_ROSTER = object(
  {
    name: TEXT,
    shows: listOf(oneOf(SHARED_PARTS)),
    updatedAt: { type: 'string', format: 'date-time' },
    students: listOf(object({ studentUid: TEXT, name: TEXT }, SHOWN)),
  },
  { player: TEXT, borrow: object({}, each(BORROW_SLOTS, listOf(TEXT))) },
);

const SHARED_BOARD = object({
  name: TEXT,
  members: listOf(object({ player: TEXT, updatedAt: { type: 'string', format: 'date-time' } })),
  students: listOf(object({ studentUid: TEXT, name: TEXT, of: listOf(object({ member: COUNT }, SHOWN)) })),
  borrow: object({}, each(BORROW_SLOTS, listOf(object({ member: COUNT, studentUid: TEXT }, SHOWN)))),
});

/** The documents beside the API: `components.schemas` by name. */
export const DOCUMENT_SCHEMAS: Record<string, Schema> = {
  Catalogue: CATALOGUE,
  GrowthFacts: GROWTH_FACTS,
  Stages: STAGES,
  SharedRoster: SHARED_ROSTER,
  SharedBoard: SHARED_BOARD,
};
