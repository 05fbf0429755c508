import type { Bilingual } from '../../contract/bilingual.ts';
import { MAX_ITEM_COUNT, MAX_LABEL_LENGTH, MAX_LABELS } from '../../contract/limits.ts';
import { quoteText } from '../../contract/quoted-text.ts';
import { STATE_FIELDS, type StateName } from '../../contract/state-fields.ts';
import { type RuleViolation, WEAPON_REQUIRED_TIER } from '../../contract/state-rules.ts';
import { describeViolation } from '../../contract/violation-texts.ts';
import type { CatalogueStudent } from '../catalogue.ts';
import { listNames, noteCatalogueDate } from '../describe-students.ts';

/** The kind of a notice. */
export type NoticeCode =
  | 'uid_missing'
  | 'name_unknown'
  | 'name_ambiguous'
  | 'value_missing'
  | 'value_invalid'
  | 'value_left_out'
  | 'too_many_cells'
  | 'conflicting_row'
  | 'weapon_tier_missing'
  | 'weapon_tier_unknown'
  | 'weapon_tier_default'
  | 'tier_raised'
  | 'weapon_missing'
  | 'weapon_level_capped'
  | 'weapon_level_unknown'
  | 'bond_exp_outside_rank'
  | 'bond_exp_left_out'
  | 'may_be_empty'
  | 'untouched_defaults'
  | 'bare_row'
  | 'required_assumed'
  | 'fields_not_in_format'
  | 'unknown_columns'
  | 'more_pages'
  | 'student_unknown'
  | 'items_unknown'
  | 'counts_left_out'
  | 'labels_left_out'
  | 'roster_only'
  | 'bonds_left_out'
  | 'goal_field_left_out'
  | 'goal_unreadable';

/** A remark for the player about a roster or one of its rows. */
export interface Notice {
  code: NoticeCode;
  /** The field that it is about, if it is one. */
  field?: StateName;
  /** The fields that it is about, if it lists several. */
  fields?: StateName[];
  /** The UIDs of the students that it is about, if it lists several. */
  students?: string[];
  /** The field as the text has it, shortened. */
  value?: string;
  /** The number that the field was read as instead. */
  replacement?: number;
  /**
   * The rule that a goal breaks.
   * @internal
   */
  violation?: RuleViolation | undefined;
  /** The sentence in Korean. */
  ko: string;
  /** The sentence in English. */
  en: string;
}

const MAX_QUOTED_LENGTH = 20;

