/** Texts of the start of an empty roster. */
export const START = {
  title: { ko: '출석부를 채워 보세요', en: 'Fill your roster' },
  server: { ko: '어느 서버에서 플레이하나요?', en: 'Which game server do you play on?' },
  serverText: {
    ko: '한국은 글로벌 서버예요. 고른 서버에 아직 나오지 않은 학생은 숨기고, 상한과 애용품도 그 서버를 따라요. 설정에서 언제든 바꿀 수 있어요.',
    en: 'Korea plays on Global. Students who are not released there yet are hidden, and caps and favourite items follow. You can change it in the settings at any time.',
  },
  pickTitle: { ko: '내 학생 고르기', en: 'Pick my students' },
  pickText: {
    ko: '모든 학생이 모인 화면에서 가진 학생을 톡톡 누르세요. 별도 눌러서 늘리고, 저장은 마지막에 한 번만 해요.',
    en: 'See everybody on one page and tap those you have, once more for each further star. You save once, at the end.',
  },
  pick: { ko: '학생 고르기', en: 'Start picking' },
  goOn: (count: number) => ({ ko: `이어서 고르기 (${count}명)`, en: `Continue (${count} picked)` }),
  importTitle: { ko: '다른 도구의 목록 가져오기', en: 'Bring in a list' },
  importText: {
    ko: 'SchaleDB, 플래너, 스캐너의 텍스트나 파일을 붙여 넣으세요. 저장하기 전에 한 명씩 확인할 수 있어요.',
    en: 'Paste text or a file from SchaleDB, a planner or a scanner. You see each student before anything is saved.',
  },
  import: { ko: '목록 가져오기', en: 'Import a list' },
  tapTitle: { ko: '가진 학생의 별 누르기', en: 'Tap the stars of a student' },
  tapText: {
    ko: '아래 목록에서 이름 옆의 별을 누르면 그 성급으로 바로 등록돼요. 나머지 값은 나중에 채워도 돼요.',
    en: 'In the list below, a tap on the third star registers a student with three stars. The rest can wait.',
  },
  tap: { ko: '학생 찾기', en: 'Find a student' },
} as const;
