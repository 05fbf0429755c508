/** Texts in place of a page that does not exist. */
export const MISSING = {
  title: { ko: '없는 페이지예요', en: 'There is no such page' },
  text: {
    ko: '주소를 잘못 적었거나, 없어진 페이지의 링크일 수 있어요.',
    en: 'The address may be mistyped, or the link may lead to a page that is gone.',
  },
  back: { ko: '출석부로 가기', en: 'Go to Rollbook' },
} as const;
