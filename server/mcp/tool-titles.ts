import type { RequiredAccess } from '../../contract/areas.ts';
import type { Bilingual } from '../../contract/bilingual.ts';

/**
 * The tools in the order of tools/list, each with its title and what a key needs to be offered it. Apart
 * from what they do, because the routes and the guide need nothing else of them.
 */
export const TOOL_LIST = {
  search_students: {
    permission: 'read',
    areas: ['roster:read'],
    ko: '이름과 속성으로 학생 검색',
    en: 'Search students by name and attributes',
  },
  list_roster: {
    permission: 'read',
    areas: ['roster:read'],
    ko: '모집한 학생 목록 (상태와 속성 필터, 필드 선택)',
    en: 'List the roster, filtered by state and attributes, with chosen fields',
  },
  get_student: { permission: 'read', areas: ['roster:read'], ko: '학생 한 명 조회', en: 'Read one student' },
  save_students: {
    permission: 'write',
    areas: ['roster:write'],
    ko: '여러 학생을 원하는 상태로 저장 (미리 보기 가능)',
    en: 'Save students in wanted states, or preview that',
  },
  propose_changes: {
    permission: 'write',
    areas: ['roster:propose'],
    ko: '여러 학생의 변경을 플레이어에게 제안',
    en: 'Propose changes of students to the player',
  },
  preview_import: {
    permission: 'read',
    areas: ['roster:read'],
    ko: '다른 도구의 목록을 가져올 때 바뀔 내용',
    en: 'Preview an import from another tool',
  },
  apply_import: {
    permission: 'write',
    areas: ['roster:write'],
    ko: '다른 도구의 목록 가져오기',
    en: 'Import a roster from another tool',
  },
  export_roster: { permission: 'read', areas: ['roster:read'], ko: '목록 내보내기', en: 'Export the roster' },
  remove_student: {
    permission: 'write',
    areas: ['roster:write'],
    ko: '학생 삭제 (플레이어가 확인)',
    en: 'Remove a student, if the player agrees',
  },
  recent_changes: {
    permission: 'read',
    areas: ['history:read'],
    ko: '누가 무엇을 바꿨는지 조회',
    en: 'List who changed what',
  },
  undo_changes: {
    permission: 'write',
    areas: ['roster:write', 'history:read'],
    ko: '변경 되돌리기 (미리 보기 후 플레이어가 확인)',
    en: 'Take changes back, if the player agrees',
  },
  plan_growth: {
    permission: 'read',
    areas: ['plan:read'],
    ko: '성장 비용과 모자라는 아이템 계산 (학생 한 명 또는 저장한 목표)',
    en: 'Plan what growth costs and what the stock lacks, for one student or the saved goals',
  },
  list_goals: {
    permission: 'read',
    areas: ['plan:read'],
    ko: '성장 목표 목록 (달성 여부 포함)',
    en: 'List growth goals, and whether they are reached',
  },
  save_goals: {
    permission: 'write',
    areas: ['plan:write'],
    ko: '성장 목표 저장과 삭제',
    en: 'Save and remove growth goals',
  },
  complete_goals: {
    permission: 'write',
    areas: ['roster:write', 'plan:write'],
    ko: '성장 목표 달성 (값을 올리고 재고에서 사용)',
    en: 'Complete growth goals: raise the values and spend the stock',
  },
  list_stock: {
    permission: 'read',
    areas: ['plan:read'],
    ko: '보유 아이템 수 조회',
    en: 'List items and their counts',
  },
  save_stock: {
    permission: 'write',
    areas: ['plan:write'],
    ko: '보유 아이템 수 저장',
    en: 'Save counts of items',
  },
} as const satisfies Record<string, Bilingual & RequiredAccess>;

export type ToolName = keyof typeof TOOL_LIST;
export const TOOL_NAMES = Object.keys(TOOL_LIST) as ToolName[];
