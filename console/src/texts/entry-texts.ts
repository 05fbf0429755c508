/** Texts of sign-in and sign-up: passkeys, links, invites, recovery codes. */
export const ENTRY = {
  signInTitle: { ko: '로그인', en: 'Sign in' },
  signInIntro: {
    ko: '모집한 학생을 관리하고, 앱과 도구를 연결해요.',
    en: 'Manage your recruited students and connect apps and tools.',
  },
  /** In place of the introduction, where the player came because of an app or a board. */
  askedSignIn: {
    app: {
      ko: '앱 연결을 계속하려면 로그인하세요. 무엇을 허용할지는 다음에 정해요.',
      en: 'Sign in to go on connecting an app. You decide what it may do next.',
    },
    board: {
      ko: '보드에 참여하려면 로그인하세요. 무엇을 보여 줄지는 다음에 정해요.',
      en: 'Sign in to join a board. You decide what it shows next.',
    },
  },
  askedSignUp: {
    app: {
      ko: '계정을 만들면 앱 연결을 계속해요. 무엇을 허용할지는 다음에 정해요.',
      en: 'Create an account to go on connecting an app. You decide what it may do next.',
    },
    board: {
      ko: '계정을 만들면 보드에 참여할 수 있어요. 무엇을 보여 줄지는 다음에 정해요.',
      en: 'Create an account to join a board. You decide what it shows next.',
    },
  },
  signInButton: { ko: '패스키로 로그인', en: 'Sign in with a passkey' },
  signingIn: { ko: '브라우저의 안내를 따라 주세요.', en: 'Follow the prompt in your browser.' },
  passkeyHint: {
    ko: '패스키는 비밀번호 대신 기기의 지문, 얼굴 또는 PIN으로 로그인하는 방법이에요.',
    en: 'A passkey signs you in with your device’s fingerprint, face or PIN instead of a password.',
  },

  waitingEdits: (count: number) => ({
    ko: `저장되지 않은 변경 ${count}개가 이 기기에 남아 있어요. 같은 계정으로 로그인하면 이어서 저장하고, 다른 계정으로 로그인하면 지워져요.`,
    en: `${count === 1 ? '1 change that is not saved is' : `${count} changes that are not saved are`} still on this device. Sign in to the same account to save ${count === 1 ? 'it' : 'them'}; signing in to another one removes ${count === 1 ? 'it' : 'them'}.`,
  }),
  removeWaitingEdits: { ko: '이 기기에서 지우기', en: 'Remove from this device' },
  suspended: {
    ko: '이 계정은 정지됐어요. 저장된 내용은 그대로 있고, 서버 운영자가 다시 활성화할 수 있어요.',
    en: 'This account is suspended. Your data is kept, and the operator of this server can reactivate it.',
  },
  accountDeleted: {
    ko: '계정과 저장된 내용을 모두 삭제했어요.',
    en: 'Your account and everything in it have been deleted.',
  },
  signedOut: { ko: '로그아웃했어요.', en: 'You have signed out.' },

  lostTitle: { ko: '패스키를 쓸 수 없나요?', en: 'Lost your passkey?' },
  recoveryIntro: {
    ko: '복구 코드 하나를 입력하면 새 패스키를 등록할 수 있어요. 사용한 코드는 다시 쓸 수 없어요.',
    en: 'Enter one of your recovery codes to register a new passkey. Each code works once.',
  },
  recoveryCode: { ko: '복구 코드', en: 'Recovery code' },
  recoverButton: { ko: '복구 코드로 계속', en: 'Continue with the code' },
  codeRequired: { ko: '복구 코드를 입력하세요.', en: 'Enter a recovery code.' },
  noCodes: {
    ko: '복구 코드도 없다면 서버 운영자에게 일회용 링크를 요청하세요.',
    en: 'If you have no recovery code either, ask the operator of this server for a one-time link.',
  },

  newTitle: { ko: '계정이 없나요?', en: 'No account yet?' },
  signup: {
    closed: {
      ko: '이 서버는 가입을 받지 않아요. 계정은 서버 운영자가 만들어요.',
      en: 'This server does not accept sign-ups. Its operator creates the accounts.',
    },
    invite: {
      ko: '초대가 있어야 가입할 수 있어요. 운영자에게 초대 링크를 받아 이 브라우저에서 여세요.',
      en: 'You need an invite. Ask the operator of this server for an invite link and open it in this browser.',
    },
    open: {
      ko: '누구나 가입할 수 있어요. 이름을 정하고 패스키를 만들면 돼요.',
      en: 'Anyone can sign up: choose a name and create a passkey.',
    },
  },
  createAccount: { ko: '계정 만들기', en: 'Create an account' },

  problems: {
    'ip-address': {
      title: { ko: '이 주소에서는 패스키를 쓸 수 없어요', en: 'Passkeys do not work at this address' },
      text: {
        ko: '브라우저는 IP 주소로 연 페이지에서 패스키를 허용하지 않아요. 서버를 이름으로 여세요. 같은 컴퓨터라면 localhost로 열 수 있어요.',
        en: 'Browsers do not allow passkeys on a page opened by its IP address. Open the server by its host name, or as localhost on the same computer.',
      },
      operator: {
        ko: '운영자는 ROLLBOOK_PUBLIC_URL에 이름이 있는 주소를 설정하세요.',
        en: 'Operators: set ROLLBOOK_PUBLIC_URL to an address with a host name.',
      },
    },
    insecure: {
      title: { ko: '이 주소에서는 패스키를 쓸 수 없어요', en: 'Passkeys do not work at this address' },
      text: {
        ko: '패스키에는 암호화된 연결(https)이 필요해요. https로 시작하는 주소로 여세요.',
        en: 'Passkeys need an encrypted connection. Open the server at an address that starts with https.',
      },
      operator: {
        ko: '운영자는 서버 앞에 TLS 프록시를 두고 ROLLBOOK_PUBLIC_URL에 https 주소를 설정하세요.',
        en: 'Operators: put a TLS proxy in front and set ROLLBOOK_PUBLIC_URL to its https address.',
      },
    },
    unsupported: {
      title: { ko: '이 브라우저는 패스키를 지원하지 않아요', en: 'This browser does not support passkeys' },
      text: {
        ko: '최신 Chrome, Edge, Safari, Firefox로 여세요. 앱 안의 브라우저라면 기본 브라우저로 여세요.',
        en: 'Use a current version of Chrome, Edge, Safari or Firefox. If you are inside another app, open the page in your browser.',
      },
      operator: undefined,
    },
  },

  receivedLink: { ko: '받은 링크', en: 'The link you received' },

  tokenGoneTitle: { ko: '사용할 수 없는 링크예요', en: 'This link does not work' },
  tokenGone: {
    ko: '이미 사용했거나, 기한이 지났거나, 새 링크로 바뀌었어요. 서버 운영자에게 새 링크를 요청하세요.',
    en: 'It was already used, has expired, or was replaced by a newer one. Ask the operator of this server for a new link.',
  },
  setupGone: {
    ko: '이미 사용했거나, 기한이 지났거나, 서버를 다시 시작해 새 링크로 바뀌었어요. 아직 계정이 없다면 서버를 다시 시작하고 터미널이나 로그에 나오는 링크를 여세요.',
    en: 'It was already used, has expired, or a later start of the server replaced it. If there is no account yet, restart the server and open the link in its terminal or log.',
  },
  noTokenTitle: { ko: '링크를 다시 열어 주세요', en: 'Open the link again' },
  noToken: {
    ko: '보안을 위해 링크의 내용은 주소 표시줄에서 지워져요. 받은 링크를 다시 열어 주세요.',
    en: 'For your security, the link is removed from the address bar. Open the link you received again.',
  },
  toSignIn: { ko: '로그인으로', en: 'Go to sign-in' },

  linkTitle: (name: string) => ({ ko: `${name} 계정으로 들어가기`, en: `Enter the account ${name}` }),
  linkIntro: {
    ko: '운영자가 만든 일회용 링크예요. 들어간 다음 10분 안에 이 기기의 패스키를 등록하면 돼요.',
    en: 'This is a one-time link from the operator. After you enter, register a passkey on this device within ten minutes.',
  },
  linkReplaces: (name: string) => ({
    ko: `지금 로그인한 ${name} 계정에서는 로그아웃돼요.`,
    en: `You will be signed out of the account ${name}.`,
  }),
  enterButton: { ko: '들어가기', en: 'Enter' },

  inviteTitle: { ko: '초대를 받았어요', en: 'You are invited' },
  signUpIntro: {
    ko: '이름을 정하고 패스키를 만들면 바로 시작할 수 있어요. 비밀번호와 이메일은 필요하지 않아요.',
    en: 'Choose a name and create a passkey to start. You do not need a password or an email address.',
  },
  setupTitle: { ko: '이 서버의 첫 계정을 만들어요', en: 'Create the first account of this server' },
  setupIntro: {
    ko: '서버 운영자의 계정이에요. 이름을 정하고 패스키를 만들면, 다른 사람을 초대하고 서버 상태를 볼 수 있어요. 비밀번호와 이메일은 필요하지 않아요.',
    en: 'It is the operator’s account. Choose a name and create a passkey; then you can invite others and see how the server does. You do not need a password or an email address.',
  },
  accountName: { ko: '계정 이름', en: 'Account name' },
  accountNameHint: {
    ko: '게임 닉네임처럼 알아보기 쉬운 이름을 쓰세요. 다른 플레이어에게는 보이지 않아요.',
    en: 'Something you recognize, such as your in-game name. Other players do not see it.',
  },
  passkeyName: { ko: '패스키 이름', en: 'Passkey name' },
  passkeyNameHint: {
    ko: '어느 기기의 패스키인지 알아볼 수 있게 적으세요.',
    en: 'So that you can tell which device it belongs to.',
  },
  signUpButton: { ko: '패스키 만들고 시작하기', en: 'Create a passkey and start' },

  addTitle: { ko: '패스키를 등록해 주세요', en: 'Register a passkey' },
  addIntro: (name: string) => ({
    ko: `${name} 계정에 들어왔어요. 다음부터 로그인할 때 쓸 이 기기의 패스키를 등록하세요.`,
    en: `You are in the account ${name}. Register a passkey on this device to sign in with from now on.`,
  }),
  addUntil: (time: string) => ({
    ko: `${time}까지 등록하지 않으면 처음부터 다시 들어와야 해요.`,
    en: `If you do not register one by ${time}, you will have to start over.`,
  }),
  addUsePasskey: {
    ko: '새로 등록할 필요 없이 그 패스키로 로그인하세요.',
    en: 'You do not need a new one: sign in with that one.',
  },
  addButton: { ko: '패스키 등록', en: 'Register a passkey' },

  codesTitle: { ko: '복구 코드를 보관해 주세요', en: 'Save your recovery codes' },
  codesIntro: {
    ko: '패스키가 있는 기기를 모두 잃어버려도 이 코드로 계정에 들어올 수 있어요. 코드도 없으면 서버 운영자에게 일회용 링크를 요청해야 해요. 코드마다 한 번 쓸 수 있고, 지금만 표시돼요.',
    en: 'If you lose every device with your passkey, these codes let you back in. Without them, you need a one-time link from the operator of this server. Each code works once, and they are shown only now.',
  },
  codesIntroOperator: {
    ko: '패스키가 있는 기기를 모두 잃어버려도 이 코드로 계정에 들어올 수 있어요. 코드도 없으면 서버에서 rollbook account link 명령으로 일회용 링크를 만들어야 해요. 코드마다 한 번 쓸 수 있고, 지금만 표시돼요.',
    en: 'If you lose every device with your passkey, these codes let you back in. Without them, you have to run rollbook account link on the server, which makes a one-time link. Each code works once, and they are shown only now.',
  },
  codesList: { ko: '복구 코드', en: 'Recovery codes' },
  download: { ko: '텍스트 파일로 저장', en: 'Download as text' },
  print: { ko: '인쇄', en: 'Print' },
  codesKept: { ko: '코드를 안전한 곳에 보관했어요.', en: 'I have saved the codes in a safe place.' },
  codesFile: (account: string, address: string, date: string) => ({
    ko: `Rollbook(출석부) 복구 코드\n계정: ${account}\n주소: ${address}\n만든 날: ${date}\n\n코드마다 한 번만 쓸 수 있어요.\n`,
    en: `Rollbook recovery codes\nAccount: ${account}\nAddress: ${address}\nCreated: ${date}\n\nEach code works once.\n`,
  }),
} as const;
