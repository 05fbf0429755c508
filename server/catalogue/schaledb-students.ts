import { GAME_SERVERS, type StudentAttributes, TERRAIN_RANKS } from '../../game/attributes.ts';
import type { Materials, StudentGrowth } from '../../game/growth-facts.ts';
import type { LabelCodes } from './schaledb-labels.ts';
import { BOOLEAN, listOf, oneOrListOf, type SchaleRow, TEXT, WHOLE, WORD } from './schaledb-values.ts';

/** The part of a student of SchaleDB that we take, in one language. */
export interface SchaleStudent {
  readonly uid: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly order: number;
  /** True if she is out on global; SchaleDB has no days. Undefined if it is not said. */
  readonly isOutOnGlobal: boolean | undefined;
  readonly attributes: StudentAttributes;
  readonly growth: StudentGrowth;
}

/** By our field: SchaleDB's key, and how its value is read. Undefined leaves the field as it is known. */
type Fields<T> = { readonly [Name in keyof T]?: (row: SchaleRow, codes: LabelCodes) => T[Name] | undefined };

/** The kinds of recruitment by SchaleDB's number. */
const RECRUIT_KINDS = ['regular', 'limited', 'event', 'festival', 'archive'];
/** The step from 9 to 10 of every skill of every student, which SchaleDB leaves out: one secret note. */
const LAST_SKILL_STEP: Materials = { 9999: 1 };
const LISTED_SKILL_STEPS = 8;

/** SchaleDB does not say when a student came out, nor whose the role of another form is. */
const ATTRIBUTES: Fields<StudentAttributes> = {
  school: (row, codes) => readCode(row, codes, 'school', 'School'),
  club: (row, codes) => readCode(row, codes, 'club', 'Club'),
  star: (row) => row.read('StarGrade', WHOLE),
  attack: (row, codes) => readCode(row, codes, 'attack', 'BulletType'),
  armor: (row, codes) => readCode(row, codes, 'armor', 'ArmorType'),
  role: (row, codes) => readCode(row, codes, 'role', 'TacticRole'),
  position: (row, codes) => readCode(row, codes, 'position', 'Position'),
  squad: (row, codes) => readCode(row, codes, 'squad', 'SquadType'),
  weapon: (row, codes) => readCode(row, codes, 'weapon', 'WeaponType'),
  terrain: readTerrain,
  terrainUp: (row, codes) => {
    const weapon = row.inner('Weapon');
    return weapon && (readCode(weapon, codes, 'terrain', 'AdaptationType') as StudentAttributes['terrainUp']);
  },
  recruit: readRecruit,
  birthday: (row) => readBirthday(row.read('BirthDay', [isString, 'a string'])),
  equipment: (row, codes) =>
    row.read('Equipment', listOf(WORD))?.map((kind) => codes.find('equipment', kind)),
  special: (row) => {
    const servers = readGearServers(row);
    return servers && (servers.length === 0 ? null : { servers });
  },
};

const GROWTH: Fields<StudentGrowth> = {
  ex: (row) => readSteps(row, 'SkillExMaterial'),
  skill: (row) => {
    const steps = readSteps(row, 'SkillMaterial');
    return steps?.length === LISTED_SKILL_STEPS ? [...steps, LAST_SKILL_STEP] : steps;
  },
  ability: readArtifacts,
  special: (row) => {
    const servers = readGearServers(row);
    if (servers?.length === 0) return null;
    // The first step is free, and SchaleDB lists the others.
    const gear = row.inner('Gear');
    return gear && readSteps(gear, 'TierUpMaterial')?.[0];
  },
  giftTags: (row) => row.read('FavorItemTags', listOf(TEXT)),
  giftUnique: (row) => row.read('FavorItemUniqueTags', listOf(TEXT)),
};

