import { STATE_FIELDS, type StateName } from '../../contract/state-fields.ts';
import { WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';

/** The kind of a notice. */
export type NoticeCode =
  | 'uid_missing'
  | 'value_missing'
  | 'value_invalid'
  | 'too_many_cells'
  | 'conflicting_row'
  | 'weapon_tier_missing'
  | 'tier_raised'
  | 'weapon_missing'
  | 'weapon_level_capped'
  | 'weapon_level_unknown'
  | 'bond_exp_outside_rank'
  | 'may_be_empty'
  | 'fields_not_in_format'
  | 'unknown_columns';

/** What a player should know about a roster or one of its rows. */
export interface Notice {
  code: NoticeCode;
  /** The field that it is about, if it is one. */
  field?: StateName;
  /** The sentence in Korean. */
  ko: string;
  /** The sentence in English. */
  en: string;
}

const MAX_QUOTED_LENGTH = 20;

export const NOTICES = {
  uidMissing: (): Notice => ({
    code: 'uid_missing',
    ko: '학생 UID가 없습니다.',
    en: 'The student UID is missing.',
  }),
  valueMissing: (field: StateName): Notice => ({
    code: 'value_missing',
    field,
    ko: `${field} 값이 없습니다.`,
    en: `${field} is missing.`,
  }),
  valueInvalid(field: StateName, value: unknown): Notice {
    const { min, max } = STATE_FIELDS[field];
    const found = quote(value);
    return {
      code: 'value_invalid',
      field,
      ko: `${field} 값은 ${min}부터 ${max}까지의 정수여야 합니다. (읽은 값: ${found})`,
      en: `${field} must be an integer from ${min} to ${max}, not ${found}.`,
    };
  },
  tooManyCells: (): Notice => ({
    code: 'too_many_cells',
    ko: '칸이 첫 행의 제목보다 많습니다. 구분 기호가 든 값은 큰따옴표로 감싸야 합니다.',
    en: 'The row has more cells than the header. A value that contains a separator must be quoted.',
  }),
  conflictingRow: (): Notice => ({
    code: 'conflicting_row',
    ko: '같은 학생 UID의 앞선 행과 값이 다릅니다.',
    en: 'An earlier row of this student UID has other values.',
  }),
  weaponTierMissing: (): Notice => ({
    code: 'weapon_tier_missing',
    field: 'weaponTier',
    ko: 'weaponTier 값이 없어 고유무기가 없는 것으로 읽었습니다.',
    en: 'weaponTier is missing and was read as no unique weapon.',
  }),
  tierRaised: (tier: number): Notice => ({
    code: 'tier_raised',
    field: 'tier',
    ko: `고유무기가 있으므로 tier를 ${tier}에서 ${WEAPON_REQUIRED_TIER}로 올렸습니다.`,
    en: `tier was raised from ${tier} to ${WEAPON_REQUIRED_TIER}, which a unique weapon requires.`,
  }),
  weaponMissing: (field: StateName, value: number): Notice => ({
    code: 'weapon_missing',
    field,
    ko: `고유무기가 없으므로 ${field} 값 ${value} 대신 0으로 읽었습니다.`,
    en: `${field} ${value} was read as 0, because there is no unique weapon.`,
  }),
  weaponLevelCapped: (weaponTier: number, weaponLevel: number, cap: number): Notice => ({
    code: 'weapon_level_capped',
    field: 'weaponLevel',
    ko: `weaponLevel 값 ${weaponLevel} 대신 weaponTier ${weaponTier}의 상한인 ${cap}까지 읽었습니다.`,
    en: `weaponLevel ${weaponLevel} was read as ${cap}, the cap of weaponTier ${weaponTier}.`,
  }),
  weaponLevelUnknown: (): Notice => ({
    code: 'weapon_level_unknown',
    field: 'weaponLevel',
    ko: '고유무기가 있는데 레벨이 0이므로 weaponLevel은 바꾸지 않습니다.',
    en: 'weaponLevel is left as it is: a level of 0 beside a unique weapon means unknown.',
  }),
  bondExpOutsideRank: (): Notice => ({
    code: 'bond_exp_outside_rank',
    field: 'bondExp',
    ko: 'bondExp 값이 인연 랭크의 구간을 벗어나 비웠습니다.',
    en: 'bondExp is outside the interval of the bond rank and was read as null.',
  }),
  mayBeEmpty: (field: StateName): Notice => ({
    code: 'may_be_empty',
    field,
    ko: `SchaleDB의 최솟값이 1이므로 ${field} 값 1은 없다는 뜻일 수도 있습니다.`,
    en: `${field} 1 may stand for none, because 1 is the lowest value in SchaleDB.`,
  }),
  fieldsNotInFormat: (fields: StateName[]): Notice => ({
    code: 'fields_not_in_format',
    ko: `이 형식에 없는 필드는 바꾸지 않습니다: ${fields.join(', ')}.`,
    en: `Fields that this format lacks are left as they are: ${fields.join(', ')}.`,
  }),
  unknownColumns: (columns: string[]): Notice => ({
    code: 'unknown_columns',
    ko: `알 수 없는 열은 읽지 않았습니다: ${columns.slice(0, 5).map(quote).join(', ')}.`,
    en: `Unknown columns were ignored: ${columns.slice(0, 5).map(quote).join(', ')}.`,
  }),
};

/** A value may be as large as the whole text. */
function quote(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH));
  if (Array.isArray(value)) return '[…]';
  return typeof value === 'object' && value !== null ? '{…}' : String(value);
}
