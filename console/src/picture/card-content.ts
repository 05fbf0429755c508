import type { Bilingual } from '../../../contract/bilingual.ts';
import type { WantedValues } from '../../../contract/goals.ts';
import type { SharedPart } from '../../../contract/shares.ts';
import { type GrowthState, STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import { COLUMN_LABELS } from '../texts/roster-texts.ts';
import { type PictureStudent, pickParts, type ShownValues } from './picture-student.ts';

export interface CardValue {
  readonly label: Bilingual;
  /** A dash is not known. */
  readonly text: string;
  /** Nothing is above it in the game. */
  readonly isHighest: boolean;
}

/** A value of a goal, or several in a few signs, which need no label. */
export interface WantedText {
  readonly label?: Bilingual;
  readonly text: string;
}

/** What a picture says of a student. What is not shown, or not known at all, is not there. */
export interface CardContent {
  readonly studentUid: string;
  readonly school?: string | undefined;
  readonly name: string;
  /** What the name has in parentheses or after an asterisk. */
  readonly costume: string;
  readonly stars?: Pick<GrowthState, 'tier' | 'weaponTier'>;
  readonly level?: number;
  readonly bond?: number;
  /** Level, weapon level and bond. */
  readonly facts: readonly CardValue[];
  /** Skills, gear and abilities, where any of them is known. */
  readonly rows: Readonly<Record<CardRow, readonly CardValue[]>>;
  readonly wanted: readonly WantedText[];
}

export const CARD_ROWS = ['skills', 'gear', 'abilities'] as const;
export type CardRow = (typeof CARD_ROWS)[number];

const FACTS: readonly StateName[] = ['level', 'weaponLevel', 'bond'];
const SLOTS: readonly StateName[] = ['equip1', 'equip2', 'equip3'];
const FIELDS_OF_ROW: Record<CardRow, readonly StateName[]> = {
  skills: ['skillEx', 'skillNormal', 'skillEnhanced', 'skillSub'],
  gear: [...SLOTS, 'equipSpecial'],
  abilities: ['abilityHp', 'abilityAtk', 'abilityHeal'],
};
const TIERS: readonly StateName[] = FIELDS_OF_ROW.gear;

const UNKNOWN = '–';
const NAME_WITH_COSTUME = /^([^（(*＊]+)(?:[（(]([^)）]+)[)）]|[*＊](.+))$/;

export function describeStudent(student: PictureStudent, shows: readonly SharedPart[]): CardContent {
  const values = pickParts(student, shows);
  const [, name = student.name, inParentheses, afterAsterisk] = NAME_WITH_COSTUME.exec(student.name) ?? [];
  const { tier, weaponTier, level, bond, wanted } = values;
  const describeRow = (row: CardRow) => {
    // Many students have no favourite item.
    const own = FIELDS_OF_ROW[row].filter(
      (field) => values[field] !== undefined && (field !== 'equipSpecial' || values[field] !== null),
    );
    return own.some((field) => isKnown(values, field)) ? own.map((field) => describe(values, field)) : [];
  };
  return {
    studentUid: student.studentUid,
    school: student.school,
    name: name.trim(),
    costume: inParentheses ?? afterAsterisk ?? '',
    ...(tier !== undefined && { stars: { tier, weaponTier: weaponTier ?? 0 } }),
    ...(typeof level === 'number' && { level }),
    ...(typeof bond === 'number' && { bond }),
    facts: FACTS.filter((field) => isKnown(values, field)).map((field) => describe(values, field)),
    rows: {
      skills: describeRow('skills'),
      gear: describeRow('gear'),
      // A zero of all three says nothing.
      abilities: FIELDS_OF_ROW.abilities.some((field) => values[field]) ? describeRow('abilities') : [],
    },
    wanted: wanted ? describeWanted(wanted) : [],
  };
}

/** Without a unique weapon its level is zero, which says nothing. */
const isKnown = (values: ShownValues, field: StateName): boolean =>
  typeof values[field] === 'number' && !(field === 'weaponLevel' && values[field] === 0);

const describe = (values: ShownValues, field: StateName): CardValue => ({
  label: COLUMN_LABELS[field],
  text: formatValue(field, values[field] ?? undefined),
  isHighest: values[field] === STATE_FIELDS[field].max,
});

const formatValue = (field: StateName, value: number | undefined): string =>
  value === undefined ? UNKNOWN : TIERS.includes(field) ? `T${value}` : String(value);

/** The values of a row in a few signs. */
export const joinValues = (values: readonly CardValue[]): string => values.map(({ text }) => text).join('/');

/** The values of a row stand together. */
function describeWanted(wanted: WantedValues): WantedText[] {
  const one = (field: StateName, sign = '') =>
    wanted[field] === undefined ? [] : [{ label: COLUMN_LABELS[field], text: `${sign}${wanted[field]}` }];
  const row = (fields: readonly StateName[]) =>
    fields.some((field) => wanted[field] !== undefined)
      ? [{ text: fields.map((field) => formatValue(field, wanted[field])).join('/') }]
      : [];
  return [
    ...(wanted.tier === undefined ? [] : [{ text: `★${wanted.tier}` }]),
    ...one('weaponTier', '★'),
    ...one('level'),
    ...one('weaponLevel'),
    ...row(FIELDS_OF_ROW.skills),
    ...row(SLOTS),
    ...one('equipSpecial', 'T'),
    ...FIELDS_OF_ROW.abilities.flatMap((field) => one(field)),
    ...one('bond'),
  ];
}