export const readStudent = (row: SchaleRow, codes: LabelCodes): SchaleStudent => ({
  uid: row.id,
  isOutOnGlobal: row.read('IsReleased', listOf(BOOLEAN))?.[1],
  name: row.readRequired('Name', TEXT).trim(),
  tags: (row.read('SearchTags', listOf([isString, 'a string'])) ?? [])
    .map((tag) => tag.trim())
    .filter((tag) => tag !== ''),
  order: row.read('DefaultOrder', WHOLE) ?? Number.MAX_SAFE_INTEGER,
  attributes: readFields(ATTRIBUTES, row, codes),
  growth: readFields(GROWTH, row, codes),
});

const readFields = <T extends object>(fields: Fields<T>, row: SchaleRow, codes: LabelCodes): T =>
  Object.fromEntries(
    Object.entries<NonNullable<Fields<T>[keyof T]>>(fields as Record<string, never>)
      .map(([name, read]) => [name, read(row, codes)] as const)
      .filter(([, value]) => value !== undefined),
  ) as T;

const isString = (value: unknown): value is string => typeof value === 'string';

function readCode(row: SchaleRow, codes: LabelCodes, table: Parameters<LabelCodes['find']>[0], key: string) {
  const word = row.read(key, WORD);
  return word === undefined ? undefined : codes.find(table, word);
}

function readTerrain(row: SchaleRow): StudentAttributes['terrain'] {
  const rankOf = (key: string) => {
    const number = row.read(key, WHOLE);
    return number === undefined
      ? undefined
      : (TERRAIN_RANKS[number] ?? row.refuse(`${key} must be from 0 (D) to 5 (SS)`));
  };
  const street = rankOf('StreetBattleAdaptation');
  const outdoor = rankOf('OutdoorBattleAdaptation');
  const indoor = rankOf('IndoorBattleAdaptation');
  return street && outdoor && indoor && { street, outdoor, indoor };
}

/** SchaleDB has one number, or one for each server, Japan's first. A kind that is new to us is called by its number. */
function readRecruit(row: SchaleRow, codes: LabelCodes): string | undefined {
  const number = [row.read('IsLimited', oneOrListOf(WHOLE))].flat()[0];
  if (number === undefined) return undefined;
  const kind = RECRUIT_KINDS[number];
  if (kind !== undefined) return codes.find('recruit', kind);
  const label = { ko: `모집 ${number}`, ja: `募集 ${number}`, en: `Recruitment ${number}` };
  return codes.find('recruit', `kind-${number}`, { up: String(number), label });
}

/** 3/12 becomes 03-12; other texts stand for a day that is not known. */
function readBirthday(text: string | undefined): string | undefined {
  const [, month, day] = /^(\d{1,2})\/(\d{1,2})$/.exec(text ?? '') ?? [];
  return month && day && `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The servers on which the favourite item is out; none for a student without one, undefined if it is not said. */
function readGearServers(row: SchaleRow) {
  const released = row.inner('Gear');
  if (released === undefined) return undefined;
  const onServers = released.read('Released', listOf(BOOLEAN)) ?? [];
  return GAME_SERVERS.filter((_, i) => onServers[i] === true);
}

/** Rows of item IDs, and rows of as many amounts below the same key with `Amount`. */
function readSteps(row: SchaleRow, key: string): Materials[] | undefined {
  const rows = listOf(listOf(WHOLE));
  const materials = row.read(key, rows);
  const amounts = row.read(`${key}Amount`, rows);
  if (materials === undefined || amounts === undefined) return undefined;
  return materials.map((ids, step) => {
    const counts = amounts[step] ?? [];
    if (counts.length !== ids.length) row.refuse(`${key}Amount must have an amount for each item of ${key}`);
    return Object.fromEntries(ids.map((id, i) => [id, counts[i] as number]));
  });
}

/** The normal artifact; its rare one has the next ID. */
function readArtifacts(row: SchaleRow): string[] | undefined {
  const [normal, rare] = [row.read('PotentialMaterial', oneOrListOf(WHOLE))].flat();
  return normal === undefined ? undefined : [String(normal), String(rare ?? normal + 1)];
}
