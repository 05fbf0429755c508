import type { Measure, Range } from '../history/growth-points.ts';

const NAMES: Record<Measure, { ko: string; en: string }> = {
  recruited: { ko: '모집 학생', en: 'Recruited' },
  averageLevel: { ko: '평균 레벨', en: 'Average level' },
  uniqueWeapons: { ko: '고유 무기', en: 'Unique weapons' },
  bond: { ko: '인연 합계', en: 'Total bond' },
};
/** In English the names are too long to stand side by side on a phone. */
const SHORT_NAMES: Record<Measure, { ko: string; en: string }> = {
  recruited: NAMES.recruited,
  averageLevel: { ko: '평균 레벨', en: 'Avg. level' },
  uniqueWeapons: { ko: '고유 무기', en: 'Weapons' },
  bond: { ko: '인연 합계', en: 'Bond' },
};
const RANGES: Record<Range, { ko: string; en: string }> = {
  month: { ko: '30일', en: '30 days' },
  'half-year': { ko: '반년', en: '6 months' },
  all: { ko: '전체', en: 'All' },
};

/** Texts of the chart of growth. */
export const GROWTH = {
  title: { ko: '성장', en: 'Growth' },
  measure: { ko: '볼 값', en: 'What to show' },
  names: NAMES,
  shortNames: SHORT_NAMES,
  range: { ko: '기간', en: 'Period' },
  ranges: RANGES,
  chart: (name: string) => ({ ko: `${name} 그래프의 날짜`, en: `${name}: day in the chart` }),
  before: (date: string) => ({ ko: `${date} 이전`, en: `before ${date}` }),
  valueOn: (date: string, value: string) => ({ ko: `${date}, ${value}`, en: `${date}: ${value}` }),
  sinceStart: (difference: string) => ({ ko: `이 기간에 ${difference}`, en: `${difference} in this period` }),
  unchanged: { ko: '이 기간에 그대로', en: 'unchanged in this period' },
  showTable: { ko: '표로 보기', en: 'Show as a table' },
  table: { ko: '성장 표', en: 'Growth as a table' },
  date: { ko: '날짜', en: 'Date' },
  unknown: { ko: '기록 없음', en: 'not recorded' },
  noValue: { ko: '아직 레벨을 기록한 학생이 없어요.', en: 'No student’s level is recorded yet.' },
  oneDay: {
    ko: '아직 하루치예요. 다른 날에도 학생을 키우고 기록하면 그래프가 그려져요.',
    en: 'Only one day so far. The chart appears once your roster has changed on another day.',
  },
  startTitle: { ko: '성장이 여기에 그려져요', en: 'Your growth will be drawn here' },
  startText: {
    ko: '학생을 키우고 기록하면 날마다 한 점씩 이어져서, 얼마나 컸는지 한눈에 보여요.',
    en: 'Each day on which your roster changes adds a point, so that you see how far it has come.',
  },
} as const;
