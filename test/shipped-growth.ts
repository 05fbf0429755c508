import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGrowthFacts, type GrowthParts } from '../game/build-growth-facts.ts';

export const readData = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../data', `${name}.json`), 'utf8'));

/** The shipped students and costs. */
export const SHIPPED_PARTS: GrowthParts = {
  students: readData('students'),
  growth: readData('student-growth'),
  items: readData('items'),
  labels: readData('labels'),
  costs: readData('growth-costs'),
};
export const SHIPPED_FACTS = buildGrowthFacts(SHIPPED_PARTS);
