import type { Bilingual } from '../../../contract/bilingual.ts';
import type { ExperienceKind } from '../../../game/cost-sum.ts';
import type { ItemKind } from '../../../game/growth-facts.ts';
import type { PlanView } from '../goals/plan-view.ts';
import { pluralize } from './pluralize.ts';

export const KIND_LABELS: Record<ItemKind, Bilingual> = {
  currency: { ko: '크레딧', en: 'Credits' },
  report: { ko: '활동 보고서', en: 'Activity reports' },
  eleph: { ko: '엘레프', en: 'Elephs' },
  disc: { ko: '전술 교육 BD', en: 'Tactical training BD' },
  note: { ko: '기술 노트', en: 'Tech notes' },
  secretNote: { ko: '비의서', en: 'Secret tech notes' },
  artifact: { ko: '오파츠', en: 'Artifacts' },
  blueprint: { ko: '장비 설계도면', en: 'Gear blueprints' },
  stone: { ko: '강화석', en: 'Enhancement stones' },
  part: { ko: '고유무기 부품', en: 'Weapon parts' },
  book: { ko: '능력 개방 WB', en: 'Ability workbooks' },
  gift: { ko: '선물', en: 'Gifts' },
};

export const EXPERIENCE_LABELS: Record<ExperienceKind, Bilingual> = {
  level: { ko: '레벨 경험치', en: 'Level experience' },
  equip: { ko: '장비 경험치', en: 'Gear experience' },
  weapon: { ko: '고유무기 경험치', en: 'Weapon experience' },
  bond: { ko: '인연 경험치', en: 'Bond experience' },
};

const VIEWS: Record<PlanView, Bilingual> = {
  missing: { ko: '부족한 것', en: 'Missing' },
  farm: { ko: '파밍', en: 'Farm' },
  goals: { ko: '목표', en: 'Goals' },
  stock: { ko: '재고', en: 'Stock' },
};

/** Texts of the page of the plan, and of what is missing. */
export const PLAN = {
  views: VIEWS,
  goalCount: (count: number) => ({ ko: `남은 목표 ${count}개`, en: `${pluralize(count, 'goal')} to go` }),
  coveredCount: (count: number) => ({ ko: `지금 가능 ${count}개`, en: `${count} can be finished now` }),
  reachedCount: (count: number) => ({ ko: `달성 ${count}개`, en: `${count} reached` }),
  unsaved: (count: number) => ({
    ko: `저장하지 못한 목표가 ${count}개 있어요.`,
    en: count === 1 ? '1 goal is not saved.' : `${count} goals are not saved.`,
  }),

  label: { ko: '라벨', en: 'Label' },
  anyLabel: { ko: '모든 라벨', en: 'Any label' },
  anyStudent: { ko: '모든 학생', en: 'All students' },
  showAll: { ko: '충분한 것도 보기', en: 'Include what I have enough of' },
  filtered: {
    ko: '고른 목표만 세요. 재고 전부를 이 목표에 쓴다고 봐요.',
    en: 'Only the chosen goals count, as if the whole stock were theirs.',
  },

  totals: { ko: '크레딧과 경험치', en: 'Credits and experience' },
  enough: { ko: '충분해요', en: 'Enough' },
  haveOfNeed: (have: string, need: string) => ({ ko: `${have} / ${need}`, en: `${have} / ${need}` }),
  about: (name: string, count: string) => ({ ko: `${name} 약 ${count}개`, en: `about ${count} × ${name}` }),
  partsFit: {
    ko: '무기에 맞는 부품은 1.5배로 쳐요.',
    en: 'Parts that fit a weapon count one and a half times.',
  },
  bondTime: {
    ko: '선물 말고도 스케줄과 카페에서 올라요.',
    en: 'It also grows in the schedule and the café.',
  },
  describe: (name: string, need: string, have: string, short: string) => ({
    ko: `${name}: ${need} 필요, ${have} 있음, ${short} 부족`,
    en: `${name}: ${need} needed, ${have} in stock, ${short} short`,
  }),
  describeMet: (name: string, need: string, have: string) => ({
    ko: `${name}: ${need} 필요, ${have} 있음, 충분`,
    en: `${name}: ${need} needed, ${have} in stock, enough`,
  }),
  met: { ko: '충분', en: 'Enough' },
  nothingShort: { ko: '부족한 것이 없어요', en: 'Nothing is missing' },
  nothingShortText: {
    ko: '재고로 목표를 모두 이룰 수 있어요. 스캐너가 새 상태를 올리면 달성한 목표로 옮겨져요.',
    en: 'The stock covers every goal. Goals step aside once a scanner records the new state.',
  },
  unknownCosts: (names: string) => ({
    ko: `${names}: 재료를 아직 몰라서 일부 비용은 세지 못했어요.`,
    en: `${names}: some materials are not known yet, so the real cost is higher.`,
  }),

  whoNeeds: { ko: '누가 필요한가요', en: 'Who needs it' },
  lacks: (count: string) => ({ ko: `${count} 부족`, en: `${count} short` }),
  covered: { ko: '재고로 충분', en: 'covered' },
  openGoal: (name: string) => ({ ko: `${name}, 목표 보기`, en: `${name}, show the goal` }),
  inStock: { ko: '가진 수량', en: 'In stock' },

  emptyTitle: { ko: '무엇이 얼마나 부족한지 바로 알려 드려요', en: 'See at once how much is missing' },
  emptyText: {
    ko: '키울 학생과 목표를 정하면 필요한 재료에서 재고를 뺀 나머지를 보여 드려요. 출석부의 상태를 그대로 쓰니까 다시 입력할 것이 없고, 스캐너가 출석부를 고치면 답도 따라와요.',
    en: 'Choose whom to grow and how far: the plan shows what that takes and what your stock lacks. It reads your roster, so there is nothing to type twice, and it follows when a scanner updates the roster.',
  },
  emptySteps: [
    { ko: '학생을 고르고 프리셋을 누르세요.', en: 'Choose students and tap a preset.' },
    { ko: '재고를 적거나 붙여 넣으세요.', en: 'Type or paste your stock.' },
    { ko: '부족한 것을 보고 모으세요.', en: 'See what is missing, and farm it.' },
  ],
  emptyAdd: { ko: '첫 목표 정하기', en: 'Set your first goal' },
  emptyImport: { ko: '학생 목록 가져오기', en: 'Import your students' },
  emptyStock: { ko: '재고부터 적기', en: 'Begin with the stock' },
} as const;
