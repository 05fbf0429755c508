/** Texts of what is known of a student beside the names. */
export const ATTRIBUTES = {
  title: { ko: '학생 정보', en: 'About this student' },
  terrain: { ko: '지형', en: 'Terrain' },
  terrainUp: { ko: '고유무기로 올라요', en: 'rises with the unique weapon' },
  recruit: { ko: '모집', en: 'Recruitment' },
  birthday: { ko: '생일', en: 'Birthday' },
  released: { ko: '출시', en: 'Released' },
  unknownDate: { ko: '알 수 없음', en: 'unknown' },
  outSinceUnknown: { ko: '출시됨 (날짜를 알 수 없음)', en: 'out, day unknown' },
} as const;
