/** Texts of API keys, on the page of connections. */
export const KEYS = {
  title: { ko: 'API 키', en: 'API keys' },
  intro: {
    ko: '앱 연결을 지원하지 않는 도구에 쓰는 키예요. 도구마다 따로 만들면 하나만 폐기할 수 있어요.',
    en: 'For tools that cannot connect by themselves. Give each its own key, so that you can revoke just one.',
  },
  newKey: { ko: '새 키', en: 'New key' },
  areas: { ko: '영역', en: 'Areas' },
  areaChoices: {
    all: { ko: '모든 영역', en: 'All areas' },
    some: { ko: '고르기', en: 'Choose' },
  },
  areaGroups: {
    roster: { ko: '학생', en: 'Students' },
    plan: { ko: '계획(목표와 재고)', en: 'Plan (goals and stock)' },
    history: { ko: '기록(보기만)', en: 'History (reading only)' },
  },
  areasIncluded: {
    ko: '계획과 기록에는 학생의 값이 나타나므로 학생 보기도 포함돼요.',
    en: 'Plan and history show values of students, so both include seeing them.',
  },
  areasRequired: { ko: '영역을 하나 이상 고르세요.', en: 'Choose at least one area.' },
  areasReadOnly: {
    ko: '기록은 볼 수만 있어요. 학생이나 계획도 고르거나 읽기 전용으로 발급하세요.',
    en: 'The history can only be read. Choose students or the plan too, or issue a read-only key.',
  },

  empty: { ko: '아직 키가 없어요', en: 'No keys yet' },
  emptyText: {
    ko: '앱 연결을 지원하지 않는 스캐너, 플래너, 봇에는 키를 발급해서 넣으세요. 언제든지 폐기할 수 있어요.',
    en: 'Give a key to a scanner, planner or bot that cannot connect by itself. You can revoke it at any time.',
  },
  endedKeys: (count: number) => ({ ko: `끝난 키 ${count}개`, en: `Ended keys (${count})` }),

  permission: { ko: '권한', en: 'Permission' },
  permissions: {
    read: { ko: '읽기 전용', en: 'Read only' },
    write: { ko: '읽기와 쓰기', en: 'Read and write' },
  },
  permissionHints: {
    read: { ko: '데이터를 조회만 해요.', en: 'Can read your data but not change it.' },
    write: { ko: '데이터를 조회하고 바꿔요.', en: 'Can read and change your data.' },
  },
  issued: { ko: '발급', en: 'Issued' },
  expired: { ko: '만료됨', en: 'Expired' },
  revoked: { ko: '폐기됨', en: 'Revoked' },
  expiresSoon: { ko: '곧 만료', en: 'Expires soon' },

  limits: { ko: '요청 한도', en: 'Rate limits' },
  limitsHint: {
    ko: '모든 앱과 키가 함께 써요. 이 페이지의 요청은 세지 않아요.',
    en: 'Shared by all apps and keys. Requests from this page do not count.',
  },
  read: { ko: '읽기', en: 'Reads' },
  write: { ko: '쓰기', en: 'Writes' },
  limitUsed: (used: string, limit: string, windowMinutes: number) => ({
    ko: `${windowMinutes}분에 ${limit}회 중 ${used}회 사용`,
    en: `${used} of ${limit} in ${windowMinutes === 1 ? 'a minute' : `${windowMinutes} minutes`}`,
  }),
  limitResets: (seconds: number) =>
    seconds >= 90
      ? { ko: `${Math.ceil(seconds / 60)}분 뒤 초기화`, en: `resets in ${Math.ceil(seconds / 60)} min` }
      : { ko: `${seconds}초 뒤 초기화`, en: `resets in ${seconds} s` },
  limitUnused: { ko: '지금은 사용하지 않음', en: 'not in use' },

  issueTitle: { ko: '새 API 키', en: 'New API key' },
  nameHint: { ko: '어느 도구에서 쓰는지 적으세요.', en: 'Name the tool that uses it.' },
  namePlaceholder: { ko: '예: 디스코드 봇', en: 'e.g. Discord bot' },
  year: { ko: '1년', en: '1 year' },
  expiresOn: (date: string) => ({ ko: `${date}에 만료돼요.`, en: `Expires on ${date}.` }),
  issueButton: { ko: '키 발급', en: 'Issue key' },
  issuePurpose: { ko: '새 API 키를 발급해요.', en: 'To issue a new API key.' },

  shownTitle: { ko: '키를 복사하세요', en: 'Copy your key' },
  shownOnce: {
    ko: '키는 지금만 표시돼요. 닫으면 다시 볼 수 없어요.',
    en: 'The key is shown only now. You cannot see it again after you close this.',
  },
  environment: { ko: '환경 변수', en: 'Environment variables' },
  environmentHint: {
    ko: '안내의 예제와 rollbook roster 명령이 읽어요.',
    en: 'Read by the samples in the guide and by the rollbook roster command.',
  },
  firstRequest: { ko: '첫 요청', en: 'First request' },
  shownDone: { ko: '키를 보관했어요', en: 'I have saved the key' },

  rotate: { ko: '교체', en: 'Rotate' },
  rotateKey: (name: string) => ({ ko: `${name} 교체`, en: `Rotate ${name}` }),
  rotateTitle: { ko: '키 교체', en: 'Rotate the key' },
  rotateText: (name: string) => ({
    ko: `‘${name}’ 키와 권한과 기간이 같은 새 키를 발급해요. 이전 키는 정한 시간 동안 함께 쓸 수 있어요.`,
    en: `Issues a new key with the permission and lifetime of “${name}”. The old key keeps working for the time you choose.`,
  }),
  overlap: { ko: '이전 키를 쓸 수 있는 시간', en: 'The old key keeps working' },
  overlaps: {
    0: { ko: '바로 폐기', en: 'Not at all' },
    10: { ko: '10분', en: '10 minutes' },
    60: { ko: '1시간', en: '1 hour' },
    1440: { ko: '24시간', en: '24 hours' },
  },
  rotateButton: { ko: '새 키 발급', en: 'Issue the new key' },
  rotatePurpose: { ko: 'API 키를 교체해요.', en: 'To rotate an API key.' },
  rotated: (until: string) => ({
    ko: `이전 키는 ${until}까지 쓸 수 있어요.`,
    en: `The old key works until ${until}.`,
  }),
  notRotated: {
    ko: '이미 폐기되었거나 만료된 키예요. 새 키를 발급하세요.',
    en: 'This key is revoked or has expired. Issue a new one.',
  },
  rotatedAtOnce: { ko: '이전 키는 폐기됐어요.', en: 'The old key is revoked.' },

  written: (groups: number) => ({
    ko: `이 키로 바꾼 기록 ${groups}묶음`,
    en: groups === 1 ? 'Changed your data once' : `Changed your data ${groups} times`,
  }),
  lastWritten: { ko: '마지막 변경', en: 'last change' },
  takeBack: { ko: '바꾼 것 되돌리기', en: 'Take back its changes' },

  revokeKey: (name: string) => ({ ko: `${name} 폐기`, en: `Revoke ${name}` }),
  revokeTitle: { ko: '키를 폐기할까요?', en: 'Revoke this key?' },
  revokeText: (name: string) => ({
    ko: `‘${name}’ 키를 쓰는 도구의 다음 요청부터 거부돼요. 되돌릴 수 없어요.`,
    en: `Tools that use the key “${name}” are refused from their next request on. This cannot be undone.`,
  }),
  revokePurpose: { ko: 'API 키를 폐기해요.', en: 'To revoke an API key.' },
  revokedNotice: (name: string) => ({ ko: `‘${name}’ 키를 폐기했어요.`, en: `Revoked “${name}”.` }),
} as const;
