import type { Bilingual } from '../contract/bilingual.ts';
import type { UnlockCode, UnlockRemark } from './growth-unlocks.ts';

/** What is said of values that the game does not know, or opens later. */
export const REMARKS: Record<UnlockCode, (remark: Pick<UnlockRemark, 'bound' | 'tier'>) => Bilingual> = {
  levelWithoutTier: () => ({
    ko: '티어가 기록되지 않았어요.',
    en: 'No tier is recorded for this slot.',
  }),
  equipmentCap: ({ tier, bound }) => ({
    ko: `게임에서 T${tier} 장비의 레벨은 ${bound}까지예요.`,
    en: `In the game, T${tier} gear goes up to level ${bound}.`,
  }),
  slotOpens: ({ bound }) => ({
    ko: `게임에서 이 칸은 학생 레벨 ${bound}에 열려요.`,
    en: `In the game, this slot opens at level ${bound}.`,
  }),
  skillOpens: ({ bound }) => ({
    ko: `게임에서 이 스킬은 성급 ${bound}에 열려요.`,
    en: `In the game, this skill opens at ${bound} stars.`,
  }),
  abilityLevel: ({ bound }) => ({
    ko: `게임에서 능력 개방은 레벨 ${bound}에 열려요.`,
    en: `In the game, abilities open at level ${bound}.`,
  }),
  abilityTier: ({ bound }) => ({
    ko: `게임에서 능력 개방은 성급 ${bound}에 열려요.`,
    en: `In the game, abilities open at ${bound} stars.`,
  }),
  weaponOpens: ({ bound }) => ({
    ko: `게임에서 고유무기는 성급 ${bound}에 열려요.`,
    en: `In the game, the unique weapon opens at ${bound} stars.`,
  }),
  weaponBegins: ({ bound }) => ({
    ko: `게임에서 고유무기의 레벨은 ${bound}부터예요.`,
    en: `In the game, a unique weapon begins at level ${bound}.`,
  }),
  weaponCap: ({ tier, bound }) => ({
    ko:
      tier === 0
        ? '게임에서 고유무기가 없으면 레벨도 없어요.'
        : `게임에서 ${tier}성 고유무기의 레벨은 ${bound}까지예요.`,
    en:
      tier === 0
        ? 'In the game, there is no level without a unique weapon.'
        : `In the game, a unique weapon of ${tier === 1 ? '1 star' : `${tier} stars`} goes up to level ${bound}.`,
  }),
  bondCap: ({ tier, bound }) => ({
    ko: `게임에서 성급 ${tier}의 인연 랭크는 ${bound}까지예요.`,
    en: `In the game, the bond at ${tier === 1 ? '1 star' : `${tier} stars`} goes up to rank ${bound}.`,
  }),
  favouriteItemBond: ({ bound }) => ({
    ko: `게임에서 이 티어는 인연 랭크 ${bound}에 열려요.`,
    en: `In the game, this tier opens at bond rank ${bound}.`,
  }),
  favouriteItemNone: () => ({
    ko: '게임에 이 학생의 애용품이 없어요.',
    en: 'In the game, this student has no favourite item.',
  }),
  favouriteItemServer: () => ({
    ko: '이 서버에는 아직 이 학생의 애용품이 없어요.',
    en: 'On this server, this student has no favourite item yet.',
  }),
};
