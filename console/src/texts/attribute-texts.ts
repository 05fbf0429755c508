import type { Bilingual } from '../../../contract/bilingual.ts';
import type { ConditionAttribute } from '../roster/attribute-conditions.ts';
import type { GroupAttribute } from '../roster/group-roster.ts';
import { countStudents } from './pluralize.ts';

export const ATTRIBUTE_LABELS: Record<ConditionAttribute, Bilingual> = {
  school: { ko: '학교', en: 'School' },
  role: { ko: '역할', en: 'Role' },
  squad: { ko: '부대', en: 'Squad' },
  attack: { ko: '공격', en: 'Attack' },
  armor: { ko: '방어', en: 'Armor' },
  star: { ko: '기본 성급', en: 'Own stars' },
  recruit: { ko: '모집 방법', en: 'Recruitment' },
  position: { ko: '위치', en: 'Position' },
  weapon: { ko: '무기', en: 'Weapon' },
  club: { ko: '동아리', en: 'Club' },
};

export const GROUP_LABELS: Record<GroupAttribute, Bilingual> = {
  school: { ko: '학교별', en: 'Group: school' },
  role: { ko: '역할별', en: 'Group: role' },
  squad: { ko: '부대별', en: 'Group: squad' },
  attack: { ko: '공격별', en: 'Group: attack' },
  armor: { ko: '방어별', en: 'Group: armor' },
};

/** Texts of filters, groups and what the search has understood. */
export const FILTERS = {
  title: { ko: '필터', en: 'Filters' },
  active: { ko: '적용한 필터', en: 'Active filters' },
  clear: { ko: '필터 지우기', en: 'Clear filters' },
  remove: (name: string) => ({ ko: `${name} 필터 빼기`, en: `Remove the filter ${name}` }),
  show: (count: number) => ({ ko: `${count}명 보기`, en: `Show ${countStudents(count)}` }),
  level: { ko: '레벨', en: 'Level' },
  below: (level: number) => ({ ko: `${level} 미만`, en: `< ${level}` }),
  missing: { ko: '부족한 것', en: 'Missing' },
  group: { ko: '묶기', en: 'Group' },
  noGroup: { ko: '묶지 않음', en: 'No groups' },
  unknown: { ko: '알 수 없음', en: 'Unknown' },
} as const;
