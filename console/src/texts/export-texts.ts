import type { WritableFormat } from '../../../client/formats/index.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { countStudents } from './pluralize.ts';

/** Texts of the export, of the links to other sites and of the file with account data. */
export const EXPORT = {
  title: { ko: '내보내기', en: 'Export' },
  format: { ko: '형식', en: 'Format' },
  hints: {
    json: { ko: '모든 값. 다시 가져올 수 있어요.', en: 'All values. You can import it again.' },
    csv: { ko: '모든 값. 스프레드시트로 열 수 있어요.', en: 'All values. You can open it in a spreadsheet.' },
    schaledb: { ko: '컬렉션에 붙여 넣는 텍스트', en: 'Text to paste into its collection' },
    planner: { ko: '세이브 데이터에 붙여 넣는 텍스트', en: 'Text to paste into its save data' },
    'ba-torment': {
      ko: '학생 풀에 붙여 넣는 텍스트. 성급과 고유무기 성급만 담기고, 불러오면 그곳의 풀이 바뀌어요.',
      en: 'Text to paste into its student pool, which it replaces. Only stars and weapon stars.',
    },
  } satisfies Record<WritableFormat, Bilingual>,
  replaces: (tool: string) => ({
    ko: `${tool}에서 가져오면 그곳의 내용이 모두 바뀌어요. 그곳에만 있는 내용을 지키려면 그곳에서 내보낸 내용을 아래에 넣어 합치세요.`,
    en: `Importing into ${tool} replaces everything there. To keep what only ${tool} has, paste its own export below.`,
  }),
  lacks: {
    ko: '장비 레벨과 인연 경험치는 이 형식에 담기지 않고, 모르는 값은 가장 낮은 값으로 적혀요.',
    en: 'Gear levels and bond experience are not part of this format, and unknown values become the lowest ones.',
  },
  merge: (tool: string) => ({
    ko: `${tool}에서 내보낸 내용과 합치기`,
    en: `Merge into an export from ${tool}`,
  }),
  mergeHint: {
    ko: '여기의 값이 우선하고, 나머지는 그대로 남아요. 비워 두면 새로 만들어요.',
    en: 'Values from here win; everything else stays. Leave it empty to make a new one.',
  },
  save: { ko: '파일로 저장', en: 'Save as a file' },
  copied: (count: number) => ({ ko: `학생 ${count}명을 복사했어요.`, en: `Copied ${countStudents(count)}.` }),
  saved: (count: number) => ({
    ko: `학생 ${count}명을 파일로 저장했어요.`,
    en: `Saved ${countStudents(count)}.`,
  }),
  copyFailed: {
    ko: '복사하지 못했어요. 아래에서 선택해서 복사하세요.',
    en: 'Could not copy. Select the text below and copy it.',
  },
  result: { ko: '내보낸 텍스트', en: 'Exported text' },
  empty: { ko: '내보낼 학생이 아직 없어요.', en: 'There are no students to export yet.' },

  links: { ko: '다른 사이트에서 열기', en: 'Open in another site' },
  linksText: {
    ko: '모집한 학생의 목록을 주소에 담아 다른 사이트를 열어요. 누르기 전에는 아무것도 보내지 않고, 그 주소를 받은 사람은 누구나 목록을 볼 수 있어요.',
    en: 'Opens another site with the list of your recruited students in the address. Nothing is sent before you open it, and whoever has the address can see the list.',
  },
  linkSays: (host: string, count: number) => ({
    ko: `주소에 모집한 학생 ${count}명의 목록이 담겨 ${host}에 전해져요. 성급이나 레벨, 스킬은 담기지 않아요.`,
    en: `The address tells ${host} which ${countStudents(count)} you have recruited. It holds no stars, levels or skills.`,
  }),
  linkLacks: (count: number) => ({
    ko: `그 사이트가 모르는 학생 ${count}명은 담기지 않아요.`,
    en: `${countStudents(count)} that the site does not know ${count === 1 ? 'is' : 'are'} left out.`,
  }),
  openSite: { ko: '새 탭에서 열기', en: 'Open in a new tab' },
  openNamedSite: (site: string) => ({ ko: `새 탭에서 열기: ${site}`, en: `Open in a new tab: ${site}` }),
  linksEmpty: {
    ko: '모집한 학생이 생기면 여기에서 열 수 있어요.',
    en: 'You can open them here once you have recruited students.',
  },

  accountData: { ko: '계정 데이터를 한 파일로', en: 'Account data in one file' },
  accountDataText: {
    ko: '학생과 인연, 목표와 재고, API 키와 패스키의 이름과 날짜, 최근 활동, 변경 기록이 담겨요. 비밀 값과 로그인 세션, 복구 코드는 들어 있지 않아요.',
    en: 'Your students and bonds, goals and stock, the names and dates of API keys and passkeys, recent activity and history. It contains no secrets, sessions or recovery codes.',
  },
  moveText: {
    ko: '다른 서버로 옮기려면 여기에서 저장한 파일을 그 서버의 가져오기에 넣으세요. 학생과 목표, 재고가 옮겨져요.',
    en: 'To move to another server, save this file here and import it there. It brings students, goals and stock.',
  },
} as const;
