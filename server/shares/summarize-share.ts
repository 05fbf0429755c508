import type { Bilingual } from '../../contract/bilingual.ts';
import type { SharedRoster, SharedStudent } from '../../contract/shares.ts';
import { STATE_FIELDS } from '../../contract/state-fields.ts';

/** A number that says how far the students are. */
interface ShareFigure {
  label: Bilingual;
  value: Bilingual;
}

/** How many students there are; of what is shown, how many have it or how much it is on average. */
export function summarizeShare({ students }: SharedRoster): ShareFigure[] {
  const countWhere = (has: (student: SharedStudent) => unknown) => people(students.filter(has).length);
  const top = STATE_FIELDS.tier.max;
  const figures: [Bilingual, Bilingual | undefined][] = [
    [{ ko: `★${top}`, en: `★${top}` }, countWhere(({ tier }) => tier === top)],
    [{ ko: '고유무기', en: 'Unique weapons' }, countWhere(({ weaponTier }) => weaponTier)],
    [{ ko: '평균 레벨', en: 'Average level' }, meanOf(students.map(({ level }) => level))],
    [{ ko: '평균 인연', en: 'Average bond' }, meanOf(students.map(({ bond }) => bond))],
    [{ ko: '목표', en: 'Goals' }, countWhere(({ wanted }) => wanted)],
  ];
  const count = { ko: `${students.length}명`, en: `${students.length}` };
  return [
    { label: { ko: '학생', en: 'Students' }, value: count },
    ...figures.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
  ];
}

const people = (count: number): Bilingual | undefined =>
  count === 0 ? undefined : { ko: `${count}명`, en: `${count}` };

function meanOf(values: readonly (number | null | undefined)[]): Bilingual | undefined {
  const known = values.filter((value) => typeof value === 'number');
  if (known.length === 0) return undefined;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const text = String(Math.round(mean * 10) / 10);
  return { ko: text, en: text };
}
