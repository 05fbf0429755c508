import { ROSTER_FORMATS, type RosterFormat } from '../../../client/formats/parsed-roster.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import type { ActivityKind } from '../../../server/activity/activity.ts';
import type { SessionOrigin } from '../../../server/session/session-records.ts';
import { titleOfFormat } from './format-titles.ts';
import { pluralize } from './pluralize.ts';

/** Texts of the account page. */
export const ACCOUNT = {
  since: (date: string) => ({ ko: `${date}에 만든 계정이에요.`, en: `Created on ${date}.` }),
  renamedAccount: { ko: '계정 이름을 바꿨어요.', en: 'Account renamed.' },

  passkeys: { ko: '패스키', en: 'Passkeys' },
  passkeysText: {
    ko: '기기마다 하나씩 등록해 두면 하나를 잃어버려도 로그인할 수 있어요.',
    en: 'Register one for each device, so that you can still sign in if you lose one.',
  },
  addPasskey: { ko: '패스키 추가', en: 'Add a passkey' },
  addText: {
    ko: '이 기기나 휴대폰, 보안 키에 패스키를 만들어요. 다른 휴대폰에 만들려면 브라우저가 보여 주는 QR 코드를 그 휴대폰으로 찍으세요.',
    en: 'Creates a passkey on this device, a phone or a security key. To use another phone, scan the QR code that your browser shows with that phone.',
  },
  addPurpose: { ko: '패스키를 추가해요.', en: 'To add a passkey.' },
  added: (name: string) => ({ ko: `‘${name}’ 패스키를 추가했어요.`, en: `Added the passkey “${name}”.` }),
  createdAt: { ko: '등록', en: 'Registered' },
  rename: { ko: '이름 바꾸기', en: 'Rename' },
  renamePasskey: (name: string) => ({ ko: `${name} 이름 바꾸기`, en: `Rename ${name}` }),
  renameTitle: { ko: '패스키 이름 바꾸기', en: 'Rename the passkey' },
  renamePurpose: { ko: '패스키의 이름을 바꿔요.', en: 'To rename a passkey.' },
  renamed: { ko: '이름을 바꿨어요.', en: 'Renamed.' },
  remove: { ko: '삭제', en: 'Remove' },
  removePasskey: (name: string) => ({ ko: `${name} 삭제`, en: `Remove ${name}` }),
  removeTitle: { ko: '패스키를 삭제할까요?', en: 'Remove this passkey?' },
  removeText: (name: string) => ({
    ko: `‘${name}’ 패스키로는 더 이상 로그인할 수 없어요. 기기에 남은 패스키는 기기의 설정에서 지우세요.`,
    en: `You can no longer sign in with “${name}”. To delete it from the device too, use the device’s settings.`,
  }),
  removePurpose: { ko: '패스키를 삭제해요.', en: 'To remove a passkey.' },
  removed: (name: string) => ({ ko: `‘${name}’ 패스키를 삭제했어요.`, en: `Removed the passkey “${name}”.` }),
  lastPasskey: { ko: '마지막 패스키는 삭제할 수 없어요.', en: 'The last passkey cannot be removed.' },

  codesText: {
    ko: '패스키를 모두 잃어버렸을 때 로그인하는 방법이에요.',
    en: 'Your way in if you lose all your passkeys.',
  },
  codesLeft: (count: number) => ({ ko: `${count}개 남았어요.`, en: `${pluralize(count, 'code')} left.` }),
  codesFew: { ko: '얼마 남지 않았어요. 새로 만들어 두세요.', en: 'Only a few are left. Make new ones.' },
  codesNone: {
    ko: '남은 코드가 없어요. 패스키를 모두 잃어버리면 운영자의 링크로만 들어올 수 있어요.',
    en: 'None are left. If you lose your passkeys, only a link from the operator lets you in.',
  },
  newCodes: { ko: '새로 만들기', en: 'Make new codes' },
  newCodesTitle: { ko: '복구 코드를 새로 만들까요?', en: 'Make new recovery codes?' },
  newCodesText: {
    ko: '지금까지의 코드는 모두 쓸 수 없게 되고, 새 코드 10개가 한 번 표시돼요.',
    en: 'All your current codes stop working, and ten new ones are shown once.',
  },
  newCodesPurpose: { ko: '복구 코드를 새로 만들어요.', en: 'To make new recovery codes.' },

  sessions: { ko: '로그인', en: 'Sessions' },
  sessionEnds: (date: string) => ({
    ko: `이 브라우저의 로그인은 ${date}까지 유지되고, 사용하면 연장돼요.`,
    en: `You stay signed in on this browser until ${date}, and longer if you use it.`,
  }),
  unknownBrowser: { ko: '알 수 없는 브라우저', en: 'Unknown browser' },
  beganWith: { ko: '로그인 방법', en: 'Signed in with' },
  beganAt: { ko: '시작', en: 'Since' },
  endSession: { ko: '끝내기', en: 'End' },
  endSessionOf: (browser: string) => ({
    ko: `${browser} 로그인 끝내기`,
    en: `End the session of ${browser}`,
  }),
  endSessionTitle: { ko: '이 로그인을 끝낼까요?', en: 'End this session?' },
  endSessionText: (browser: string) => ({
    ko: `‘${browser}’에서 바로 로그아웃돼요.`,
    en: `“${browser}” is signed out at once.`,
  }),
  endSessionPurpose: { ko: '다른 로그인을 끝내요.', en: 'To end another session.' },
  sessionEnded: { ko: '로그인을 끝냈어요.', en: 'Session ended.' },
  openLink: (madeBy: string | null, until: string) => ({
    ko: `${madeBy === null ? '서버' : `‘${madeBy}’`} 운영자가 만든 일회용 링크로 ${until}까지 누구든 이 계정에 들어올 수 있어요. 내가 부탁한 것이 아니라면 끝내세요.`,
    en: `Until ${until}, whoever has the one-time link of ${madeBy === null ? 'the operator of the server' : `the operator “${madeBy}”`} can enter this account. End it unless you asked for it.`,
  }),
  endLink: { ko: '링크 끝내기', en: 'End the link' },
  linkEnded: { ko: '링크를 끝냈어요.', en: 'Link ended.' },
  intruderHint: {
    ko: '내가 모르는 로그인이나 키, 활동이 보이나요?',
    en: 'Do you see a session, key or activity that is not yours?',
  },
  intruder: { ko: '누가 내 계정에 들어왔어요', en: 'Somebody else was here' },
  evictText: {
    ko: '다른 로그인과 운영자의 링크, 복구 코드, 모든 API 키와 앱을 한 번에 끝내고 새 복구 코드를 드려요. 공유 링크는 주소가 모두 바뀌어요. 도구에는 새 키를 발급해 주세요.',
    en: 'Ends all other sessions, any link from the operator, the recovery codes, every API key and every app at once, gives shared links new addresses, and gives you new codes. Your tools will need new keys.',
  },
  evictPasskeys: {
    ko: '내 패스키를 모두 고르세요. 나머지는 삭제돼요.',
    en: 'Select all the passkeys that are yours. The rest are removed.',
  },
  evictOwnPasskey: {
    ko: '지금 본인 확인에 쓴 패스키는 고르지 않아도 남아요.',
    en: 'The passkey you confirm with always stays.',
  },
  registeredOn: (date: string) => ({ ko: `${date} 등록`, en: `registered ${date}` }),
  evictPurpose: { ko: '다른 사람을 내보내요.', en: 'To lock everybody else out.' },
  evictButton: { ko: '모두 내보내기', en: 'Lock everybody else out' },
  evicted: {
    ko: '이제 이 브라우저만 로그인되어 있어요. 이전 복구 코드는 쓸 수 없어요.',
    en: 'Only this browser is signed in now. The old recovery codes no longer work.',
  },
  evictedChanges: { ko: '바뀐 것을 확인해 보세요', en: 'Check what was changed' },
  evictedChangesText: {
    ko: '끝난 로그인과 키가 학생 목록을 바꾼 적이 있어요. 내가 한 것이 아니라면 기록에서 되돌릴 수 있어요.',
    en: 'Sessions and keys that have ended have changed your roster. What was not you can be taken back in the history.',
  },
  evictedGroups: (groups: number) => ({
    ko: `변경 ${groups}묶음, 마지막`,
    en: `${groups === 1 ? 'one change' : `${groups} changes`}, last`,
  }),
  synced: { ko: '다른 기기와 동기화됨', en: 'Synced with other devices' },
  onOneDevice: { ko: '이 패스키를 만든 기기', en: 'The device that created it' },
  storedAs: { ko: '보관', en: 'Stored on' },
  signOutEverywhere: { ko: '모든 기기에서 로그아웃', en: 'Sign out everywhere' },
  signOutEverywhereText: {
    ko: '이 브라우저를 포함한 모든 기기에서 바로 로그아웃되고, 운영자에게 받은 링크도 쓸 수 없게 돼요. API 키와 앱, 복구 코드는 그대로 쓸 수 있어요.',
    en: 'Every device is signed out at once, including this browser, and a link from the operator stops working. API keys, apps and recovery codes keep working.',
  },
  signOutApps: { ko: '함께 끊을 앱', en: 'Apps to disconnect as well' },
  signOutAppsHint: {
    ko: '지난 90일 동안 연결한 앱이고, 새로 연결한 것부터 보여요. 다른 사람이 연결했을 수 있어요. 모르는 앱은 체크하세요.',
    en: 'The apps that were connected in the last 90 days, newest first. Somebody else may have connected them: tick those that you do not know.',
  },
  signOutPurpose: {
    ko: '모든 기기에서 로그아웃하고 앱의 연결을 끊어요.',
    en: 'To sign out everywhere and disconnect apps.',
  },

  deleteAccount: { ko: '계정 삭제', en: 'Delete account' },
  deleteText: {
    ko: '계정과 저장된 내용을 모두 삭제해요. 되돌릴 수 없어요.',
    en: 'Deletes your account and everything in it. This cannot be undone.',
  },
  moveText: {
    ko: '다른 서버로 옮기고 싶다면 먼저 이 계정의 데이터를 파일로 저장해서 그 서버의 가져오기에 넣으세요.',
    en: 'Moving to another server? First save the data of this account as a file and import it there.',
  },
  moveLink: { ko: '계정 데이터 저장하기', en: 'Save account data' },
  deleteTitle: { ko: '계정을 삭제할까요?', en: 'Delete your account?' },
  deleteWarning: {
    ko: '학생, 인연, API 키, 패스키가 바로 삭제되고 모든 기기에서 로그아웃돼요. 운영자도 되돌릴 수 없어요.',
    en: 'Your students, bonds, API keys and passkeys are deleted at once, and every device is signed out. Nobody can bring them back.',
  },
  deleteSaveFirst: {
    ko: '먼저 계정 데이터를 파일로 저장해 두세요.',
    en: 'Save your account data to a file first.',
  },
  deleteConfirm: (name: string) => ({
    ko: `확인을 위해 계정 이름(${name})을 입력하세요`,
    en: `To confirm, type the account name “${name}”`,
  }),
  deleteMismatch: { ko: '계정 이름과 달라요.', en: 'This is not the name of the account.' },
  deleteButton: { ko: '계정 삭제', en: 'Delete my account' },
  deletePurpose: { ko: '계정을 삭제해요.', en: 'To delete your account.' },

  activity: { ko: '최근 활동', en: 'Recent activity' },
  noActivity: { ko: '아직 활동이 없어요.', en: 'No activity yet.' },
  showAll: (count: number) => ({ ko: `모두 보기(${count})`, en: `Show all (${count})` }),
} as const;

