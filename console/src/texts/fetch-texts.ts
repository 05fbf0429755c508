import type { Bilingual } from '../../../contract/bilingual.ts';
import type { RefreshProblem } from '../../../server/catalogue/refresh-error.ts';
import type { BroughtView } from '../../../server/operator/views.ts';
import type { PortraitProblem } from '../../../server/portraits/portrait-fetch-records.ts';
import { pluralize } from './pluralize.ts';

/** Named in a sentence; the others are counted. */
const MAX_NEW = 10;
const MAX_OTHERS = 3;

/** Texts of what an operator may have fetched from others. */
export const FETCH = {
  section: { ko: '학생과 그림', en: 'Students and pictures' },
  from: { ko: '가져오는 곳', en: 'From' },
  laterHint: {
    ko: '언제든지 서버 페이지에서 켜고 끌 수 있어요.',
    en: 'You can turn it on and off on the server page at any time.',
  },

  firstTitle: { ko: '무엇을 가져올지 정하세요', en: 'Decide what to fetch' },
  firstIntro: {
    ko: '서버는 허락한 것만 인터넷에서 가져와요. 지금 고르지 않은 것은 가져오지 않아요.',
    en: 'The server fetches from the internet only what you allow. What you leave unticked is not fetched.',
  },
  firstDone: { ko: '시작하기', en: 'Get started' },
  firstPurpose: { ko: '무엇을 가져올지 정해요.', en: 'To decide what is fetched.' },

  catalogue: {
    question: { ko: '새 학생을 매일 가져올까요?', en: 'Fetch new students every day?' },
    tick: { ko: '새 학생을 매일 가져오기', en: 'Fetch new students every day' },
    text: {
      ko: '게임에 새로 나온 학생은 이 서버의 학생 카탈로그에 있어야 등록할 수 있어요. 켜면 하루에 한 번 학생과 아이템의 이름과 정보를 SchaleDB에서 가져와요. SchaleDB는 팬들이 만드는 사이트이고 Rollbook과는 관계가 없어요. 플레이어에 관한 것은 아무것도 보내지 않아요.',
      en: 'Players can register a new student only once this server’s catalogue has her. If you turn this on, the server fetches names and facts of students and items once a day from SchaleDB, a site made by fans, which Rollbook has no part in. Nothing about your players is sent.',
    },
    yes: { ko: '매일 가져오기', en: 'Fetch them every day' },
    no: { ko: '가져오지 않기', en: 'Do not fetch them' },
    onPurpose: { ko: '새 학생을 매일 가져와요.', en: 'To fetch new students every day.' },
    offPurpose: { ko: '새 학생을 더 가져오지 않아요.', en: 'To stop fetching new students.' },
    turnedOn: { ko: '새 학생을 매일 가져와요.', en: 'New students are fetched every day from now on.' },
    turnedOff: { ko: '새 학생을 더 가져오지 않아요.', en: 'New students are no longer fetched.' },
  },
  bySetting: {
    ko: 'ROLLBOOK_CATALOGUE_SOURCE가 설정되어 있어서 그 주소에서 매일 가져와요. 여기에서는 끌 수 없어요. 끄려면 그 설정을 지우고 서버를 다시 시작하세요.',
    en: 'ROLLBOOK_CATALOGUE_SOURCE is set, so the catalogue is refreshed from that address every day. It cannot be turned off here: remove the setting and restart the server.',
  },
  lastRun: { ko: '마지막 실행', en: 'Last run' },
  nextRun: { ko: '다음 실행', en: 'Next run' },
  notYet: { ko: '곧', en: 'Soon' },
  nothingBrought: {
    ko: '아직 새로 가져온 것이 없어요. 이 서버의 카탈로그와 내용이 같았어요.',
    en: 'Nothing new so far: the source has the same as this server’s catalogue.',
  },
  brought: (date: string, brought: BroughtView): Bilingual => ({
    ko: `마지막으로 바뀐 것(${date}): ${listBrought(brought, 'ko')}.`,
    en: `Last change (${date}): ${listBrought(brought, 'en')}.`,
  }),
  refreshProblem: { ko: '마지막 실행은 아무것도 바꾸지 않았어요', en: 'The last run changed nothing' },
  refreshProblems: {
    unreachable: {
      ko: '그곳에서 파일을 받지 못했어요. 그 사이트가 잠시 멈췄거나, 이 서버가 인터넷에 연결되지 않을 수 있어요. 지금 카탈로그는 그대로이고, 한 시간쯤 뒤에 다시 시도해요.',
      en: 'The files could not be fetched: the site may be down, or this server cannot reach the internet. The catalogue stays as it is, and the next attempt is in about an hour.',
    },
    unfit: {
      ko: '받은 파일의 내용이 맞지 않아서 반영하지 않았어요. 그쪽에서 고치면 저절로 반영돼요. 지금 카탈로그는 그대로이고, 한 시간쯤 뒤에 다시 시도해요.',
      en: 'The files are not as they should be, so nothing was taken from them. Once the site has corrected them, they are taken by themselves. The catalogue stays as it is, and the next attempt is in about an hour.',
    },
    recorded: {
      ko: '받은 파일에 없는 학생을 누군가 이미 등록했어요. 그 기록을 잃지 않도록 반영하지 않았어요. 대개 그쪽의 실수이고, 고치면 저절로 반영돼요. 지금 카탈로그는 그대로예요.',
      en: 'The files lack students whom somebody has registered. Nothing was taken from them, so that no record is lost. It is most likely a mistake of the site; once it is corrected, the files are taken by themselves. The catalogue stays as it is.',
    },
    shrunk: {
      ko: '받은 파일에 학생이 너무 많이 빠져 있어서 반영하지 않았어요. 대개 그쪽의 실수이고, 고치면 저절로 반영돼요. 지금 카탈로그는 그대로예요.',
      en: 'The files lack too many students, so nothing was taken from them. It is most likely a mistake of the site; once it is corrected, the files are taken by themselves. The catalogue stays as it is.',
    },
    renamed: {
      ko: '받은 파일에서 어떤 학생의 이름이 모든 언어에서 다른 이름이 되어서 반영하지 않았어요. 다른 학생의 기록과 섞일 수 있어요. 대개 그쪽의 실수이고, 고치면 저절로 반영돼요. 지금 카탈로그는 그대로예요.',
      en: 'The files give a student another name in every language, so nothing was taken from them: records of two students could be mixed up. It is most likely a mistake of the site; once it is corrected, the files are taken by themselves. The catalogue stays as it is.',
    },
    failed: {
      ko: '이 서버에서 문제가 생겼어요. 로그에서 원인을 확인하세요. 지금 카탈로그는 그대로이고, 한 시간쯤 뒤에 다시 시도해요.',
      en: 'Something went wrong on this server; its log says what. The catalogue stays as it is, and the next attempt is in about an hour.',
    },
  } satisfies Record<RefreshProblem, Bilingual>,

  portraits: {
    title: { ko: '학생 그림', en: 'Pictures of students' },
    question: { ko: '학생 그림을 가져올까요?', en: 'Fetch pictures of students?' },
    tick: { ko: '학생 그림 가져오기', en: 'Fetch pictures of students' },
    text: {
      ko: '켜면 학생의 얼굴 그림과 아이템의 아이콘 수백 개를 SchaleDB에서 이 서버로 가져와서 플레이어에게 보여 줘요. 그림은 게임을 만든 회사(넥슨게임즈, Yostar)의 것이고, SchaleDB는 팬들이 그것을 모아 둔 사이트예요. 둘 다 Rollbook과는 관계가 없으니, 보여 줘도 되는지는 운영자가 판단하세요. 새 학생의 그림도 저절로 가져와요. 그림이 없으면 이름의 두 글자를 보여 줘요.',
      en: 'If you turn this on, the server fetches some hundreds of pictures, the faces of students and the icons of items, from SchaleDB and shows them to your players. The pictures belong to the makers of the game (NEXON Games, Yostar); SchaleDB is a site where fans collect them. Rollbook has no part in either, so whether you may show them is yours to judge. Pictures of new students follow by themselves. Without pictures, two letters of the name are shown.',
    },
    yes: { ko: '그림 가져오기', en: 'Fetch the pictures' },
    no: { ko: '가져오지 않기', en: 'Do not fetch them' },
    onPurpose: { ko: '학생 그림을 가져와요.', en: 'To fetch pictures of students.' },
    offPurpose: { ko: '학생 그림을 더 가져오지 않아요.', en: 'To stop fetching pictures of students.' },
    turnedOn: { ko: '학생 그림을 가져와요.', en: 'Pictures of students are being fetched.' },
    turnedOff: {
      ko: '학생 그림을 더 가져오지 않아요. 이미 받은 그림은 그대로 있어요.',
      en: 'No more pictures are fetched. Those that are there stay.',
    },
  },
  icons: { ko: '아이템', en: 'Items' },
  pictureCount: (count: number) => ({ ko: `${count}개`, en: `${count}` }),
  complete: { ko: '마지막 확인', en: 'Last checked' },
  fetching: (done: number, total: number) => ({
    ko: `그림을 가져오는 중이에요: ${total}개 중 ${done}개`,
    en: `Fetching pictures: ${done} of ${total}`,
  }),
  preparing: { ko: '가져올 그림을 찾는 중이에요.', en: 'Looking for pictures to fetch.' },
  missing: (count: number) => ({
    ko: `${count}개는 SchaleDB에도 아직 없어요. 하루에 한 번 다시 찾아봐요.`,
    en: `${count === 1 ? 'One is' : `${count} are`} not at SchaleDB yet. The server looks again once a day.`,
  }),
  refused: (count: number) => ({
    ko: `${count}개는 2 MiB보다 크거나 WebP 그림이 아니어서 받지 않았어요.`,
    en: `${count === 1 ? 'One was' : `${count} were`} not taken: larger than 2 MiB, or no WebP image.`,
  }),
  portraitProblem: { ko: '그림을 다 가져오지 못했어요', en: 'Not all pictures could be fetched' },
  portraitProblems: {
    unreachable: {
      ko: '그곳에서 그림을 받지 못했어요. 그 사이트가 잠시 멈췄거나, 이 서버가 인터넷에 연결되지 않을 수 있어요. 한 시간쯤 뒤에 남은 것부터 다시 가져와요.',
      en: 'The pictures could not be fetched: the site may be down, or this server cannot reach the internet. The server goes on where it left off in an hour.',
    },
    folder: {
      ko: '그림을 폴더에 쓰지 못했어요. 폴더의 권한과 디스크 공간을 확인하세요. 한 시간쯤 뒤에 다시 시도해요.',
      en: 'The pictures could not be written to their folder. Check its permissions and the space on the disk. The next attempt is in an hour.',
    },
    failed: {
      ko: '이 서버에서 문제가 생겼어요. 로그에서 원인을 확인하세요. 한 시간쯤 뒤에 다시 시도해요.',
      en: 'Something went wrong on this server; its log says what. The next attempt is in an hour.',
    },
  } satisfies Record<PortraitProblem, Bilingual>,
  noFolder: {
    ko: 'PostgreSQL에서는 서버끼리 폴더를 나누어 쓰지 않아서, 그림을 둘 폴더를 먼저 정해야 해요. 서버마다 ROLLBOOK_PORTRAITS에 쓸 수 있는 폴더를 설정하고 다시 시작하면 여기에서 켤 수 있어요.',
    en: 'On PostgreSQL the instances share no folder, so you have to name one first: set ROLLBOOK_PORTRAITS of each instance to a folder that it may write to, and restart it. Then you can turn this on here.',
  },
  keptOwn: {
    ko: '이미 받은 그림은 데이터베이스 옆의 portraits 폴더에 남아 있고, 플레이어에게 계속 보여요.',
    en: 'The pictures that are there stay in the folder portraits beside the database, and players still see them.',
  },
  keptSetting: {
    ko: '그림은 ROLLBOOK_PORTRAITS 폴더에 남아 있고, 플레이어에게 계속 보여요. 보이지 않게 하려면 그 폴더에서 직접 지우세요.',
    en: 'The pictures stay in the folder of ROLLBOOK_PORTRAITS, and players still see them. To end that, remove them from the folder yourself.',
  },
  remove: { ko: '그림 지우기', en: 'Remove the pictures' },
  removeTitle: { ko: '받은 그림을 지울까요?', en: 'Remove the pictures?' },
  removeText: {
    ko: '데이터베이스 옆의 portraits 폴더에서 가져온 그림과 아이콘을 모두 지워요. 플레이어에게는 이름의 두 글자가 보여요. 다시 켜면 다시 가져와요.',
    en: 'All fetched pictures and icons are removed from the folder portraits beside the database. Players see two letters of each name instead. If you turn it on again, they are fetched again.',
  },
  removePurpose: { ko: '받은 그림을 지워요.', en: 'To remove the pictures.' },
  removed: { ko: '받은 그림을 지웠어요.', en: 'The pictures were removed.' },
} as const;

