/** Texts of the bar below the selected students. */
export const SELECTION = {
  picture: { ko: '이미지로 저장', en: 'Save as picture' },
} as const;
