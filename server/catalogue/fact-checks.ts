import {
  GAME_SERVERS,
  LABEL_TABLES,
  type StudentAttributes,
  TERRAIN_RANKS,
  TERRAINS,
} from '../../game/attributes.ts';
import type { StudentGrowth } from '../../game/growth-facts.ts';
import { UserError } from '../errors/user-error.ts';
import {
  type CatalogueFacts,
  type CatalogueItem,
  ITEM_LABEL_TABLES,
  type StoredLabels,
} from './catalogue-facts.ts';

/** Throws if the field is not valid, with what it must be. */
export type Check = (isValid: boolean, field: string, expected: string) => void;

type FieldCheck = readonly [isValid: (value: unknown, facts: CatalogueFacts) => boolean, expected: string];

const MAX_CODES = 3_000;
const MAX_ITEMS = 20_000;
const MAX_COUNT = 1_000_000;
/** Steps of a skill, items of a step, tags of a student or gift. */
const MAX_LIST = 100;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
const isList = (value: unknown, isItem: (item: unknown) => boolean, max = MAX_LIST): value is unknown[] =>
  Array.isArray(value) && value.length <= max && value.every(isItem);
const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(value);
const isDay = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isBirthday = (value: unknown): boolean => typeof value === 'string' && isDay(`2024-${value}`);
const isOneOf = (values: readonly string[], value: unknown): boolean =>
  values.some((known) => known === value);
const isNullOr = (isValid: (value: unknown) => boolean) => (value: unknown) =>
  value === null || isValid(value);

const labelled = (table: (typeof LABEL_TABLES)[number]): FieldCheck => [
  (value, { labels }) => typeof value === 'string' && Object.hasOwn(labels[table], value),
  `a code of labels.${table}`,
];
const day: FieldCheck = [isNullOr(isDay), 'a day as YYYY-MM-DD, or null'];

/** In the order of the shipped files, so that the version of what is exported and imported stays the same. */
const ATTRIBUTE_CHECKS: Record<keyof StudentAttributes, FieldCheck> = {
  school: labelled('school'),
  club: labelled('club'),
  star: [(value) => isWhole(value, 5) && value !== 0, 'a whole number from 1 to 5'],
  attack: labelled('attack'),
  armor: labelled('armor'),
  role: labelled('role'),
  roleAlt: labelled('role'),
  position: labelled('position'),
  squad: labelled('squad'),
  weapon: labelled('weapon'),
  terrain: [
    (value) => isObject(value) && TERRAINS.every((terrain) => isOneOf(TERRAIN_RANKS, value[terrain])),
    `${TERRAINS.join(', ')}, each one of ${TERRAIN_RANKS.join(', ')}`,
  ],
  terrainUp: [(value) => isOneOf(TERRAINS, value), `one of ${TERRAINS.join(', ')}`],
  recruit: labelled('recruit'),
  released: day,
  releasedGlobal: day,
  birthday: [isNullOr(isBirthday), 'a day as MM-DD, or null'],
  equipment: [
    (value, facts) => isList(value, (kind) => labelled('equipment')[0](kind, facts), 3) && value.length === 3,
    'three codes of labels.equipment',
  ],
  special: [
    isNullOr(
      (value) =>
        isObject(value) &&
        isList(value.servers, (server) => isOneOf(GAME_SERVERS, server), GAME_SERVERS.length),
    ),
    `null, or servers with ${GAME_SERVERS.join(', ')} or less`,
  ],
};

/** In the order in which they are served. */
export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTE_CHECKS) as (keyof StudentAttributes)[];

const isCounts = (value: unknown, { items }: CatalogueFacts): boolean =>
  isObject(value) &&
  isList(Object.entries(value), (entry) => {
    const [item, count] = entry as [string, unknown];
    return Object.hasOwn(items, item) && isWhole(count, MAX_COUNT);
  });
