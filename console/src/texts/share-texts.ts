import type { Bilingual } from '../../../contract/bilingual.ts';
import { countStudents } from './pluralize.ts';

/** Texts of the page of links. */
export const SHARE = {
  intro: {
    ko: '누구에게 무엇을 보여 줄지 링크마다 정하고, 언제든지 끝낼 수 있어요.',
    en: 'Decide with each link who sees what, and end it at any time.',
  },
  empty: { ko: '아직 링크가 없어요', en: 'No links yet' },
  emptyText: {
    ko: '링크는 내 학생을 보기만 할 수 있는 페이지예요. 주소를 아는 사람은 내가 고른 것만 볼 수 있고, 만들기 전에는 아무것도 공개되지 않아요.',
    en: 'A link is a page of your students that can only be looked at. Whoever has its address sees what you chose and nothing else, and until you make one nothing is public.',
  },
  newLink: { ko: '링크 만들기', en: 'New link' },
  links: { ko: '링크', en: 'Links' },
  full: (max: number) => ({
    ko: `링크는 ${max}개까지 만들 수 있어요. 새로 만들려면 쓰지 않는 링크를 지우세요.`,
    en: `You can have ${max} links. Delete one that you do not use to make another.`,
  }),

  newTitle: { ko: '새 링크', en: 'New link' },
  editTitle: { ko: '링크 편집', en: 'Edit the link' },
  views: {
    form: { ko: '설정', en: 'Settings' },
    preview: { ko: '미리보기', en: 'Preview' },
  },
  nameHint: { ko: '페이지의 제목이에요.', en: 'The title of the page.' },
  shows: { ko: '공개할 항목', en: 'What it shows' },
  showsNames: { ko: '학생 이름만', en: 'Names only' },
  goalsHint: {
    ko: '목표로 정한 값만 보여요. 라벨, 메모, 우선순위는 보이지 않아요.',
    en: 'Shows the wanted values, never labels, notes or priorities.',
  },
  studentChoices: {
    all: { ko: '모집한 학생 모두', en: 'All recruited' },
    chosen: { ko: '고른 학생만', en: 'Only chosen ones' },
  },
  studentHints: {
    all: {
      ko: '명단을 따라가요. 새로 모집한 학생도 보여요.',
      en: 'Follows your roster, whoever you recruit.',
    },
    chosen: { ko: '지금 고른 그대로예요. 새로 모집해도 늘지 않아요.', en: 'Stays as you choose it now.' },
  },
  choose: { ko: '학생 고르기', en: 'Choose students' },
  chosen: (count: number) => ({ ko: `${count}명 골랐어요`, en: `${countStudents(count)} chosen` }),
  noneChosen: { ko: '학생을 한 명 이상 고르세요.', en: 'Choose at least one student.' },
  notRecruited: (count: number) => ({
    ko: `그중 ${count}명은 모집하지 않아서 보이지 않아요.`,
    en: `${count} of them ${count === 1 ? 'is' : 'are'} not recruited and not shown.`,
  }),
  chooseFound: (count: number) => ({ ko: `${count}명 모두 고르기`, en: `Choose all ${count}` }),
  unchooseFound: (count: number) => ({ ko: `${count}명 모두 빼기`, en: `Leave out all ${count}` }),
  done: { ko: '완료', en: 'Done' },
  noneRecruited: { ko: '아직 모집한 학생이 없어요.', en: 'You have no students yet.' },
  player: { ko: '내 이름', en: 'Your name' },
  showsPlayer: (name: string) => ({
    ko: `계정 이름 ‘${name}’ 보여 주기`,
    en: `Show the name of your account, “${name}”`,
  }),
  end: { ko: '기한', en: 'Ends' },
  ends: {
    never: { ko: '없음', en: 'Never' },
    week: { ko: '1주', en: '1 week' },
    month: { ko: '1개월', en: '1 month' },
    date: { ko: '날짜 정하기', en: 'On a date' },
  },
  endHints: {
    never: { ko: '지울 때까지 볼 수 있어요.', en: 'Until you delete it.' },
    until: (moment: string) => ({ ko: `${moment}까지 볼 수 있어요.`, en: `Until ${moment}.` }),
    ended: {
      ko: '기한이 지난 링크예요. 새 기한을 정하면 같은 주소로 다시 열려요.',
      en: 'This link has ended. With a new end the same address opens again.',
    },
  },
  lastDay: { ko: '마지막 날', en: 'Last day' },
  endProblems: {
    missing: { ko: '날짜를 고르세요.', en: 'Choose a date.' },
    past: { ko: '오늘이나 그 뒤의 날짜를 고르세요.', en: 'Choose today or a later day.' },
  },
  borrow: { ko: '빌려줄 학생', en: 'Students to lend' },
  borrowCount: (count: number) => ({ ko: `빌려줄 학생 ${count}명`, en: `${countStudents(count)} to lend` }),
  borrowHint: (max: number) => ({
    ko: `친구가 빌려 갈 수 있는 학생이에요. 페이지의 맨 위에 보이고, 콘텐츠마다 ${max}명까지 고를 수 있어요.`,
    en: `Students your friends can borrow, up to ${max} for each. They stand at the top of the page.`,
  }),
  findBorrowed: (slot: string) => ({ ko: `${slot}: 학생 추가`, en: `${slot}: add a student` }),
  removeBorrowed: (name: string, slot: string) => ({
    ko: `${slot}에서 ${name} 빼기`,
    en: `Remove ${name} from ${slot}`,
  }),
  preview: { ko: '미리보기', en: 'Preview' },
  previewText: { ko: '링크를 연 사람에게 이렇게 보여요.', en: 'This is what whoever opens the link sees.' },
  previewEmpty: { ko: '학생을 고르면 여기에 보여요.', en: 'Choose students to see them here.' },
  previewFailed: { ko: '미리보기를 불러오지 못했어요', en: 'Could not load the preview' },
  hasPicture: { ko: '채팅에 이미지로 보이기', en: 'Show a picture in chats' },
  pictureHint: {
    ko: '링크가 공개하는 것만 그려서 올려요. 학생이 성장해도 올린 때의 모습 그대로이고, 링크를 지워도 채팅에는 남아요.',
    en: 'Draws only what the link shows. It stays as your students are now, and chats keep their copy when you delete the link.',
  },
  pictureFailed: {
    ko: '링크는 저장했지만 이미지를 올리지 못했어요. 링크의 ‘이미지’에서 다시 해 보세요.',
    en: 'The link is saved, but its picture could not be sent. Try again with its “Picture”.',
  },
  create: { ko: '링크 만들기', en: 'Make the link' },
  changed: (name: string) => ({ ko: `‘${name}’ 링크를 바꿨어요.`, en: `Changed “${name}”.` }),

  readyTitle: { ko: '링크를 만들었어요', en: 'Your link is ready' },
  renewedTitle: { ko: '새 주소예요', en: 'The new address' },
  readyText: {
    ko: '이 주소를 아는 사람은 누구나 볼 수 있어요. 보여 주고 싶은 사람에게만 보내세요.',
    en: 'Whoever has this address can look. Send it only to people who should see it.',
  },
  copiedLink: { ko: '링크를 복사했어요.', en: 'Copied the link.' },
  send: { ko: '보내기', en: 'Send' },

  ended: { ko: '끝남', en: 'Ended' },
  endsSoon: { ko: '곧 끝남', en: 'Ends soon' },
  endedText: {
    ko: '기한이 지나서 아무도 볼 수 없어요. 편집에서 새 기한을 정하면 같은 주소로 다시 열려요.',
    en: 'Nobody can look any more. With a new end the same address opens again: choose Edit.',
  },
  shown: { ko: '공개 항목', en: 'What it shows' },
  playerShown: { ko: '내 이름 보임', en: 'With your name' },
  studentCount: (count: number) => ({ ko: `고른 학생 ${count}명`, en: `${countStudents(count)} chosen` }),
  made: { ko: '만든 날', en: 'Made' },
  renewed: { ko: '주소를 바꾼 날', en: 'Address changed' },
  picture: { ko: '미리보기 이미지', en: 'Preview picture' },
  pictureOf: (name: string) => ({
    ko: `‘${name}’의 미리보기 이미지`,
    en: `The preview picture of “${name}”`,
  }),
  draw: { ko: '이미지', en: 'Picture' },
  redrawPicture: { ko: '새로 그리기', en: 'Draw again' },
  pictureRedrawn: { ko: '지금 모습으로 다시 그렸어요.', en: 'Drawn as your students are now.' },
  removePicture: { ko: '빼기', en: 'Remove' },
  pictureRemoved: { ko: '미리보기 이미지를 뺐어요.', en: 'Removed the preview picture.' },

  edit: { ko: '편집', en: 'Edit' },
  renew: { ko: '새 주소', en: 'New address' },
  delete: { ko: '지우기', en: 'Delete' },
  /** The label of a button that acts on one of several links. */
  actionOf: (name: string, action: Bilingual) => ({
    ko: `${name}: ${action.ko}`,
    en: `${action.en}: ${name}`,
  }),
  renewTitle: { ko: '새 주소로 바꿀까요?', en: 'Change the address?' },
  renewText: (name: string) => ({
    ko: `‘${name}’의 지금 주소를 아는 사람은 더 볼 수 없어요. 새 주소를 보낸 사람만 볼 수 있어요.`,
    en: `Whoever has the present address of “${name}” can no longer look. Only people you send the new one to can.`,
  }),
  renewButton: { ko: '주소 바꾸기', en: 'Change the address' },
  deleteTitle: { ko: '링크를 지울까요?', en: 'Delete this link?' },
  deleteText: (name: string) => ({
    ko: `‘${name}’의 주소는 바로 열리지 않게 돼요. 되돌릴 수 없어요.`,
    en: `The address of “${name}” stops working at once. This cannot be undone.`,
  }),
  deleted: (name: string) => ({ ko: `‘${name}’ 링크를 지웠어요.`, en: `Deleted “${name}”.` }),
};
