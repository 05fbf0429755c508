/** Texts of the bar below the selected students. */
export const SELECTION = {
  /** The title of their picture, which the player may change. */
  ownStudents: { ko: '내 학생', en: 'My students' },
  picture: { ko: '이미지로 저장', en: 'Save as picture' },
} as const;
