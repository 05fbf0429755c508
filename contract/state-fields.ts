/**
 * The state fields of a student. Types, JSON Schemas, the check of what is stored, the API reference and field
 * errors are derived from this table, in this order.
 */
export const STATE_FIELDS = {
  tier: { min: 1, max: 5, nullable: false, ko: '학생 성급', en: 'student star tier' },
  weaponTier: {
    min: 0,
    max: 4,
    nullable: false,
    ko: '고유무기 성급 (0은 고유무기 없음)',
    en: 'unique-weapon star tier; 0 is no unique weapon',
  },
  level: { min: 1, max: 90, nullable: true, ko: '학생 레벨', en: 'student level' },
  skillEx: { min: 1, max: 5, nullable: true, ko: 'EX 스킬 레벨', en: 'EX skill level' },
  skillNormal: { min: 1, max: 10, nullable: true, ko: '기본 스킬 레벨', en: 'basic skill level' },
  skillEnhanced: { min: 1, max: 10, nullable: true, ko: '강화 스킬 레벨', en: 'enhanced skill level' },
  skillSub: { min: 1, max: 10, nullable: true, ko: '서브 스킬 레벨', en: 'sub skill level' },
  equip1: { min: 1, max: 10, nullable: true, ko: '장비 1번 칸 티어', en: 'tier of equipment slot 1' },
  equip2: { min: 1, max: 10, nullable: true, ko: '장비 2번 칸 티어', en: 'tier of equipment slot 2' },
  equip3: { min: 1, max: 10, nullable: true, ko: '장비 3번 칸 티어', en: 'tier of equipment slot 3' },
  equip1Level: { min: 1, max: 70, nullable: true, ko: '장비 1번 칸 레벨', en: 'level of equipment slot 1' },
  equip2Level: { min: 1, max: 70, nullable: true, ko: '장비 2번 칸 레벨', en: 'level of equipment slot 2' },
  equip3Level: { min: 1, max: 70, nullable: true, ko: '장비 3번 칸 레벨', en: 'level of equipment slot 3' },
  equipSpecial: { min: 1, max: 2, nullable: true, ko: '애용품 티어', en: 'favourite item tier' },
  weaponLevel: {
    min: 0,
    max: 60,
    nullable: true,
    ko: '고유무기 레벨 (상한은 weaponTier에 따름)',
    en: 'unique-weapon level; its upper bound depends on weaponTier',
  },
  abilityHp: { min: 0, max: 25, nullable: true, ko: '능력 개방 (최대 체력)', en: 'ability unlock (HP)' },
  abilityAtk: { min: 0, max: 25, nullable: true, ko: '능력 개방 (공격력)', en: 'ability unlock (attack)' },
  abilityHeal: { min: 0, max: 25, nullable: true, ko: '능력 개방 (치유력)', en: 'ability unlock (healing)' },
  bond: { min: 1, max: 100, nullable: true, ko: '인연 랭크', en: 'bond rank' },
  bondExp: { min: 0, max: 240225, nullable: true, ko: '누적 인연 경험치', en: 'cumulative bond experience' },
} as const satisfies Record<string, StateField>;

/** What a state field accepts, and its description in two languages. */
export interface StateField {
  readonly min: number;
  readonly max: number;
  readonly nullable: boolean;
  readonly ko: string;
  readonly en: string;
}

type Table = typeof STATE_FIELDS;
/** The name of a state field. */
export type StateName = keyof Table;

/** The stored and returned state: every field is present, null if unknown. */
export type GrowthState = {
  [Name in StateName]: Table[Name]['nullable'] extends true ? number | null : number;
};
/** One recruited student, with every state field. */
export type RecruitedStudent = {
  /** The representative UID. */
  studentUid: string;
} & GrowthState;
/** The state of a student to register. What it leaves out is null, except for a bond that was recorded before. */
export type StudentRegistration = {
  /** The UID of any form of the student. */
  studentUid: string;
} & Pick<GrowthState, RequiredName> &
  Partial<GrowthState>;
/** The fields of a student to change. Null clears one. */
export type StudentPatch = Partial<GrowthState>;

type RequiredName = { [Name in StateName]: Table[Name]['nullable'] extends true ? never : Name }[StateName];

/** The names of all state fields, in the order of a response. */
export const STATE_NAMES = Object.keys(STATE_FIELDS) as StateName[];
/** Fields that cannot be null, so a registration must contain them. */
export const REQUIRED_NAMES = STATE_NAMES.filter((name) => !STATE_FIELDS[name].nullable);
