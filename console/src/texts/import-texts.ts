/** Texts of the import page. */
export const IMPORT = {
  title: { ko: '가져오기', en: 'Import' },
  byCommand: {
    ko: '다른 도구의 학생 목록은 지금은 rollbook roster 명령으로 가져옵니다. plan은 바뀔 내용을 보여 주고, apply는 저장합니다.',
    en: 'For now, rosters of other tools are imported with the rollbook roster command: plan shows what would change, apply writes it.',
  },
  commands: { ko: '명령', en: 'Commands' },
  formats: { ko: '읽을 수 있는 형식', en: 'Formats that it reads' },
} as const;
