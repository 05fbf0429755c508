import type { Bilingual } from './bilingual.ts';
import type { Permission } from './limits.ts';

/** What a key may reach; the scopes of an app. Writing includes reading, and `addIncludedAreas` says what else. */
export const AREAS = {
  'roster:read': {
    ko: '학생 검색과 모집한 학생의 성장 상태 조회',
    en: 'Search students and read the roster',
  },
  'roster:propose': {
    ko: '학생의 변경 제안. 플레이어가 확인하고 적용하기 전에는 아무것도 바뀌지 않음',
    en: 'Propose changes of students, which take effect only if the player agrees',
  },
  'roster:write': { ko: '학생 등록, 성장 상태 변경, 학생 삭제', en: 'Register, change and remove students' },
  'plan:read': {
    ko: '성장 목표, 보유 아이템, 성장 계획 조회. roster:read 포함',
    en: 'Read growth goals, the stock of items and the plan. Includes roster:read',
  },
  'plan:write': {
    ko: '성장 목표와 보유 아이템 변경. roster:read 포함',
    en: 'Change growth goals and the stock of items. Includes roster:read',
  },
  'history:read': {
    ko: '변경 기록과 지난 상태 조회. roster:read 포함',
    en: 'Read the history of changes and earlier states. Includes roster:read',
  },
} as const satisfies Record<string, Bilingual>;

export type Area = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as Area[];

/** Null: a key without areas reaches all of them. */
export type KeyAreas = readonly Area[] | null;

/** What a key may do, and what an operation needs of one. */
export interface KeyAccess {
  readonly permission: Permission;
  readonly areas: KeyAreas;
}
export interface RequiredAccess {
  readonly permission: Permission;
  readonly areas: readonly Area[];
}

export const isArea = (text: string): text is Area => Object.hasOwn(AREAS, text);
export const isWriting = (area: Area): boolean => area.endsWith(':write');
/** A proposal is part of writing, and includes no reading. */
const toWriting = (area: Area): Area => area.replace(/:.*/, ':write') as Area;

/** Plan and history show values of the roster. */
const showsRoster = (area: Area): boolean => !area.startsWith('roster:');

/**
 * What a new key has that is asked for these areas. They are stored so: a key that was issued before plan and history
 * included `roster:read` has what it was issued with.
 */
export const addIncludedAreas = (areas: readonly Area[]): Area[] =>
  areas.some(showsRoster) && findMissingArea(areas, ['roster:read']) !== undefined
    ? ['roster:read', ...areas]
    : [...areas];

/** In place of writing: proposals, with the reading that writing includes. */
export const askingFirst = (areas: readonly Area[]): Area[] => [
  ...new Set(
    areas.flatMap((area): Area[] => (area === 'roster:write' ? ['roster:read', 'roster:propose'] : [area])),
  ),
];
/** In place of proposals. */
export const writingAtOnce = (areas: readonly Area[]): Area[] =>
  areas.map((area) => (area === 'roster:propose' ? 'roster:write' : area));

/** The permission of a key that has these areas. */
export const permissionOf = (areas: readonly Area[]): Permission =>
  areas.some((area) => isWriting(area) || area === 'roster:propose') ? 'write' : 'read';

/** The first of the areas that a key lacks. */
export const findMissingArea = (has: KeyAreas, needed: readonly Area[]): Area | undefined =>
  has === null ? undefined : needed.find((area) => !has.includes(area) && !has.includes(toWriting(area)));

export const isAllowed = (has: KeyAccess, needed: RequiredAccess): boolean =>
  (has.permission === 'write' || needed.permission === 'read') &&
  findMissingArea(has.areas, needed.areas) === undefined;

/** The schema of a choice of areas. */
export const AREAS_SCHEMA = {
  type: 'array',
  items: { type: 'string', enum: AREA_NAMES },
  minItems: 1,
  uniqueItems: true,
} as const;

/** As one text, the form of the scopes of OAuth, in the order of the table. */
export const formatAreas = (areas: readonly Area[]): string =>
  AREA_NAMES.filter((area) => areas.includes(area)).join(' ');

/** Of a stored text. */
export const parseAreas = (text: string): readonly Area[] => text.split(' ').filter(isArea);

/** Without reading where writing is there, which includes it. In the order of the table. */
export const shortenAreas = (areas: readonly Area[]): Area[] =>
  AREA_NAMES.filter((area) => areas.includes(area) && (isWriting(area) || !areas.includes(toWriting(area))));
