export type { StateName } from '../contract/state-fields.ts';
export type { GameServer } from '../game/attributes.ts';
export { addCosts, type ExperienceKind, type GrowthCost } from '../game/cost-sum.ts';
export { type FarmOptions, type FarmPlan, farmPlan, type Stage, type Stages } from '../game/farm-plan.ts';
export {
  type ChosenGifts,
  chooseGifts,
  giftExperience,
  type RankedGift,
  rankGifts,
} from '../game/gift-experience.ts';
export { growthCost } from '../game/growth-cost.ts';
export type {
  FavouriteItem,
  GrowthFacts,
  GrowthTables,
  ItemFacts,
  ItemKind,
  LabelKind,
  Materials,
  StudentFacts,
} from '../game/growth-facts.ts';
export { findShortage, type PlanShortage, type StudentCost } from '../game/growth-shortage.ts';
export type { GrowthValues } from '../game/growth-steps.ts';
export { assumedLevels, plannedCost } from '../game/planned-cost.ts';
