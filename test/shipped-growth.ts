import { buildGrowthFacts } from '../game/build-growth-facts.ts';
import { growthCostsFile, shippedData } from '../server/catalogue/catalogue-data.ts';

/** The shipped students and costs. */
export const SHIPPED_PARTS = { ...shippedData(), costs: growthCostsFile() };
export const SHIPPED_FACTS = buildGrowthFacts(SHIPPED_PARTS);
