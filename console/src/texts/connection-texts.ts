/** Texts of the page of apps and keys, but for those of keys. */
export const CONNECTIONS = {
  intro: {
    ko: '어떤 앱과 도구가 내 계정에서 무엇을 할 수 있는지 확인하고, 언제든지 연결을 끊을 수 있어요.',
    en: 'See what each app and tool may do, and disconnect it at any time.',
  },
  apps: { ko: '연결된 앱', en: 'Connected apps' },
  enterCode: { ko: '코드 입력', en: 'Enter a code' },
  empty: { ko: '연결된 앱이 없어요', en: 'No apps are connected' },
  emptyText: {
    ko: '앱에서 Rollbook 연결을 시작하거나, 기기에 보이는 코드를 입력하세요. 키를 복사하지 않아도 돼요.',
    en: 'Start in an app that connects with Rollbook, or enter the code that a device shows. There is no key to copy.',
  },
  howTo: { ko: 'AI 어시스턴트 연결하기', en: 'Connect an assistant' },
  endedApps: (count: number) => ({ ko: `끊긴 앱 ${count}개`, en: `Disconnected apps (${count})` }),

  local: { ko: '이 컴퓨터의 프로그램', en: 'A program on this computer' },
  localNamed: (name: string) => ({ ko: `이 컴퓨터의 ${name}`, en: `${name}, on this computer` }),
  signIns: (count: number) => ({ ko: `로그인 ${count}번`, en: `${count} sign-ins` }),
  kinds: {
    page: { ko: '웹 페이지', en: 'Web page' },
    local: { ko: '브라우저에서 허용', en: 'Allowed in a browser' },
    device: { ko: '코드로 허용', en: 'Allowed by code' },
  },
  waiting: { ko: '기다리는 중', en: 'Waiting' },
  waitingText: {
    ko: '허용했지만 앱이 아직 연결을 마치지 않았어요.',
    en: 'You have allowed it, but the app has not finished connecting.',
  },
  since: { ko: '연결', en: 'Connected' },
  until: { ko: '쓰지 않으면 끊김', en: 'Ends if unused' },
  waitsUntil: { ko: '대기 기한', en: 'Waits until' },
  ended: { ko: '끊김', en: 'Ended' },
  written: (groups: number) => ({
    ko: `이 앱이 바꾼 기록 ${groups}묶음`,
    en: groups === 1 ? 'Changed your data once' : `Changed your data ${groups} times`,
  }),

  letAsk: { ko: '먼저 묻게 하기', en: 'Make it ask first' },
  letWrite: { ko: '바로 저장하게 하기', en: 'Let it save at once' },
  letWritePurpose: { ko: '앱이 묻지 않고 저장하게 해요.', en: 'To let an app save without asking.' },
  asksNow: (name: string) => ({
    ko: `‘${name}’: 이제 저장하기 전에 물어봐요.`,
    en: `“${name}” asks before it saves from now on.`,
  }),
  writesNow: (name: string) => ({
    ko: `‘${name}’: 이제 바로 저장해요.`,
    en: `“${name}” saves at once from now on.`,
  }),
  of: (name: string, action: { ko: string; en: string }) => ({
    ko: `${name}: ${action.ko}`,
    en: `${action.en}: ${name}`,
  }),
  disconnect: { ko: '연결 끊기', en: 'Disconnect' },
  disconnectApp: (name: string) => ({ ko: `${name} 연결 끊기`, en: `Disconnect ${name}` }),
  disconnectTitle: { ko: '연결을 끊을까요?', en: 'Disconnect this app?' },
  disconnectText: (name: string) => ({
    ko: `‘${name}’의 다음 요청부터 거부돼요. 다시 쓰려면 앱에서 새로 연결해야 해요.`,
    en: `“${name}” is refused from its next request on. To use it again, connect it anew.`,
  }),
  disconnectPurpose: { ko: '앱의 연결을 끊어요.', en: 'To disconnect an app.' },
  disconnectedNotice: (name: string) => ({
    ko: `‘${name}’의 연결을 끊었어요.`,
    en: `Disconnected “${name}”.`,
  }),
} as const;
