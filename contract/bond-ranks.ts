/** The experience that each bond rank takes to the next. */
const RANK_STEPS = [
  15, 30, 30, 35, 35, 35, 40, 40, 40, 60, 90, 105, 120, 140, 160, 180, 205, 230, 255, 285, 315, 345, 375, 410,
  445, 480, 520, 560, 600, 645, 690, 735, 780, 830, 880, 930, 985, 1040, 1095, 1155, 1215, 1275, 1335, 1400,
  1465, 1530, 1600, 1670, 1740, 1815, 1890, 1965, 2040, 2120, 2200, 2280, 2365, 2450, 2535, 2625, 2715, 2805,
  2895, 2990, 3085, 3180, 3280, 3380, 3480, 3585, 3690, 3795, 3900, 4010, 4120, 4230, 4345, 4460, 4575, 4695,
  4815, 4935, 5055, 5180, 5305, 5430, 5560, 5690, 5820, 5955, 6090, 6225, 6360, 6500, 6640, 6780, 6925, 7070,
  7215,
];

/** The cumulative experience at which each bond rank begins; index 0 is rank 1. A rank ends one before the next begins. */
export const BOND_RANK_STARTS: readonly number[] = [0, ...RANK_STEPS].map((_, rank) =>
  RANK_STEPS.slice(0, rank).reduce((sum, step) => sum + step, 0),
);
