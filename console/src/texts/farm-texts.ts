import type { Bilingual } from '../../../contract/bilingual.ts';
import type { ItemKind } from '../../../game/growth-facts.ts';

const SHOPS: Bilingual = { ko: '상점과 이벤트', en: 'shops and events' };
const BOUNTIES: Bilingual = { ko: '현상수배, 상점과 이벤트', en: 'bounties, shops and events' };

/** Where to get what no open stage drops. */
export const SOURCES: Record<ItemKind, Bilingual> = {
  currency: { ko: '특별의뢰 크레딧 회수', en: 'commissions: item retrieval' },
  report: { ko: '특별의뢰 거점 방어', en: 'commissions: base defense' },
  eleph: { ko: '상점과 모집', en: 'shops and recruitment' },
  disc: BOUNTIES,
  note: { ko: '학원교류회, 상점과 이벤트', en: 'scrimmages, shops and events' },
  secretNote: SHOPS,
  artifact: SHOPS,
  blueprint: { ko: '더 먼 지역의 임무', en: 'stages of later areas' },
  stone: SHOPS,
  part: SHOPS,
  book: SHOPS,
  gift: SHOPS,
};

/** Texts of where to farm. */
export const FARM = {
  area: { ko: '열린 지역', en: 'Furthest area' },
  allAreas: { ko: '모든 지역', en: 'All areas' },
  upTo: (area: number) => ({ ko: `${area}지역까지`, en: `Up to area ${area}` }),
  apPerDay: { ko: '하루 AP', en: 'AP a day' },
  apInvalid: (max: string) => ({ ko: `1부터 ${max}까지 적어 주세요.`, en: `Enter 1 to ${max}.` }),
  hard: { ko: '어려움 임무도 돌기', en: 'Play hard stages' },
  materials: { ko: 'BD와 오파츠도 임무에서', en: 'Farm BDs and artifacts too' },
  materialsHint: {
    ko: '임무에서 모으는 BD와 오파츠는 평균이 낮아 AP가 많이 들어요.',
    en: 'Stages rarely drop BDs and artifacts, so they take much AP.',
  },

  summary: (ap: string, days: Bilingual) => ({
    ko: `${ap} AP, 평균 ${days.ko}`,
    en: `${ap} AP, ${days.en} on average`,
  }),
  summaryTitle: { ko: '어디를 돌까요', en: 'Where to farm' },
  today: (runs: string) => ({ ko: `오늘은 ${runs}`, en: `Today: ${runs}` }),
  slowest: (name: string, ap: string) => ({
    ko: `가장 오래 걸리는 것: ${name} (${ap} AP)`,
    en: `Takes longest: ${name} (${ap} AP)`,
  }),

  stages: { ko: '돌 임무', en: 'Stages to play' },
  stage: (stage: string, runs: string) => ({ ko: `${stage} × ${runs}`, en: `${stage} × ${runs}` }),
  ap: (ap: string) => ({ ko: `${ap} AP`, en: `${ap} AP` }),
  andMore: (text: string, count: number) => ({
    ko: `${text} 외 ${count}종`,
    en: `${text} and ${count} more`,
  }),
  more: (count: number) => ({ ko: `${count}개 더 보기`, en: `Show ${count} more` }),
  fewer: { ko: '접기', en: 'Show fewer' },

  elephs: { ko: '어려움 임무의 엘레프', en: 'Elephs of hard stages' },
  elephsHint: { ko: '임무마다 하루 3번씩', en: 'three runs a day of each' },
  notOpen: { ko: '아직 안 열림', en: 'not open yet' },
  days: (days: number, text: string) => ({ ko: `${text}일`, en: days === 1 ? '1 day' : `${text} days` }),

  elsewhere: { ko: '다른 곳에서 얻을 것', en: 'From elsewhere' },
  pieces: (count: string) => ({ ko: `${count}개`, en: count }),
  asOf: (date: string) => ({
    ko: `임무와 드롭은 일본 서버 ${date} 기준이고, 모든 횟수는 평균이에요.`,
    en: `Stages and drops are those of Japan on ${date}; all counts are averages.`,
  }),
  noStages: {
    ko: '임무 정보를 불러오지 못했어요. 페이지를 새로 고쳐 주세요.',
    en: 'The stages could not be loaded. Reload the page.',
  },
  nothing: { ko: '임무에서 모을 것이 없어요', en: 'Nothing to farm in stages' },
  nothingText: {
    ko: '부족한 것이 없거나, 열린 임무에서 나오지 않는 것뿐이에요.',
    en: 'Nothing is missing, or nothing that an open stage drops.',
  },
} as const;