type Language = keyof Bilingual;

/** How many of each, with the names of the first: 새 학생 7명(리오, 토키 외 5명). */
function listBrought({ added, renamed, removed, retouched, items }: BroughtView, language: Language): string {
  const parts: readonly (readonly [count: number, ko: string, en: string, names?: string])[] = [
    [added.count, `새 학생 ${added.count}명`, `${added.count} new`, nameFirst(added, MAX_NEW, language)],
    [
      renamed.count,
      `이름이 바뀐 학생 ${renamed.count}명`,
      `${renamed.count} renamed`,
      nameFirst(renamed, MAX_OTHERS, language),
    ],
    [
      removed.count,
      `없어진 학생 ${removed.count}명`,
      `${removed.count} removed`,
      nameFirst(removed, MAX_OTHERS, language),
    ],
    [retouched, `정보가 바뀐 학생 ${retouched}명`, `${retouched} with other facts`],
    [items.added, `새 아이템 ${items.added}개`, pluralize(items.added, 'new item')],
    [items.changed, `바뀐 아이템 ${items.changed}개`, pluralize(items.changed, 'changed item')],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([, ko, en, names = '']) => (language === 'ko' ? ko : en) + names)
    .join(', ');
}

function nameFirst({ count, names }: BroughtView['added'], max: number, language: Language): string {
  const shown = names.slice(0, max).map((name) => name[language]);
  const left = count - shown.length;
  if (shown.length === 0) return '';
  const list = shown.join(', ');
  if (left === 0) return language === 'ko' ? `(${list})` : ` (${list})`;
  return language === 'ko' ? `(${list} 외 ${left}명)` : ` (${list} and ${left} more)`;
}
