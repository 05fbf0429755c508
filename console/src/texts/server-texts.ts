/** Texts of the operator's page. */
export const SERVER = {
  intro: {
    ko: '서버의 상태를 보고, 사람을 초대하고, 계정을 관리해요.',
    en: 'See how the server is doing, invite people and manage accounts.',
  },
  forOperators: { ko: '운영자만 볼 수 있어요', en: 'For operators only' },
  forOperatorsText: {
    ko: '이 계정은 이 서버의 운영자가 아니에요.',
    en: 'This account is not an operator of this server.',
  },
  openRoster: { ko: '학생 목록으로', en: 'Go to the roster' },

  healthy: { ko: '모두 정상이에요.', en: 'All is well.' },
  running: {
    ko: '서버는 잘 돌아가요. 알아 둘 것이 있어요.',
    en: 'The server runs well, but keep this in mind.',
  },
  healthUnknown: {
    ko: '서버가 응답하지 않아서 지금 상태를 알 수 없어요.',
    en: 'The server does not answer, so its health is not known right now.',
  },
  unhealthy: (count: number) => ({
    ko: `확인할 것이 ${count}개 있어요`,
    en: count === 1 ? 'One thing needs your attention' : `${count} things need your attention`,
  }),
  doctor: {
    ko: '서버에서 이 명령을 실행하면 원인을 자세히 알려 줘요',
    en: 'Run this on the server for a full diagnosis',
  },
  clockJump: (lastSweep: string, hours: number) => ({
    ko: `마지막으로 정리한 때는 ${lastSweep}이고, ${hours}시간 더 실행되면 지금 시계를 믿어요.`,
    en: `The last cleanup was on ${lastSweep}; after ${hours} more ${hours === 1 ? 'hour' : 'hours'} of running the clock is believed.`,
  }),
  problems: {
    'not-ready': {
      ko: '서버가 지금 요청을 처리하지 못해요. 로그를 확인하세요.',
      en: 'The server cannot serve requests right now. Check its log.',
    },
    'clock-jump': {
      ko: '서버의 시계가 마지막으로 정리한 때보다 일주일 넘게 앞서 있어요. 서버가 하루 동안 실행될 때까지 아무것도 완전히 지우지 않으니, 시계가 틀렸다면 그 전에 맞추세요.',
      en: 'The clock of the server is more than a week beyond its last cleanup. Nothing is deleted for good until the server has run for a day: if the clock is wrong, set it before that.',
    },
    'disk-low': {
      ko: '디스크 공간이 얼마 남지 않았어요. 다 차면 아무것도 저장할 수 없으니 공간을 비우세요.',
      en: 'The disk is running out of space. Once it is full, nothing can be saved: free some.',
    },
    'backup-space': {
      ko: '디스크 공간이 부족해서 백업을 만들지 않고 있어요. 공간을 비우거나 ROLLBOOK_BACKUPS에 다른 디스크의 폴더를 설정하세요.',
      en: 'No backups are made, because the disk has too little space. Free some, or set ROLLBOOK_BACKUPS to a folder on another disk.',
    },
    'backup-failed': {
      ko: '마지막 백업을 만들지 못했어요. 로그에서 원인을 확인하세요.',
      en: 'The last backup failed. The log says why.',
    },
    'backup-old': {
      ko: '이틀 넘게 백업이 만들어지지 않았어요. 로그를 확인하세요.',
      en: 'No backup was made for more than two days. Check the log.',
    },
    'backup-off': {
      ko: '자동 백업이 꺼져 있어서, 디스크가 망가지면 모두 잃어요.',
      en: 'Automatic backups are off: if the disk fails, everything is lost.',
    },
    'catalogue-failed': {
      ko: '학생 카탈로그를 새로 고치지 못했어요. 이유는 아래 ‘학생과 그림’에 있어요.',
      en: 'The catalogue could not be refreshed. “Students and pictures” below says why.',
    },
    'catalogue-old': {
      ko: '학생 카탈로그가 한 달 넘게 그대로여서 그 뒤에 나온 학생은 목록에 없어요. 아래에서 갱신할 수 있어요.',
      en: 'The catalogue is more than a month old, so students who came out since are not listed. You can update it below.',
    },
  },

  details: { ko: '상태', en: 'Status' },
  service: { ko: '서비스', en: 'Service' },
  version: { ko: '버전', en: 'Version' },
  node: { ko: 'Node', en: 'Node' },
  started: { ko: '시작', en: 'Started' },
  database: { ko: '데이터베이스', en: 'Database' },
  engine: { ko: '종류', en: 'Engine' },
  engines: {
    sqlite: { ko: 'SQLite', en: 'SQLite' },
    postgres: { ko: 'PostgreSQL', en: 'PostgreSQL' },
  },
  size: { ko: '크기', en: 'Size' },
  diskFree: { ko: '남은 디스크', en: 'Disk free' },
  diskFreeOf: (free: string, total: string) => ({ ko: `${free} / ${total}`, en: `${free} of ${total}` }),
  almostFull: { ko: '부족', en: 'Low' },
  problem: { ko: '확인 필요', en: 'Problem' },

  backups: { ko: '백업', en: 'Backups' },
  backupsOff: { ko: '꺼짐', en: 'Off' },
  backupsOffText: {
    ko: 'ROLLBOOK_BACKUPS가 off예요. 이 설정을 지우면 하루에 한 번 자동으로 백업해요.',
    en: 'ROLLBOOK_BACKUPS is off. Remove the setting to get a backup every day.',
  },
  backupsExternalText: {
    ko: 'PostgreSQL은 Rollbook이 백업하지 않아요. pg_dump나 쓰고 있는 백업 도구로 백업하세요.',
    en: 'Rollbook makes no backups of PostgreSQL. Use pg_dump or the backup tool of your database.',
  },
  lastBackup: { ko: '마지막 백업', en: 'Last backup' },
  noBackup: { ko: '아직 없음', en: 'None yet' },
  backupKind: { ko: '종류', en: 'Kind' },
  backupKinds: {
    daily: { ko: '매일', en: 'Daily' },
    migration: { ko: '업그레이드 전', en: 'Before an upgrade' },
  },

  catalogue: { ko: '학생 카탈로그', en: 'Catalogue' },
  updated: { ko: '마지막 갱신', en: 'Updated' },
  refresh: { ko: '지금 새로 고침', en: 'Refresh now' },
  refreshed: (students: number) => ({
    ko: `카탈로그를 새로 고쳤어요. 학생은 ${students}명이에요.`,
    en: `Catalogue refreshed: ${students} students.`,
  }),
  upToDate: { ko: '카탈로그가 이미 최신이에요.', en: 'The catalogue is already up to date.' },
  importOnce: {
    ko: '한 번만 갱신하려면 서버에서 실행할 명령',
    en: 'To update it once, run this on the server',
  },

  invites: { ko: '초대', en: 'Invites' },
  endedInvites: (count: number) => ({ ko: `끝난 초대 ${count}개`, en: `Ended invites (${count})` }),
  newInvite: { ko: '새 초대', en: 'New invite' },
  noInvites: { ko: '쓸 수 있는 초대가 없어요.', en: 'No open invites.' },
  signup: {
    closed: {
      ko: 'ROLLBOOK_SIGNUP이 closed여서 지금은 초대가 있어도 가입할 수 없어요. invite로 바꾸세요.',
      en: 'ROLLBOOK_SIGNUP is closed, so nobody can sign up, even with an invite. Set it to invite.',
    },
    invite: {
      ko: '초대를 받은 사람만 가입할 수 있어요. 초대 주소를 만들어 보내세요.',
      en: 'Only people with an invite can sign up. Make an address and send it to them.',
    },
    open: {
      ko: 'ROLLBOOK_SIGNUP이 open이어서 이 주소를 여는 사람은 누구나 초대 없이 가입할 수 있어요.',
      en: 'ROLLBOOK_SIGNUP is open, so whoever opens this server can sign up without an invite.',
    },
  },
  inviteFor: (uses: number) => ({
    ko: `${uses}명 초대`,
    en: uses === 1 ? 'For one person' : `For ${uses} people`,
  }),
  usesLeft: { ko: '남은 자리', en: 'Left' },
  usesLeftOf: (left: number, uses: number) => ({ ko: `${uses}명 중 ${left}명`, en: `${left} of ${uses}` }),
  created: { ko: '만든 때', en: 'Created' },
  inviteStates: {
    'expires-soon': { ko: '곧 만료', en: 'Expires soon' },
    used: { ko: '모두 사용', en: 'Used up' },
    expired: { ko: '만료됨', en: 'Expired' },
    revoked: { ko: '폐기됨', en: 'Revoked' },
  },

  people: { ko: '가입할 수 있는 사람', en: 'How many people' },
  peopleLabel: { ko: '사람 수', en: 'Number of people' },
  validUntil: (date: string) => ({ ko: `${date}까지 쓸 수 있어요.`, en: `Valid until ${date}.` }),
  createInvite: { ko: '초대 만들기', en: 'Make the invite' },
  createPurpose: { ko: '초대를 만들어요.', en: 'To make an invite.' },

  sendInvite: { ko: '초대 주소를 보내세요', en: 'Send this address' },
  addressOnce: {
    ko: '주소는 지금만 표시돼요. 닫으면 다시 볼 수 없어요.',
    en: 'The address is shown only now. You cannot see it again after you close this.',
  },
  inviteAddress: { ko: '초대 주소', en: 'Invite address' },
  inviteUse: (uses: number, until: string) => ({
    ko: `초대할 사람에게 메시지로 보내세요. ${until}까지 ${uses}명이 이 주소로 가입할 수 있어요. 열어 보기만 한 것은 세지 않아요.`,
    en: `Send it to whoever you invite. ${uses === 1 ? 'One person' : `${uses} people`} can sign up with it until ${until}. Opening it alone uses nothing up.`,
  }),
  onlyHere: {
    ko: '이 주소는 이 서버가 도는 컴퓨터에서만 열려요. 다른 기기에서도 열리게 하려면 ROLLBOOK_PUBLIC_URL을 설정하세요.',
    en: 'This address works only on the computer that runs the server. Set ROLLBOOK_PUBLIC_URL to let other devices open it.',
  },
  addressKept: { ko: '주소를 복사했어요', en: 'I have copied it' },

  revokeInvite: (inviteId: string) => ({ ko: `초대 ${inviteId} 폐기`, en: `Revoke the invite ${inviteId}` }),
  revokeTitle: { ko: '초대를 폐기할까요?', en: 'Revoke this invite?' },
  revokeText: (left: number) => ({
    ko: `남은 ${left}명은 이 주소로 가입할 수 없게 돼요. 이미 가입한 계정은 그대로예요. 되돌릴 수 없어요.`,
    en: `${left === 1 ? 'The person who is' : `The ${left} people who are`} left can no longer sign up with it. Accounts that already did stay. This cannot be undone.`,
  }),
  revokePurpose: { ko: '초대를 폐기해요.', en: 'To revoke an invite.' },
  revoked: { ko: '초대를 폐기했어요.', en: 'Invite revoked.' },

  accounts: { ko: '계정', en: 'Accounts' },
  accountsText: {
    ko: '다른 사람의 학생 목록은 운영자도 여기에서 볼 수 없어요.',
    en: 'Nobody’s roster can be seen here, not even by operators.',
  },
  findAccount: { ko: '이름이나 ID로 찾기', en: 'Find by name or ID' },
  noAccount: { ko: '찾는 계정이 없어요.', en: 'No account found.' },
  accountsFound: (count: number) => ({
    ko: `${count}개를 찾았어요.`,
    en: count === 1 ? 'One account found.' : `${count} accounts found.`,
  }),
  accountsShown: (count: number) => ({
    ko: `찾은 계정 중 처음 ${count}개를 보여 줘요.`,
    en: `The first ${count} accounts found are shown.`,
  }),
  ownAccount: { ko: '내 계정', en: 'You' },
  operator: { ko: '운영자', en: 'Operator' },
  suspended: { ko: '정지됨', en: 'Suspended' },
  accountCreated: { ko: '가입', en: 'Created' },

  suspend: { ko: '정지', en: 'Suspend' },
  suspendAccount: (name: string) => ({ ko: `${name} 정지`, en: `Suspend ${name}` }),
  suspendTitle: { ko: '계정을 정지할까요?', en: 'Suspend this account?' },
  suspendText: (name: string) => ({
    ko: `‘${name}’ 계정의 로그인과 API 키가 다음 요청부터 거부돼요. 데이터는 그대로 남고, 언제든지 정지를 풀 수 있어요.`,
    en: `Sign-ins and API keys of “${name}” are refused from the next request on. Its data stays, and you can lift the suspension at any time.`,
  }),
  suspendPurpose: { ko: '계정을 정지해요.', en: 'To suspend an account.' },
  accountSuspended: (name: string) => ({ ko: `‘${name}’ 계정을 정지했어요.`, en: `Suspended “${name}”.` }),
  activate: { ko: '정지 해제', en: 'Lift suspension' },
  activateAccount: (name: string) => ({ ko: `${name} 정지 해제`, en: `Lift the suspension of ${name}` }),
  activateTitle: { ko: '정지를 풀까요?', en: 'Lift the suspension?' },
  activateText: (name: string) => ({
    ko: `‘${name}’ 계정으로 다시 로그인할 수 있어요. 끝나지 않은 로그인과 API 키도 바로 다시 쓸 수 있어요.`,
    en: `“${name}” can sign in again. Sessions and API keys that have not ended work again at once.`,
  }),
  activatePurpose: { ko: '계정의 정지를 풀어요.', en: 'To lift a suspension.' },
  accountActivated: (name: string) => ({
    ko: `‘${name}’ 계정의 정지를 풀었어요.`,
    en: `“${name}” is active again.`,
  }),

  link: { ko: '로그인 링크', en: 'Sign-in link' },
  linkAccount: (name: string) => ({ ko: `${name} 로그인 링크`, en: `Sign-in link for ${name}` }),
  linkTitle: { ko: '로그인 링크를 만들까요?', en: 'Make a sign-in link?' },
  linkText: (name: string) => ({
    ko: `패스키와 복구 코드를 모두 잃어버린 사람을 위한 일회용 주소예요. 여는 사람은 누구든 ‘${name}’ 계정에 들어가니, 본인의 부탁인지 먼저 확인하세요. 전에 만든 링크는 쓸 수 없게 돼요.`,
    en: `A one-time address for somebody who has lost all passkeys and recovery codes. Whoever opens it gets into “${name}”, so make sure that it is the owner who asks. It voids any earlier link.`,
  }),
  linkPurpose: { ko: '계정에 들어가는 링크를 만들어요.', en: 'To make a sign-in link.' },
  sendLink: { ko: '로그인 링크를 보내세요', en: 'Send this sign-in link' },
  linkAddress: (name: string) => ({ ko: `${name}의 로그인 링크`, en: `Sign-in link for ${name}` }),
  linkUse: (until: string) => ({
    ko: `계정 주인에게만 보내세요. ${until}까지 한 번 쓸 수 있고, 열면 그 기기에 새 패스키를 등록해요.`,
    en: `Send it to the owner of the account only. It works once, until ${until}, and registers a new passkey on the device that opens it.`,
  }),
} as const;
