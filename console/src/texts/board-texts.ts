import { pluralize } from './pluralize.ts';

const quoteKo = (names: readonly string[]) => names.map((name) => `‘${name}’`).join(', ');
const quoteEn = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ');

/** Texts of boards, on the page of links. */
export const BOARD = {
  boards: { ko: '보드', en: 'Boards' },
  intro: {
    ko: '보드는 서클의 상자를 나란히 놓은 페이지예요. 참여 주소를 보내면 저마다 자기 링크를 올리고, 링크가 보여 주는 것만 보여요.',
    en: 'A board is a page with your club’s rosters side by side. Send its address to join: each member adds a link of their own, and the board shows what the links show.',
  },
  newBoard: { ko: '보드 만들기', en: 'New board' },
  full: (max: number) => ({
    ko: `보드는 ${max}개까지 만들 수 있어요. 새로 만들려면 쓰지 않는 보드를 끝내세요.`,
    en: `You can make ${max} boards. End one that you do not use to make another.`,
  }),
  mine: { ko: '내 보드', en: 'Yours' },
  ownLink: { ko: '내 링크', en: 'Your link' },
  noLink: { ko: '아직 올리지 않았어요', en: 'None yet' },
  maker: { ko: '만든 사람', en: 'Made by' },
  memberCount: { ko: '참여', en: 'Members' },
  countOf: (count: number, max: number) => ({ ko: `${count}/${max}명`, en: `${count} of ${max}` }),
  open: { ko: '보드 열기', en: 'Open the board' },
  copy: { ko: '보드 링크 복사', en: 'Copy link to board' },
  joinAddress: { ko: '참여 주소', en: 'Address to join' },
  joinHint: {
    ko: '서클 사람에게만 보내세요. 이 주소를 받은 사람은 로그인해서 자기 링크를 올려요.',
    en: 'Send it to your club only. Whoever has it signs in and adds a link.',
  },
  copyJoin: { ko: '참여 주소 복사', en: 'Copy address to join' },
  copiedJoin: { ko: '참여 주소를 복사했어요.', en: 'Copied the address to join.' },
  renew: { ko: '참여 주소 바꾸기', en: 'Change address to join' },
  put: { ko: '내 링크 올리기', en: 'Add your link' },
  change: { ko: '링크 바꾸기', en: 'Change link' },
  takeDown: { ko: '내 링크 내리기', en: 'Remove your link' },
  leave: { ko: '나가기', en: 'Leave' },
  members: { ko: '멤버', en: 'Members' },
  rename: { ko: '이름 바꾸기', en: 'Rename' },
  end: { ko: '보드 끝내기', en: 'End the board' },
  standsOn: (names: readonly string[]) => ({
    ko: `${quoteKo(names)} 보드에 올라 있어요.`,
    en: `On the ${names.length === 1 ? 'board' : 'boards'} ${quoteEn(names)}.`,
  }),
  leaves: (names: readonly string[]) => ({
    ko: `${quoteKo(names)} 보드에서도 빠져요.`,
    en: `It also leaves the ${names.length === 1 ? 'board' : 'boards'} ${quoteEn(names)}.`,
  }),

  newTitle: { ko: '새 보드', en: 'New board' },
  nameHint: {
    ko: '서클 이름처럼, 참여하는 사람이 알아볼 이름이에요.',
    en: 'Such as your club’s: members should know it.',
  },
  create: { ko: '만들기', en: 'Make it' },
  renameTitle: { ko: '보드 이름 바꾸기', en: 'Rename the board' },
  renamed: (name: string) => ({
    ko: `보드의 이름을 바꿨어요: ‘${name}’.`,
    en: `The board is now “${name}”.`,
  }),
  readyTitle: { ko: '보드를 만들었어요', en: 'Your board is ready' },
  renewedTitle: { ko: '새 참여 주소예요', en: 'The new address to join' },

  renewTitle: { ko: '참여 주소를 바꿀까요?', en: 'Change the address to join?' },
  renewText: (name: string) => ({
    ko: `지금 주소로는 ‘${name}’ 보드에 더 참여할 수 없어요. 이미 참여한 사람과 보드의 링크는 그대로예요.`,
    en: `The present address no longer leads to “${name}”. Members stay, and so does the link to the board.`,
  }),
  renewButton: { ko: '주소 바꾸기', en: 'Change the address' },
  endTitle: { ko: '보드를 끝낼까요?', en: 'End this board?' },
  endText: (name: string) => ({
    ko: `‘${name}’ 보드는 바로 열리지 않게 돼요. 멤버의 링크는 남아요. 되돌릴 수 없어요.`,
    en: `“${name}” stops opening at once. The members keep their links. This cannot be undone.`,
  }),
  ended: (name: string) => ({ ko: `‘${name}’ 보드를 끝냈어요.`, en: `Ended the board “${name}”.` }),

  membersTitle: (name: string) => ({ ko: `‘${name}’의 멤버`, en: `Members of “${name}”` }),
  noMembers: {
    ko: '아직 아무도 없어요. 참여 주소를 보내세요.',
    en: 'Nobody yet. Send the address to join.',
  },
  me: { ko: '나', en: 'You' },
  hidden: { ko: '지금은 보이지 않는 플레이어', en: 'A player who shows nothing now' },
  takeOut: { ko: '빼기', en: 'Take out' },
  takeOutTitle: (player: string) => ({
    ko: `‘${player}’ 님을 뺄까요?`,
    en: `Take “${player}” out?`,
  }),
  takeOutText: {
    ko: '보드에서 바로 보이지 않게 돼요. 참여 주소를 알면 다시 참여할 수 있으니, 막으려면 주소도 바꾸세요.',
    en: 'The board shows nothing of them from now on. They can join again as long as they have the address; change it too to prevent that.',
  },
  takenOut: (player: string) => ({ ko: `‘${player}’ 님을 뺐어요.`, en: `Took “${player}” out.` }),

  joinTitle: (name: string) => ({ ko: `‘${name}’ 보드에 참여`, en: `Join “${name}”` }),
  joinText: (maker: string, count: number) => ({
    ko: `‘${maker}’ 님이 만든 보드예요. ${count === 0 ? '아직 아무도 참여하지 않았어요.' : `${count}명이 참여하고 있어요.`} 링크를 올리면 보드를 여는 사람이 다른 멤버와 나란히 볼 수 있어요.`,
    en: `“${maker}” made this board. ${count === 0 ? 'Nobody is on it yet.' : `${pluralize(count, 'member')} so far.`} Whoever opens it sees your link beside those of the others.`,
  }),
  joinButton: { ko: '참여하기', en: 'Join' },
  joined: (name: string) => ({ ko: `‘${name}’ 보드에 참여했어요.`, en: `You are on “${name}”.` }),
  alreadyText: (link: string) => ({
    ko: `이미 ‘${link}’ 링크로 참여하고 있어요. 다른 링크로 바꿀 수 있어요.`,
    en: `Your link “${link}” is on it already. You can put another in its place.`,
  }),
  changeTitle: (name: string) => ({ ko: `‘${name}’ 보드의 내 링크`, en: `Your link on “${name}”` }),
  changeText: {
    ko: '고른 링크가 보여 주는 것만 보드에 보여요.',
    en: 'The board shows what the link shows, and nothing else.',
  },
  changed: (name: string) => ({
    ko: `‘${name}’ 보드의 링크를 바꿨어요.`,
    en: `Changed your link on “${name}”.`,
  }),
  left: (name: string) => ({ ko: `‘${name}’ 보드에서 나왔어요.`, en: `You left “${name}”.` }),
  takenDown: (name: string) => ({
    ko: `‘${name}’ 보드에서 내 링크를 내렸어요.`,
    en: `Removed your link from “${name}”.`,
  }),

  whichLink: { ko: '올릴 링크', en: 'Which link' },
  newLink: { ko: '새 링크 만들기', en: 'A new link' },
  newLinkHint: (player: string) => ({
    ko: `‘${player}’ 이름으로, 모집한 학생 모두의 성급과 고유무기, 레벨, 스킬, 장비가 보여요. 나중에 바꿀 수 있어요.`,
    en: `As “${player}”, with all your students: stars and unique weapons, levels, skills and gear. You can change it later.`,
  }),
  shownAs: (name: string, shows: string, students: string) => ({
    ko: `‘${name}’ 이름으로 · ${students} · ${shows}`,
    en: `As “${name}” · ${students} · ${shows}`,
  }),
  noLinkLeft: {
    ko: '올릴 수 있는 링크가 없어요. 쓰지 않는 링크를 지우거나 기한이 지난 링크를 다시 여세요.',
    en: 'You have no link to add. Delete one that you do not use, or give one that has ended a new end.',
  },

  goneTitle: { ko: '참여할 수 없어요', en: 'You cannot join' },
  gone: {
    ko: '참여 주소가 바뀌었거나 보드가 끝났어요. 주소를 보낸 사람에게 새 주소를 부탁하세요.',
    en: 'The address to join was changed, or the board has ended. Ask whoever sent it for a new one.',
  },
  linkGone: {
    ko: '이 링크는 그사이 지워졌거나 기한이 지났어요. 다른 링크를 골라 다시 하세요.',
    en: 'This link was deleted or has ended meanwhile. Choose another one and try again.',
  },
  noRoom: (max: number) => ({
    ko: `보드의 ${max}자리가 모두 찼어요. 만든 사람에게 자리를 부탁하세요.`,
    en: `All ${max} places of the board are taken. Ask its maker for one.`,
  }),
};
