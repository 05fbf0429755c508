import { STATE_FIELDS, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import { WEAPON_LEVEL_CAPS, WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import { EQUIPMENT } from '../../game/equipment-slots.ts';
import { bondCap, equipmentLevelCap } from '../../game/growth-limits.ts';
import type { StatedValues } from './read-row.ts';
import type { SheetMeaning } from './sheet-meanings.ts';

/** A longer cell is a sentence, and states no value. */
const MAX_CELL_LENGTH = 60;
const UNKNOWN = /^(?:[-–—―ー_.?？~]+|n\/?a|null|none|없음|모름|미상|無し?|なし|未|x|×|✕|✗)$/iu;
const NOT_OWNED =
  /^(?:x|×|✕|✗|❌|0|no|n|false|f|없음|미보유|미획득|미모집|미소지|안 ?뽑음|未所持|未入手|なし|無し?|not owned|unowned)$/iu;

/** A cell as it is compared: full-width digits as plain ones. Undefined if the cell says nothing. */
function normalizeCell(cell: string): string | undefined {
  const text = cell
    .slice(0, MAX_CELL_LENGTH + 1)
    .normalize('NFKC')
    .trim();
  return text === '' || UNKNOWN.test(text) ? undefined : text;
}

export const isUnknownCell = (cell: string | undefined): boolean =>
  cell === undefined || normalizeCell(cell) === undefined;

/** True if a cell says that the player lacks the student. */
export const isNotOwned = (cell: string): boolean => NOT_OWNED.test(cell.trim().slice(0, MAX_CELL_LENGTH));

/** The values that a cell states. What cannot be read stands as it is, so that it is named. */
export function readCell(meaning: SheetMeaning, cell: string): StatedValues {
  const text = normalizeCell(cell);
  if (text === undefined) return {};
  if (text.length > MAX_CELL_LENGTH) return {};
  switch (meaning) {
    case 'name':
    case 'studentUid':
    case 'owned':
    case 'ignored':
      return {};
    case 'stars':
      return readStars(text, false);
    case 'weapon':
      return readStars(text, true);
    case 'skills':
    case 'gear':
    case 'abilities':
      return readList(meaning, text);
    default:
      return readNumber(meaning, text);
  }
}

/** The fields of a cell that has several, in the order in which the game shows them. */
const LISTS = {
  skills: ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'],
  gear: ['equip1', 'equip2', 'equip3', 'equipSpecial'],
  abilities: ['abilityHp', 'abilityAtk', 'abilityHeal'],
} as const satisfies Partial<Record<SheetMeaning, readonly StateName[]>>;

/** The highest value, which players write as M, until the other values of the row say how high that is. */
export const FULL = Symbol('full');
const FULL_CELL = /^(?:m|max|만렙|마스터|풀|풀강|full|最大|カンスト)$/iu;
const FULL_RUN = /^m{2,4}$/iu;

/** `5/10/10/10`, `M M M M`, `5777`, `T9/T9/T8`. How many values there must be, or their order would be a guess. */
function readList(meaning: keyof typeof LISTS, text: string): StatedValues {
  const names: readonly StateName[] = LISTS[meaning];
  const parts = listFull(meaning, text) ?? splitList(meaning, text);
  if (parts.length < MIN_PARTS[meaning] || parts.length > names.length)
    return { [names[0] as StateName]: text };
  return Object.assign({}, ...parts.map((part, place) => readPart(names[place] as StateName, part)));
}

const MIN_PARTS = { skills: 4, gear: 3, abilities: 3 } as const;
/** The first of them that a cell has separates its values: a dash may also stand for an unknown one. */
const LIST_SEPARATORS = ['/', ',', ';', '|', '·', '・', '→', ' ', '-'];

/** `MAX`, `MMMM`. A favourite item only where it has a letter of its own: not every student has one. */
function listFull(meaning: keyof typeof LISTS, text: string): string[] | undefined {
  if (!FULL_CELL.test(text) && !FULL_RUN.test(text)) return undefined;
  const count = FULL_RUN.test(text) ? Math.min(text.length, LISTS[meaning].length) : 0;
  return Array(Math.max(count, MIN_PARTS[meaning])).fill('M');
}

function splitList(meaning: keyof typeof LISTS, text: string): string[] {
  if (meaning === 'skills' && /^[1-5m][1-9m]{3}$/i.test(text)) return [...text];
  if (meaning === 'gear' && /^(?:t\d{1,2}){3,4}$/i.test(text)) return text.slice(1).split(/t/i);
  if (meaning === 'gear' && /^\d{3}[0-2]?$/.test(text)) return [...text];
  if (meaning === 'gear' && /^(?:10){3}[0-2]?$/.test(text)) return ['10', '10', '10', text.slice(6)];
  const spaced = text.replaceAll(/\s/g, ' ');
  const separator = LIST_SEPARATORS.find((candidate) => spaced.includes(candidate));
  if (separator === undefined) return [text];
  const parts = spaced.split(separator).map((part) => part.trim());
  return separator === ' ' ? parts.filter((part) => part !== '') : parts;
}

const readPart = (name: StateName, part: string): StatedValues =>
  normalizeCell(part) === undefined ? {} : readNumber(name, part);

/** A number with what players write around it: `Lv.90`, `90렙`, `T9`, `9티어`, `랭크 20`, `+25`, `90/90`, `M`. */
function readNumber(name: StateName, text: string): StatedValues {
  if (FULL_CELL.test(text) && name !== 'bondExp') return { [name]: FULL };
  const [, number, top] =
    /^(?:lv|lvl|level|레벨|렙|ex|t|tier|티어|rank|랭크|인연|絆|ランク|レベル|wb|\+|×|x)?[\s.:]*(-?\d{1,9})(?:\.0*)?\s*(?:\/\s*(\d{1,3}))?\s*(?:lv|레벨|렙|티어|tier|t|랭크|rank|レベル|ランク|レベ)?$/iu.exec(
      text.replace(/(\d),(?=\d{3}\b)/g, '$1'),
    ) ?? [];
  if (number === undefined || (top !== undefined && Number(top) < Number(number))) return { [name]: text };
  const value = Number(number);
  // Where the game has no zero, it stands for none.
  if (value === 0 && !ZERO.has(name)) return {};
  return { [name]: value };
}

const ZERO: ReadonlySet<StateName> = new Set([
  'weaponLevel',
  'abilityHp',
  'abilityAtk',
  'abilityHeal',
  'bondExp',
]);

/** A word after which a cell is about the weapon: `전용무기 3성 Lv.50`, `고유 2`, `UE40`, `UE★★`. */
const WEAPON_WORD =
  /고유 ?무기|전용 ?무기|고유|고무|전용|전무|전|유니크|固有武器|専用武器|固有|専武|ue|uw|weapon/iu;
const LEVEL = /(?:lv|lvl|level|레벨|렙|レベル)[\s.:]*(\d{1,3})|(\d{1,3})\s*(?:레벨|렙|lv)/iu;
const STAR_RUN = /^[★☆⭐✩✭]{1,5}$/u;
const STAR_NUMBER =
  /^(?:[★☆⭐✩✭*성星]|stars?|tier|t)?\s*(\d{1,2})(?:\.0*)?[\s-]*(?:[★☆⭐✩✭*성星]|성급|stars?|tier|티어)?$/iu;
/** `1(30)`, `2성/40`, `4-60`: stars and level. */
const STARS_AND_LEVEL = /^[★☆⭐✩✭*]?([0-4])\s*(?:[★☆⭐✩✭*성星]|성급)?\s*[-(/[:,·・ ]\s*(\d{1,2})$/u;
const NO_WEAPON = /^(?:0|없음|없다|no|none|미장착|未|無|なし)$/iu;

/** `★5`, `5성`, `3성 / 고유2`, `5★ UE50`. In a column of weapons, a number alone is of the weapon. */
function readStars(text: string, isOfWeapon: boolean): StatedValues {
  const tierName = isOfWeapon ? 'weaponTier' : 'tier';
  const word = WEAPON_WORD.exec(text);
  const before = word === null ? text : text.slice(0, word.index);
  const rest = trimMarks(before);
  const weapon = word === null ? {} : readWeapon(text.slice(word.index + word[0].length));
  if (weapon === undefined) return { [tierName]: text };
  if (isOfWeapon) {
    if (rest === '') return weapon;
    if (word === null) return readWeapon(rest) ?? { [tierName]: text };
    return { ...readTier(rest, text), ...weapon };
  }
  const tier = rest === '' ? {} : readTier(rest, text);
  return { ...tier, ...weapon };
}

function readTier(text: string, cell: string): StatedValues {
  if (STAR_RUN.test(text)) return { tier: countStars(text) };
  if (FULL_CELL.test(text)) return { tier: FULL };
  const [, number] = STAR_NUMBER.exec(text) ?? [];
  return { tier: number === undefined ? cell : Number(number) };
}

/** Undefined if it cannot be read. Levels from 5 on need no word, as in `UE40`. */
function readWeapon(text: string): StatedValues | undefined {
  const stated = trimMarks(text);
  if (stated === '') return undefined;
  if (NO_WEAPON.test(stated)) return { weaponTier: 0 };
  const [, tier, weaponLevel] = STARS_AND_LEVEL.exec(stated) ?? [];
  if (tier !== undefined) return { weaponTier: Number(tier), weaponLevel: Number(weaponLevel) };
  if (FULL_CELL.test(stated)) return { weaponTier: FULL };
  const [levelText, ...numbers] = LEVEL.exec(stated) ?? [];
  const level = numbers.find((number) => number !== undefined);
  const stars = trimMarks(levelText === undefined ? stated : stated.replace(levelText, ''));
  const values: StatedValues = level === undefined ? {} : { weaponLevel: Number(level) };
  if (stars === '') return values;
  if (STAR_RUN.test(stars)) return { ...values, weaponTier: countStars(stars) };
  const [, number] = STAR_NUMBER.exec(stars) ?? [];
  if (number === undefined) return undefined;
  const isLevel = Number(number) >= WEAPON_LEVEL_CAPS.length && level === undefined;
  return { ...values, [isLevel ? 'weaponLevel' : 'weaponTier']: Number(number) };
}

/** In `★★★☆☆` the outlined ones are none. */
const countStars = (run: string): number => run.replace(/[☆✩✭]/gu, '').length || run.length;

const MARKS: ReadonlySet<string> = new Set(' .:/|·・,+&→()[]-');

/** A cell has several parts, with marks between them. */
function trimMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && MARKS.has(text[start] as string)) start += 1;
  while (end > start && MARKS.has(text[end - 1] as string)) end -= 1;
  return text.slice(start, end);
}

/** `FULL` as the highest value beside the others. It stays a word where they do not say how high that is. */
export function resolveFull(stated: StatedValues): StatedValues {
  const values: StatedValues = { ...stated };
  const numberOf = (name: StateName) => (typeof values[name] === 'number' ? values[name] : undefined);
  const capOf = (name: StateName): number | undefined => {
    const weaponTier = numberOf('weaponTier');
    if (name === 'weaponLevel') return weaponTier && WEAPON_LEVEL_CAPS[weaponTier];
    if (name === 'bond') return bondCap(weaponTier ? WEAPON_REQUIRED_TIER : (numberOf('tier') ?? 0));
    const slot = EQUIPMENT.find(({ level }) => level === name);
    return slot === undefined ? STATE_FIELDS[name].max : equipmentLevelCap(numberOf(slot.tier) ?? null);
  };
  // Stars and tiers stand before what they limit.
  for (const name of STATE_NAMES) if (values[name] === FULL) values[name] = capOf(name) ?? 'MAX';
  return values;
}

/** The stars that the stated values need, where the sheet states none: those of the level of the weapon. */
export function neededWeaponTier({ weaponLevel, abilityHp, abilityAtk, abilityHeal }: StatedValues): number {
  const level = typeof weaponLevel === 'number' ? weaponLevel : 0;
  const tier = Math.min(WEAPON_LEVEL_CAPS.filter((cap) => cap < level).length, WEAPON_LEVEL_CAPS.length - 1);
  const hasAbility = [abilityHp, abilityAtk, abilityHeal].some(
    (value) => typeof value === 'number' && value > 0,
  );
  return Math.max(tier, hasAbility ? 1 : 0);
}
