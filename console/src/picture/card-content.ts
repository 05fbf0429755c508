import type { Bilingual } from '../../../contract/bilingual.ts';
import { COLUMN_LABELS } from '../../../contract/column-labels.ts';
import type { WantedValues } from '../../../contract/goals.ts';
import type { SharedPart } from '../../../contract/shares.ts';
import { type GrowthState, STATE_FIELDS, type StateName } from '../../../contract/state-fields.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import { lettersOf, splitName } from '../../../game/student-name.ts';
import { formatGroup, VALUE_GROUPS, type ValueGroup } from '../../../game/value-groups.ts';
import { type PictureMark, type PictureStudent, pickParts, type ShownValues } from './picture-student.ts';

export interface CardValue {
  readonly label: Bilingual;
  /** A dash is not known. */
  readonly text: string;
  /** Nothing is above it in the game. */
  readonly isHighest: boolean;
}

interface CardRow {
  readonly label: Bilingual;
  readonly values: readonly CardValue[];
  /** The same in a few signs, without what stands alone in the game. */
  readonly text: string;
}

/** What a picture says of a student. What is not shown, or not known at all, is not there. */
export interface CardContent {
  readonly studentUid: string;
  readonly school?: string | undefined;
  readonly name: string;
  /** Empty if the name has none. */
  readonly costume: string;
  /** In place of a portrait. */
  readonly letters: string;
  /** Empty if nothing is known of it. */
  readonly kind: string;
  readonly marks: readonly PictureMark[];
  readonly stars?: Pick<GrowthState, 'tier' | 'weaponTier'>;
  readonly level?: number;
  readonly bond?: number;
  /** Level, weapon level and bond. */
  readonly facts: readonly CardValue[];
  /** Those of which any value is known. */
  readonly rows: { readonly [Name in RowName]?: CardRow };
  readonly wanted?: WantedValues;
}

export const ROW_NAMES = ['skills', 'gear', 'ability'] as const;
export type RowName = (typeof ROW_NAMES)[number];

const FACTS = ['level', 'weapon', 'bond'] as const;
const TIERS = new Set<StateName>([...EQUIPMENT.map(({ tier }) => tier), 'equipSpecial']);

const UNKNOWN = '–';

export function describeStudent(student: PictureStudent, shows: readonly SharedPart[]): CardContent {
  const values = pickParts(student, shows);
  const { own, costume = '' } = splitName(student.name);
  const { tier, weaponTier, level, bond, wanted } = values;
  return {
    studentUid: student.studentUid,
    school: student.school,
    name: own,
    costume,
    letters: lettersOf(student.name),
    kind: student.kind ?? '',
    marks: student.marks ?? [],
    ...(tier !== undefined && { stars: { tier, weaponTier: weaponTier ?? 0 } }),
    ...(typeof level === 'number' && { level }),
    ...(typeof bond === 'number' && { bond }),
    facts: FACTS.flatMap((name) => describeGroup(name, values)?.values ?? []),
    rows: Object.fromEntries(
      ROW_NAMES.flatMap((name) => {
        const row = describeRow(name, values);
        return row ? [[name, row]] : [];
      }),
    ),
    ...(wanted && { wanted }),
  };
}

function describeRow(name: RowName, values: ShownValues): CardRow | undefined {
  const row = describeGroup(name, values);
  const favourite = name === 'gear' && describeGroup('favourite', values);
  return row && favourite ? { ...row, values: [...row.values, ...favourite.values] } : row;
}

function describeGroup(name: ValueGroup['name'], values: ShownValues): CardRow | undefined {
  const group = VALUE_GROUPS.find((one) => one.name === name);
  const text = group && formatGroup(group, values);
  return group && text
    ? { label: group.label, text, values: group.fields.map((field) => describe(values, field)) }
    : undefined;
}

const describe = (values: ShownValues, field: StateName): CardValue => ({
  label: COLUMN_LABELS[field],
  text: formatValue(field, values[field] ?? undefined),
  isHighest: values[field] === STATE_FIELDS[field].max,
});

const formatValue = (field: StateName, value: number | undefined): string =>
  value === undefined ? UNKNOWN : TIERS.has(field) ? `T${value}` : String(value);
