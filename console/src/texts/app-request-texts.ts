/** Texts of the pages on which an app asks to be connected. */
export const APP_REQUEST = {
  title: { ko: '앱을 연결할까요?', en: 'Connect this app?' },
  pageAsks: {
    ko: '이 주소의 페이지가 내 계정에 연결하려고 해요.',
    en: 'A page at this address asks to connect to your account.',
  },
  pageUnchecked: {
    ko: 'Rollbook이 확인한 앱이 아니에요. 쓰려던 주소와 한 글자도 다르지 않을 때만 허용하세요.',
    en: 'Nobody has checked this app. Allow it only if this is, letter by letter, the address that you meant to use.',
  },
  localAsks: {
    ko: '이 컴퓨터에서 실행 중인 프로그램이 내 계정에 연결하려고 해요.',
    en: 'A program that runs on this computer asks to connect to your account.',
  },
  localUnchecked: {
    ko: '어떤 프로그램인지 알 수 없고, Rollbook이 확인한 앱이 아니에요. 방금 직접 시작했을 때만 허용하세요.',
    en: 'There is no way to tell which program it is, and nobody has checked it. Allow it only if you have just started this yourself.',
  },
  localClaimed: {
    ko: '프로그램이 스스로 밝힌 이름이라 확인되지 않았어요. 방금 직접 시작했을 때만 허용하세요.',
    en: 'This is the name it gives itself, and nobody has checked it. Allow it only if you have just started this yourself.',
  },
  claimedName: { ko: '앱이 스스로 밝힌 이름', en: 'The name it gives itself' },
  deviceAsks: {
    ko: '이 코드를 보여 주는 기기나 프로그램이 내 계정에 연결하려고 해요.',
    en: 'The device or program that shows this code asks to connect to your account.',
  },
  deviceUnchecked: {
    ko: '기기가 스스로 밝힌 이름이라 확인되지 않았어요. 직접 시작했을 때만 허용하세요. 다른 사람이 코드를 보냈다면 거부하세요.',
    en: 'This is the name it gives itself, and nobody has checked it. Allow it only if you started this yourself. If somebody sent you the code, deny it.',
  },
  sameCode: {
    ko: '기기에 같은 코드가 보이는지 확인하세요.',
    en: 'Check that your device shows the same code.',
  },
  placePage: { ko: '요청한 웹 페이지', en: 'From the web page' },
  place: { ko: '요청한 곳(IP 주소)', en: 'From (IP address)' },
  askedAt: { ko: '요청한 때', en: 'Asked' },
  account: { ko: '내 계정', en: 'Your account' },

  areas: { ko: '이 앱이 할 수 있는 일', en: 'What it may do' },
  areasHint: {
    ko: '허용하지 않을 것은 체크를 해제하세요. 바꾸기와 계획, 기록은 학생 보기가 있어야 해요.',
    en: 'Untick what you do not want to allow. Changes, plan and history need “See your students”.',
  },
  areasBeyond: {
    ko: '게임 계정, 패스키, API 키에는 접근할 수 없어요.',
    en: 'It cannot reach your game account, passkeys or API keys.',
  },
  ways: { ko: '학생을 바꿀 때', en: 'When it changes students' },
  wayNames: {
    ask: { ko: '먼저 보여 주고 물어보기', en: 'Show me first, and ask' },
    write: { ko: '바로 저장하기', en: 'Save at once' },
  },
  wayHints: {
    ask: {
      ko: '앱은 제안만 해요. 확인하고 적용한 것만 저장돼요.',
      en: 'The app proposes. Only what you agree to is saved.',
    },
    write: {
      ko: '묻지 않고 저장해요. 기록에서 되돌릴 수 있어요.',
      en: 'It saves without asking. You can take it back in the history.',
    },
  },
  areasRequired: { ko: '하나 이상 고르거나 거부하세요.', en: 'Choose at least one, or deny.' },

  allow: { ko: '허용', en: 'Allow' },
  deny: { ko: '거부', en: 'Deny' },
  allowPurpose: { ko: '앱을 내 계정에 연결해요.', en: 'To connect an app to your account.' },
  pageNext: (host: string) => ({
    ko: `허용해도 거부해도 ${host} 페이지로 돌아가요.`,
    en: `Either way you return to ${host}.`,
  }),
  localNext: {
    ko: '허용해도 거부해도 그 프로그램으로 돌아가요.',
    en: 'Either way you return to the program.',
  },
  deviceNext: {
    ko: '허용하면 그 기기가 곧 자동으로 연결돼요.',
    en: 'If you allow it, the device connects by itself in a moment.',
  },
  disconnect: {
    ko: '연결은 ‘연결’ 페이지에서 언제든지 끊을 수 있어요.',
    en: 'You can disconnect it on the page “Connections” at any time.',
  },
  limitReached: (max: number) => ({
    ko: `앱은 ${max}개까지 연결할 수 있어요. ‘연결’ 페이지에서 쓰지 않는 앱을 끊고 다시 허용하세요. 그동안 요청 시간이 지나면 앱에서 다시 시작하세요.`,
    en: `Up to ${max} apps can be connected. Disconnect one that you do not use on the page “Connections”, then allow this one again. If the request expires meanwhile, start again in the app.`,
  }),
  gone: {
    ko: '요청 시간이 지났거나 이미 처리된 요청이에요. 앱에서 다시 시작하세요.',
    en: 'The request has expired or was answered already. Start again in the app.',
  },
  leaving: { ko: '돌아가는 중이에요', en: 'Taking you back' },
  leavingText: {
    ko: '몇 초가 지나도 이 페이지가 보이면 앱에서 다시 시작하세요.',
    en: 'If you still see this page after a few seconds, start again in the app.',
  },

  invalidTitle: { ko: '연결 요청이 올바르지 않아요', en: 'This is not a valid request' },
  invalid: {
    ko: '앱이 보낸 주소가 잘못되었거나 일부가 빠졌어요. 앱에서 다시 시작해 보고, 그래도 안 되면 앱을 만든 사람에게 알리세요. 계정은 바뀌지 않았어요.',
    en: 'The address that the app sent you to is wrong or incomplete. Start again in the app, and if that does not help, tell its maker. Nothing has happened to your account.',
  },
  forMaker: (fields: string) => ({
    ko: `앱을 만든 사람에게: ${fields}`,
    en: `For the maker of the app: ${fields}`,
  }),
  tellApp: { ko: '앱으로 돌아가기', en: 'Back to the app' },
  offTitle: { ko: '이 서버에는 앱을 연결할 수 없어요', en: 'Apps cannot be connected to this server' },
  off: {
    ko: '서버 운영자가 앱 연결을 꺼 두었어요. 도구에는 API 키를 사용하세요.',
    en: 'The operator has turned this off. Use an API key for your tools.',
  },
  toConnections: { ko: '연결 페이지 열기', en: 'Open Connections' },

  deviceTitle: { ko: '코드로 연결', en: 'Connect by code' },
  deviceIntro: {
    ko: '기기나 프로그램에 보이는 코드를 입력하세요. 직접 시작한 연결이 아니면 입력하지 마세요.',
    en: 'Enter the code that your device or program shows. Do not enter a code for a connection you did not start.',
  },
  code: { ko: '코드', en: 'Code' },
  codeHint: { ko: '영문 8글자예요. 예: WDJB-MJHT', en: 'Eight letters, such as WDJB-MJHT' },
  codeInvalid: {
    ko: '기기에 보이는 영문 8글자를 그대로 입력하세요.',
    en: 'Enter the eight letters just as the device shows them.',
  },
  codeGone: {
    ko: '쓸 수 없는 코드예요. 잘못 입력했거나, 10분이 지났거나, 이미 처리된 코드일 수 있어요. 기기에서 새 코드를 받으세요.',
    en: 'This code does not work. It may be mistyped, older than ten minutes, or answered already. Get a new one on the device.',
  },
  allowedTitle: (name: string) => ({ ko: `‘${name}’ 앱을 연결했어요`, en: `Connected “${name}”` }),
  allowed: {
    ko: '기기로 돌아가세요. 몇 초 안에 자동으로 연결돼요.',
    en: 'Return to your device. It goes on by itself within seconds.',
  },
  deniedTitle: { ko: '거부했어요', en: 'Denied' },
  denied: {
    ko: '그 기기는 아무것도 받지 못했어요. 이 창을 닫아도 돼요.',
    en: 'The device got nothing. You can close this window.',
  },
  otherCode: { ko: '다른 코드 입력', en: 'Enter another code' },
} as const;
