/** The keys of the roster, by layout, and what each does. */
export const SHORTCUTS = {
  grid: [
    ['← ↑ → ↓', { ko: '이동', en: 'Move' }],
    ['Enter', { ko: '열기', en: 'Open' }],
    ['1 – 5', { ko: '미모집 학생을 그 성급으로 등록', en: 'Register with that many stars' }],
    ['0', { ko: '미모집 학생을 기본 성급으로 등록', en: 'Register with the own stars' }],
    ['PgUp PgDn', { ko: '저장하고 앞뒤 학생으로(열린 창에서)', en: 'In the panel: save and go on' }],
  ],
  table: [
    ['← ↑ → ↓', { ko: '칸 이동', en: 'Move between cells' }],
    ['0 – 9', { ko: '값 입력', en: 'Type a value' }],
    ['Enter', { ko: '저장하고 아래로, 고치기', en: 'Save and go down, edit' }],
    ['Tab', { ko: '저장하고 오른쪽으로', en: 'Save and go right' }],
    ['Delete', { ko: '값 지우기', en: 'Clear the value' }],
    ['Ctrl C', { ko: '칸 복사, 이름에서는 그 줄', en: 'Copy the cell; on the name, the row' }],
    ['Ctrl V', { ko: '스프레드시트의 칸 붙여넣기', en: 'Paste cells from a spreadsheet' }],
  ],
  everywhere: [
    ['/', { ko: '검색', en: 'Search' }],
    ['Esc', { ko: '닫기, 지우기', en: 'Close, clear' }],
    ['Ctrl Z', { ko: '실행 취소', en: 'Undo' }],
    ['Ctrl ⇧ Z', { ko: '다시 실행', en: 'Redo' }],
    ['?', { ko: '단축키 보기', en: 'Show these keys' }],
  ],
} as const;