const isTag = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= 40 && !/[\p{C}\p{Z}]/u.test(value);
const steps: FieldCheck = [
  (value, facts) => isList(value, (step) => isCounts(step, facts), 9),
  'a list of steps, each with counts by known items',
];
const tags: FieldCheck = [(value) => isList(value, isTag), 'a list of tags'];

const GROWTH_CHECKS: Record<keyof StudentGrowth, FieldCheck> = {
  ex: steps,
  skill: steps,
  ability: [
    (value, { items }) =>
      isList(value, (item) => Object.hasOwn(items, String(item)), 2) && value.length === 2,
    'two known items',
  ],
  special: [(value, facts) => value === null || isCounts(value, facts), 'null, or counts by known items'],
  giftTags: tags,
  giftUnique: tags,
};

export const checkAttributes = (
  attributes: unknown = {},
  facts: CatalogueFacts,
  check: Check,
): StudentAttributes => checkFields(ATTRIBUTE_CHECKS, attributes, 'attributes', facts, check);

export const checkGrowth = (growth: unknown = {}, facts: CatalogueFacts, check: Check): StudentGrowth =>
  checkFields(GROWTH_CHECKS, growth, 'growth', facts, check);

/** The known fields alone, in the order of the table. */
function checkFields<Fields extends object>(
  checks: Record<keyof Fields & string, FieldCheck>,
  values: unknown,
  path: string,
  facts: CatalogueFacts,
  check: Check,
): Fields {
  check(isObject(values), path, 'an object');
  const known = Object.entries<FieldCheck>(checks).flatMap(([name, [isValid, expected]]) => {
    const value = (values as Record<string, unknown>)[name];
    if (value === undefined) return [];
    check(isValid(value, facts), `${path}.${name}`, expected);
    return [[name, value]];
  });
  return Object.fromEntries(known);
}

const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 200 && !/\p{C}/u.test(value);
const isOptional = (value: unknown, isValid: (value: unknown) => boolean): boolean =>
  value === undefined || isValid(value);

export function validateItems(items: unknown): Record<string, CatalogueItem> {
  const entries = validateTable('items', items, MAX_ITEMS);
  for (const [id, item] of entries)
    if (
      !(
        isObject(item) &&
        isCode(item.kind) &&
        isObject(item.names) &&
        Object.entries(item.names).every(
          ([language, name]) => ['ko', 'ja', 'en'].includes(language) && isName(name),
        ) &&
        isOptional(item.rarity, isCode) &&
        isOptional(item.tier, (tier) => isWhole(tier, 100)) &&
        isOptional(item.group, isTag) &&
        isOptional(item.exp, (exp) => isWhole(exp, MAX_COUNT)) &&
        isOptional(item.tags, (list) => isList(list, isTag))
      )
    )
      throw new UserError(`Catalogue item ${id} must have a kind and names, and no value of another type.`);
  return Object.fromEntries(entries) as Record<string, CatalogueItem>;
}

const TABLES: readonly string[] = [...LABEL_TABLES, ...ITEM_LABEL_TABLES];

export function validateLabels(labels: unknown): Partial<StoredLabels> {
  for (const [table, codes] of validateTable('labels', labels, TABLES.length)) {
    if (!TABLES.includes(table)) throw new UserError(`Catalogue labels.${table} is not a table of labels.`);
    for (const [code, label] of validateTable(`labels.${table}`, codes, MAX_CODES))
      if (
        !(
          isObject(label) &&
          ['ko', 'ja', 'en'].every((language) => isName(label[language])) &&
          isOptional(label.up, isTag)
        )
      )
        throw new UserError(`Catalogue labels.${table}.${code} must have a text in ko, ja and en.`);
  }
  return labels as Partial<StoredLabels>;
}

function validateTable(what: string, value: unknown, max: number): [string, unknown][] {
  if (!isObject(value) || Object.keys(value).length > max || !Object.keys(value).every(isCode))
    throw new UserError(`Catalogue ${what} must be an object of ${max} codes at most.`);
  return Object.entries(value);
}