export const NOTICES = {
  uidMissing: (name: string | undefined, number: number): Notice => ({
    code: 'uid_missing',
    ko: `${name === undefined ? `${number}번째 행` : `${quote(name)} 행`}에 학생 UID가 없어요.`,
    en: `${name === undefined ? `Row ${number}` : `The row of ${quote(name)}`} has no student UID.`,
  }),
  nameUnknown: (name: string, nearest: readonly CatalogueStudent[], date: string | undefined): Notice => ({
    code: 'name_unknown',
    ko: [
      `${quote(name)} 학생이 카탈로그에 없어요.`,
      ...(nearest.length > 0 ? [`비슷한 이름: ${listNames(nearest, 'ko')}.`] : []),
      ...(date === undefined ? [] : [`카탈로그는 ${date} 기준이며, 그 뒤에 나온 학생은 없어요.`]),
    ].join(' '),
    en: [
      `No student is named ${quote(name)}.`,
      ...(nearest.length > 0 ? [`Similar: ${listNames(nearest)}.`] : []),
      ...noteCatalogueDate(date),
    ].join(' '),
  }),
  nameAmbiguous: (name: string, matches: readonly CatalogueStudent[]): Notice => ({
    code: 'name_ambiguous',
    ko: `${quote(name)} 학생이 여럿이에요: ${listNames(matches, 'ko')}.`,
    en: `Several students are named ${quote(name)}: ${listNames(matches)}.`,
  }),
  valueMissing: (field: StateName): Notice => ({
    code: 'value_missing',
    field,
    ko: `${field} 값이 없어요.`,
    en: `There is no value for ${field}.`,
  }),
  valueInvalid(field: StateName, value: unknown): Notice {
    const { min, max } = STATE_FIELDS[field];
    const found = quote(value);
    return {
      code: 'value_invalid',
      field,
      value: found,
      ko: `${field} 값은 ${min}부터 ${max}까지의 정수여야 해요. (읽은 값: ${found})`,
      en: `${field} must be an integer from ${min} to ${max}, not ${found}.`,
    };
  },
  valueLeftOut(field: StateName, value: unknown): Notice {
    const { min, max } = STATE_FIELDS[field];
    const found = quote(value);
    return {
      code: 'value_left_out',
      field,
      value: found,
      ko: `${field} 값은 가져오지 않아요. ${min}부터 ${max}까지의 정수여야 해요. (읽은 값: ${found})`,
      en: `Left out: ${field} must be an integer from ${min} to ${max}, not ${found}.`,
    };
  },
  tooManyCells: (): Notice => ({
    code: 'too_many_cells',
    ko: '칸이 첫 행의 제목보다 많아요. 구분 기호가 든 값은 큰따옴표로 감싸야 해요.',
    en: 'The row has more cells than the header. A value that contains a separator must be quoted.',
  }),
  conflictingRow: (): Notice => ({
    code: 'conflicting_row',
    ko: '같은 학생 UID의 앞선 행과 값이 달라요.',
    en: 'An earlier row of this student UID has different values.',
  }),
  weaponTierMissing: (): Notice => ({
    code: 'weapon_tier_missing',
    field: 'weaponTier',
    ko: 'weaponTier 값이 없어 고유무기가 없는 것으로 읽었어요.',
    en: 'There is no value for weaponTier, which was read as no unique weapon.',
  }),
  weaponTierUnknown: (): Notice => ({
    code: 'weapon_tier_unknown',
    field: 'weaponTier',
    replacement: 1,
    ko: '고유무기가 있지만 성급을 알 수 없어 weaponTier를 1로 읽었어요.',
    en: 'There is a unique weapon of unknown stars. weaponTier was read as 1.',
  }),
  weaponTierDefault: (weaponTier: number): Notice => ({
    code: 'weapon_tier_default',
    field: 'weaponTier',
    value: `${weaponTier}`,
    ko: `새로 고른 학생에게 그 도구가 처음에 적는 weaponTier가 ${weaponTier}이므로, 실제보다 높을 수 있어요.`,
    en: `weaponTier ${weaponTier} is what the tool fills in for a student whom somebody adds, and may be too high.`,
  }),
  tierRaised: (tier: number): Notice => ({
    code: 'tier_raised',
    field: 'tier',
    value: `${tier}`,
    replacement: WEAPON_REQUIRED_TIER,
    ko: `고유무기가 있으므로 tier를 ${tier}에서 ${WEAPON_REQUIRED_TIER}로 올렸어요.`,
    en: `Raised tier from ${tier} to ${WEAPON_REQUIRED_TIER}, which a unique weapon requires.`,
  }),
  weaponMissing: (field: StateName, value: number): Notice => ({
    code: 'weapon_missing',
    field,
    value: `${value}`,
    replacement: 0,
    ko: `고유무기가 없으므로 ${field} 값 ${value} 대신 0으로 읽었어요.`,
    en: `${field} ${value} was read as 0, because there is no unique weapon.`,
  }),
  weaponLevelCapped: (weaponTier: number, weaponLevel: number, cap: number): Notice => ({
    code: 'weapon_level_capped',
    field: 'weaponLevel',
    value: `${weaponLevel}`,
    replacement: cap,
    ko: `weaponLevel 값 ${weaponLevel} 대신 weaponTier ${weaponTier}의 상한인 ${cap}까지 읽었어요.`,
    en: `weaponLevel ${weaponLevel} was read as ${cap}, the cap of weaponTier ${weaponTier}.`,
  }),
  weaponLevelUnknown: (): Notice => ({
    code: 'weapon_level_unknown',
    field: 'weaponLevel',
    ko: '고유무기가 있는데 레벨이 0이므로 weaponLevel은 바꾸지 않아요.',
    en: 'weaponLevel is left as it is: a level of 0 beside a unique weapon means unknown.',
  }),
  bondExpOutsideRank: (bondExp: number): Notice => ({
    code: 'bond_exp_outside_rank',
    field: 'bondExp',
    value: `${bondExp}`,
    ko: 'bondExp 값이 인연 랭크의 구간을 벗어나 비웠어요.',
    en: 'bondExp is outside the interval of the bond rank and was read as null.',
  }),
  bondExpLeftOut: (bondExp: number): Notice => ({
    code: 'bond_exp_left_out',
    field: 'bondExp',
    value: `${bondExp}`,
    ko: `bondExp 값(${bondExp})이 인연 랭크의 구간을 벗어나 가져오지 않아요.`,
    en: `bondExp ${bondExp} is left out, because it is outside the interval of the bond rank.`,
  }),
  mayBeEmpty: (field: StateName): Notice => ({
    code: 'may_be_empty',
    field,
    value: '1',
    ko: `그 도구의 최솟값이 1이므로 ${field} 값 1은 없다는 뜻일 수도 있어요.`,
    en: `${field} 1 may stand for none, because 1 is the lowest value in that tool.`,
  }),
  untouchedDefaults: (): Notice => ({
    code: 'untouched_defaults',
    ko: '모든 값이 그 도구가 처음에 채워 두는 값이에요. 이런 학생은 낮은 값도 가져올 때만 가져와요.',
    en: 'Every value is what the tool fills in before anybody edits it. Such a student is taken only together with lower values.',
  }),
  bareRow: (): Notice => ({
    code: 'bare_row',
    ko: '이름 말고는 값이 없는 행이에요. 이런 학생은 낮은 값도 가져올 때만 가져와요.',
    en: 'The row has a name and no value. Such a student is taken only together with lower values.',
  }),
  requiredAssumed: (): Notice => ({
    code: 'required_assumed',
    ko: '성급이 없으므로 이미 있는 학생은 그대로 두고, 새 학생은 모집할 때의 성급으로 등록해요.',
    en: 'Without stars, recruited students keep theirs, and new ones are registered with those of their recruitment.',
  }),
  fieldsNotInFormat: (fields: StateName[]): Notice => ({
    code: 'fields_not_in_format',
    fields,
    ko: `이 형식에 없는 필드는 바꾸지 않아요: ${fields.join(', ')}.`,
    en: `Fields that this format lacks are left as they are: ${fields.join(', ')}.`,
  }),
  unknownColumns: (columns: string[]): Notice => ({
    code: 'unknown_columns',
    ko: `알 수 없는 열은 읽지 않았어요: ${quoteFirst(columns)}.`,
    en: `Unknown columns were ignored: ${quoteFirst(columns)}.`,
  }),
  morePages: (): Notice => ({
    code: 'more_pages',
    ko: '목록의 한 쪽일 뿐이에요. nextCursor에 다음 쪽이 있어요.',
    en: 'This is only one page of a list: its nextCursor leads to the next one.',
  }),
  studentUnknown: (uid: string): Notice => ({
    code: 'student_unknown',
    ko: `${quote(uid)} 학생이 카탈로그에 없어요.`,
    en: `There is no student ${quote(uid)} in the catalogue.`,
  }),
  itemsUnknown: (keys: string[]): Notice => ({
    code: 'items_unknown',
    ko: `알 수 없는 아이템 ${keys.length}종은 읽지 않았어요: ${quoteFirst(keys)}.`,
    en: `Unknown items, ${keys.length} in all, were ignored: ${quoteFirst(keys)}.`,
  }),
  countsLeftOut: (keys: string[]): Notice => ({
    code: 'counts_left_out',
    ko: `개수가 0부터 ${MAX_ITEM_COUNT}까지의 정수가 아닌 아이템 ${keys.length}종은 가져오지 않아요: ${quoteFirst(keys)}.`,
    en: `Left out: items whose count is no integer from 0 to ${MAX_ITEM_COUNT}, ${keys.length} in all: ${quoteFirst(keys)}.`,
  }),
  labelsLeftOut: (names: string[]): Notice => ({
    code: 'labels_left_out',
    ko: `라벨로 쓸 수 없는 그룹은 가져오지 않아요: ${quoteFirst(names)}. 라벨은 ${MAX_LABEL_LENGTH}자까지이고, 한 학생에 ${MAX_LABELS}개까지예요.`,
    en: `Groups that cannot be labels are left out: ${quoteFirst(names)}. A label has up to ${MAX_LABEL_LENGTH} characters, and a student up to ${MAX_LABELS} labels.`,
  }),
  rosterOnly: (): Notice => ({
    code: 'roster_only',
    ko: '학생만 읽어요. 목표와 재고는 콘솔의 가져오기에서 가져올 수 있고, 키와 패스키, 활동, 변경 기록은 가져오지 않아요.',
    en: 'Only the students are read. The import of the console brings goals and stock too; keys, passkeys, activity and history are never brought.',
  }),
  bondsLeftOut: (uids: string[]): Notice => ({
    code: 'bonds_left_out',
    students: uids,
    ko: `모집하지 않은 학생 ${uids.length}명의 인연은 가져오지 않아요: ${quoteFirst(uids)}. 그런 인연은 운영자만 기록할 수 있어요.`,
    en: `Left out: the bonds of students who are not recruited, ${uids.length} in all: ${quoteFirst(uids)}. Only the operator can record them.`,
  }),
  goalFieldLeftOut: (field: keyof typeof GOAL_FIELD_NAMES): Notice => ({
    code: 'goal_field_left_out',
    ko: `${GOAL_FIELD_NAMES[field].ko} 값이 올바르지 않아 가져오지 않아요.`,
    en: `Left out: the ${GOAL_FIELD_NAMES[field].en} of the goal is invalid.`,
  }),
  goalEmpty: (): Notice => ({
    code: 'goal_unreadable',
    ko: '목표로 읽을 수 있는 값이 없어요.',
    en: 'The goal wants nothing that can be read.',
  }),
  goalBroken: (violation: RuleViolation): Notice => ({
    code: 'goal_unreadable',
    violation,
    ...describeViolation(violation),
  }),
};

const GOAL_FIELD_NAMES = {
  labels: { ko: '라벨', en: 'list of labels' },
  note: { ko: '메모', en: 'note' },
  priority: { ko: '우선순위', en: 'priority' },
  isPaused: { ko: '멈춤', en: 'pause' },
} as const satisfies Record<string, Bilingual>;

const quoteFirst = (texts: readonly string[]): string => texts.slice(0, 5).map(quote).join(', ');

/** A value may be as large as the whole text. */
function quote(value: unknown): string {
  if (typeof value === 'string') return quoteText(value, MAX_QUOTED_LENGTH);
  if (Array.isArray(value)) return '[…]';
  return typeof value === 'object' && value !== null ? '{…}' : String(value);
}
