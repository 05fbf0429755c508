/** What can be made of students who are selected or filtered. */
export const SELECTION = {
  link: { ko: '링크 만들기', en: 'Make a link' },
  picture: { ko: '이미지로 저장', en: 'Save as picture' },
} as const;
