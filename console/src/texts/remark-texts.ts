/** What is said of values that the API accepts and the game does not know. */
export const REMARKS = {
  levelWithoutTier: {
    ko: '티어가 기록되지 않았어요.',
    en: 'No tier is recorded for this slot.',
  },
  equipmentCap: (tier: number, cap: number) => ({
    ko: `게임에서 T${tier} 장비의 레벨은 ${cap}까지예요.`,
    en: `In the game, T${tier} gear goes up to level ${cap}.`,
  }),
  slotOpens: (level: number) => ({
    ko: `게임에서 이 칸은 학생 레벨 ${level}에 열려요.`,
    en: `In the game, this slot opens at level ${level}.`,
  }),
  skillOpens: (tier: number) => ({
    ko: `게임에서 이 스킬은 성급 ${tier}에 열려요.`,
    en: `In the game, this skill opens at ${tier} stars.`,
  }),
  abilityOpens: (level: number) => ({
    ko: `게임에서 능력 개방은 레벨 ${level}에 열려요.`,
    en: `In the game, abilities open at level ${level}.`,
  }),
  weaponBegins: {
    ko: '게임에서 고유무기의 레벨은 1부터예요.',
    en: 'In the game, a unique weapon begins at level 1.',
  },
  bondCap: (tier: number, cap: number) => ({
    ko: `게임에서 성급 ${tier}의 인연 랭크는 ${cap}까지예요.`,
    en: `In the game, the bond at ${tier === 1 ? '1 star' : `${tier} stars`} goes up to rank ${cap}.`,
  }),
  favouriteItemBond: (rank: number) => ({
    ko: `게임에서 이 티어는 인연 랭크 ${rank}에 열려요.`,
    en: `In the game, this tier opens at bond rank ${rank}.`,
  }),
} as const;