export const SESSION_ORIGINS: Record<SessionOrigin, Bilingual> = {
  passkey: { ko: '삭제된 패스키', en: 'A passkey that was removed' },
  link: { ko: '운영자의 링크', en: 'A link from the operator' },
  recovery: { ko: '복구 코드', en: 'A recovery code' },
};

/** One entry of the recent activity, with the name or count that belongs to it. */
export const ACTIVITY: Record<ActivityKind, (detail: string) => Bilingual> = {
  'account-created': () => ({ ko: '계정을 만들었어요.', en: 'Account created.' }),
  'signed-in': (name) => ({
    ko: `‘${name}’ 패스키로 로그인했어요.`,
    en: `Signed in with the passkey “${name}”.`,
  }),
  'sign-in-failed': (name) => ({
    ko: `‘${name}’ 패스키의 로그인 시도가 거부됐어요.`,
    en: `A sign-in with the passkey “${name}” was refused.`,
  }),
  verified: (name) => ({
    ko: `‘${name}’ 패스키로 본인 확인을 했어요.`,
    en: `Confirmed with the passkey “${name}”.`,
  }),
  'verification-failed': () => ({ ko: '본인 확인에 실패했어요.', en: 'A passkey check failed.' }),
  'entered-by-link': () => ({
    ko: '운영자의 일회용 링크로 들어왔어요.',
    en: 'Entered with a one-time link from the operator.',
  }),
  'entered-by-recovery-code': () => ({ ko: '복구 코드로 들어왔어요.', en: 'Entered with a recovery code.' }),
  'signed-out-everywhere': () => ({ ko: '모든 기기에서 로그아웃했어요.', en: 'Signed out everywhere.' }),
  'session-ended': (browser) => ({
    ko: `로그인 하나를 끝냈어요${browser && `: ${browser}`}.`,
    en: `Ended a session${browser && `: ${browser}`}.`,
  }),
  'intruder-evicted': () => ({
    ko: '다른 사람을 내보냈어요. 다른 로그인과 키는 모두 끝났어요.',
    en: 'Locked everybody else out: all other sessions and all keys ended.',
  }),
  'account-renamed': (name) => ({
    ko: `계정 이름을 바꿨어요: ‘${name}’.`,
    en: `Renamed the account to “${name}”.`,
  }),
  'passkey-renamed': (name) => ({
    ko: `패스키 이름을 바꿨어요: ‘${name}’.`,
    en: `Renamed a passkey to “${name}”.`,
  }),
  'passkey-added': (name) => ({ ko: `‘${name}’ 패스키를 추가했어요.`, en: `Added the passkey “${name}”.` }),
  'passkey-removed': (name) => ({
    ko: `‘${name}’ 패스키를 삭제했어요.`,
    en: `Removed the passkey “${name}”.`,
  }),
  'recovery-codes-replaced': () => ({ ko: '복구 코드를 새로 만들었어요.', en: 'Made new recovery codes.' }),
  'key-issued': (name) => ({ ko: `‘${name}’ 키를 발급했어요.`, en: `Issued the key “${name}”.` }),
  'key-rotated': (name) => ({ ko: `‘${name}’ 키를 교체했어요.`, en: `Rotated the key “${name}”.` }),
  'key-revoked': (name) => ({ ko: `‘${name}’ 키를 폐기했어요.`, en: `Revoked the key “${name}”.` }),
  'app-connected': (name) => ({ ko: `‘${name}’ 앱을 연결했어요.`, en: `Connected the app “${name}”.` }),
  'app-disconnected': (name) => ({
    ko: `‘${name}’ 앱의 연결을 끊었어요.`,
    en: `Disconnected the app “${name}”.`,
  }),
  'app-writes': (name) => ({
    ko: `‘${name}’ 앱이 바로 저장하도록 허용했어요.`,
    en: `Let the app “${name}” save at once.`,
  }),
  'app-asks': (name) => ({
    ko: `‘${name}’ 앱이 먼저 물어보도록 바꿨어요.`,
    en: `Made the app “${name}” ask first.`,
  }),
  'proposal-applied': (name) => ({
    ko: `‘${name}’의 제안을 적용했어요.`,
    en: `Agreed to what “${name}” proposed.`,
  }),
  'proposal-declined': (name) => ({
    ko: `‘${name}’의 제안을 거절했어요.`,
    en: `Declined what “${name}” proposed.`,
  }),
  'share-created': (name) => ({
    ko: `‘${name}’ 공유 링크를 만들었어요.`,
    en: `Made the shared link “${name}”.`,
  }),
  'share-changed': (name) => ({
    ko: `‘${name}’ 공유 링크를 바꿨어요.`,
    en: `Changed the shared link “${name}”.`,
  }),
  'share-renewed': (name) => ({
    ko: `‘${name}’ 공유 링크의 주소를 새로 만들었어요. 이전 주소는 열리지 않아요.`,
    en: `Gave the shared link “${name}” a new address. The old one no longer opens.`,
  }),
  'share-deleted': (name) => ({
    ko: `‘${name}’ 공유 링크를 지웠어요.`,
    en: `Deleted the shared link “${name}”.`,
  }),
  'board-created': (name) => ({ ko: `‘${name}’ 보드를 만들었어요.`, en: `Made the board “${name}”.` }),
  'board-changed': (name) => ({ ko: `‘${name}’ 보드를 바꿨어요.`, en: `Changed the board “${name}”.` }),
  'board-deleted': (name) => ({ ko: `‘${name}’ 보드를 끝냈어요.`, en: `Ended the board “${name}”.` }),
  'board-joined': (name) => ({
    ko: `‘${name}’ 보드에 링크를 올렸어요.`,
    en: `Put a link on the board “${name}”.`,
  }),
  'board-left': (name) => ({
    ko: `‘${name}’ 보드에서 나왔어요.`,
    en: `Left the board “${name}”.`,
  }),
  'key-refused': (name) => ({
    ko: `끝난 ‘${name}’ 키로 요청이 왔지만 거부했어요.`,
    en: `Refused a request with the ended key “${name}”.`,
  }),
  'roster-imported': describeImport,
  'operator-given': () => ({
    ko: '이 계정이 서버 운영자 권한을 받았어요.',
    en: 'This account became an operator of the server.',
  }),
  'operator-taken': () => ({
    ko: '이 계정의 서버 운영자 권한이 없어졌어요.',
    en: 'This account is no longer an operator of the server.',
  }),
  'link-by-operator': (operator) => ({
    ko: `${operator && `‘${operator}’ `}운영자가 이 계정으로 들어오는 일회용 링크를 만들었어요.`,
    en: `${operator ? `The operator “${operator}”` : 'An operator'} made a one-time link into this account.`,
  }),
  'link-ended': () => ({
    ko: '이 계정으로 들어오는 일회용 링크를 끝냈어요.',
    en: 'Ended a one-time link into this account.',
  }),
  'suspended-by-operator': () => ({
    ko: '운영자가 이 계정을 정지했어요.',
    en: 'An operator suspended this account.',
  }),
  'activated-by-operator': () => ({
    ko: '운영자가 이 계정의 정지를 풀었어요.',
    en: 'An operator lifted the suspension of this account.',
  }),
  'link-created': (name) => ({
    ko: `‘${name}’ 계정의 일회용 링크를 만들었어요.`,
    en: `Made a one-time link into the account “${name}”.`,
  }),
  'account-suspended': (name) => ({
    ko: `‘${name}’ 계정을 정지했어요.`,
    en: `Suspended the account “${name}”.`,
  }),
  'account-activated': (name) => ({
    ko: `‘${name}’ 계정의 정지를 풀었어요.`,
    en: `Lifted the suspension of the account “${name}”.`,
  }),
  'invite-created': (id) => ({ ko: `초대를 만들었어요: ${id}.`, en: `Created the invite ${id}.` }),
  'invite-revoked': (id) => ({ ko: `초대를 폐기했어요: ${id}.`, en: `Revoked the invite ${id}.` }),
  'catalogue-fetch-on': () => ({
    ko: '새 학생을 매일 가져오게 했어요.',
    en: 'Turned on fetching new students every day.',
  }),
  'catalogue-fetch-off': () => ({
    ko: '새 학생을 매일 가져오지 않게 했어요.',
    en: 'Turned off fetching new students every day.',
  }),
  'portraits-fetch-on': () => ({
    ko: '학생 그림을 가져오게 했어요.',
    en: 'Turned on fetching pictures of students.',
  }),
  'portraits-fetch-off': () => ({
    ko: '학생 그림을 가져오지 않게 했어요.',
    en: 'Turned off fetching pictures of students.',
  }),
};

/** `counts` is the format, then +registered ~changed -removed. */
function describeImport(counts: string): Bilingual {
  const [, format = '', registered = '', changed = '', removed = ''] =
    /^(\S+) \+(\d+) ~(\d+) -(\d+)$/.exec(counts) ?? [];
  if (!Object.hasOwn(ROSTER_FORMATS, format))
    return { ko: `학생 목록을 가져왔어요. (${counts})`, en: `Imported a roster (${counts}).` };
  const title = titleOfFormat(format as RosterFormat);
  const list = (named: [string, string][]) =>
    named
      .filter(([count]) => count !== '0')
      .map(([, text]) => text)
      .join(', ');
  const ko = list([
    [registered, `새 학생 ${registered}명`],
    [changed, `변경 ${changed}명`],
    [removed, `삭제 ${removed}명`],
  ]);
  const en = list([
    [registered, `${registered} new`],
    [changed, `${changed} changed`],
    [removed, `${removed} removed`],
  ]);
  return { ko: `${title.ko}에서 가져왔어요: ${ko}.`, en: `Imported from ${title.en}: ${en}.` };
}
