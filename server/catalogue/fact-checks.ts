import { MAX_NAME_LENGTH } from '../../contract/limits.ts';
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
  type StoredLabel,
  type StoredLabels,
} from './catalogue-facts.ts';

/** Throws if the field is not valid, with what it must be. */
export type Check = (isValid: boolean, field: string, expected: string) => void;

type FieldCheck = readonly [
  isValid: (value: unknown, facts: CatalogueFacts) => boolean,
  expected: string,
  /** The known fields of a valid object. */
  // biome-ignore lint/suspicious/noExplicitAny: isValid has checked it
  keep?: (value: any) => unknown,
];

/** The bound of one table of labels. */
export const MAX_CODES = 3_000;
export const MAX_ITEMS = 20_000;
const MAX_COUNT = 1_000_000;
/** Steps of a skill, items of a step, tags of a student or gift. */
const MAX_LIST = 100;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWhole = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
const isList = (value: unknown, isItem: (item: unknown) => boolean, max = MAX_LIST): value is unknown[] =>
  Array.isArray(value) && value.length <= max && value.every(isItem);
/** A name that every plain object has, such as `constructor`: objects are indexed by the UIDs and codes of a catalogue. */
export const isReserved = (name: string): boolean => name in Object.prototype;
const isCode = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(value) && !isReserved(value);
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
    ({ street, outdoor, indoor }) => ({ street, outdoor, indoor }),
  ],
  terrainUp: [(value) => isOneOf(TERRAINS, value), `one of ${TERRAINS.join(', ')}`],
  recruit: labelled('recruit'),
  released: day,
  releasedGlobal: day,
  outGlobal: [(value) => value === true, 'true, or left out'],
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
    (special) => special && { servers: special.servers },
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
  const known = Object.entries<FieldCheck>(checks).flatMap(([name, [isValid, expected, keep]]) => {
    const value = (values as Record<string, unknown>)[name];
    if (value === undefined) return [];
    check(isValid(value, facts), `${path}.${name}`, expected);
    return [[name, keep === undefined ? value : keep(value)]];
  });
  return Object.fromEntries(known);
}

export const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= MAX_NAME_LENGTH &&
  !/[\p{C}\p{Zl}\p{Zp}]/u.test(value);
const isOptional =
  (isValid: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || isValid(value);

const ITEM_CHECKS: Record<keyof CatalogueItem, (value: unknown) => boolean> = {
  kind: isCode,
  names: (names) =>
    isObject(names) &&
    Object.entries(names).every(([language, name]) => ['ko', 'ja', 'en'].includes(language) && isName(name)),
  rarity: isOptional(isCode),
  tier: isOptional((tier) => isWhole(tier, 100)),
  group: isOptional((group) => isTag(group) && !isReserved(String(group))),
  exp: isOptional((exp) => isWhole(exp, MAX_COUNT)),
  tags: isOptional((list) => isList(list, isTag)),
};

const LABEL_CHECKS: Record<keyof StoredLabel, (value: unknown) => boolean> = {
  ko: isName,
  ja: isName,
  en: isName,
  up: isOptional(isTag),
};

export function validateItems(items: unknown): Record<string, CatalogueItem> {
  const expected = 'have a kind and names, and no value of another type';
  return Object.fromEntries(
    validateTable('items', items, MAX_ITEMS).map(([id, item]) => [
      id,
      keepChecked<CatalogueItem>(ITEM_CHECKS, item, `item ${id} must ${expected}`),
    ]),
  );
}

const TABLES: readonly string[] = [...LABEL_TABLES, ...ITEM_LABEL_TABLES];

export function validateLabels(labels: unknown): Partial<StoredLabels> {
  return Object.fromEntries(
    validateTable('labels', labels, TABLES.length).map(([table, codes]) => {
      if (!TABLES.includes(table)) throw new UserError(`Catalogue labels.${table} is not a table of labels.`);
      const checked = validateTable(`labels.${table}`, codes, MAX_CODES).map(([code, label]) => [
        code,
        keepChecked<StoredLabel>(
          LABEL_CHECKS,
          label,
          `labels.${table}.${code} must have a text in ko, ja and en`,
        ),
      ]);
      return [table, Object.fromEntries(checked)];
    }),
  );
}

/** The known fields alone, in the order of the file. */
function keepChecked<Value extends object>(
  checks: Record<keyof Value & string, (value: unknown) => boolean>,
  value: unknown,
  problem: string,
): Value {
  const names = Object.keys(checks) as (keyof typeof checks)[];
  if (!isObject(value) || !names.every((name) => checks[name](value[name])))
    throw new UserError(`Catalogue ${problem}.`);
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(checks, name))) as Value;
}

function validateTable(what: string, value: unknown, max: number): [string, unknown][] {
  if (!isObject(value) || Object.keys(value).length > max || !Object.keys(value).every(isCode))
    throw new UserError(`Catalogue ${what} must be an object of ${max} codes at most.`);
  return Object.entries(value);
}
