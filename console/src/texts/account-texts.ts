import { ROSTER_FORMATS, type RosterFormat } from '../../../client/formats/roster.ts';
import type { Bilingual } from '../../../contract/bilingual.ts';
import type { ActivityKind } from '../../../server/store/console-records.ts';

/** Texts of the account page and of the passkey check. */
export const ACCOUNT = {
  title: { ko: '계정', en: 'Account' },
  since: (date: string) => ({ ko: `${date}에 만든 계정입니다.`, en: `Created on ${date}.` }),
  accountId: { ko: '계정 ID', en: 'Account ID' },

  passkeys: { ko: '패스키', en: 'Passkeys' },
  passkeysText: {
    ko: '기기마다 하나씩 등록해 두면 하나를 잃어버려도 로그인할 수 있습니다.',
    en: 'Register one for each device, so that you can sign in when you lose one.',
  },
  addPasskey: { ko: '패스키 추가', en: 'Add a passkey' },
  addTitle: { ko: '패스키 추가', en: 'Add a passkey' },
  addText: {
    ko: '이 기기나 휴대폰, 보안 키에 패스키를 만듭니다.',
    en: 'Creates a passkey on this device, a phone or a security key.',
  },
  addPurpose: { ko: '패스키를 추가합니다.', en: 'To add a passkey.' },
  added: (name: string) => ({ ko: `‘${name}’ 패스키를 추가했습니다.`, en: `Added the passkey “${name}”.` }),
  createdAt: { ko: '등록', en: 'Registered' },
  lastUsed: { ko: '마지막 사용', en: 'Last used' },
  rename: { ko: '이름 바꾸기', en: 'Rename' },
  renamePasskey: (name: string) => ({ ko: `${name} 이름 바꾸기`, en: `Rename ${name}` }),
  renameTitle: { ko: '패스키 이름 바꾸기', en: 'Rename the passkey' },
  renamePurpose: { ko: '패스키의 이름을 바꿉니다.', en: 'To rename a passkey.' },
  renamed: { ko: '이름을 바꾸었습니다.', en: 'Renamed.' },
  remove: { ko: '삭제', en: 'Remove' },
  removePasskey: (name: string) => ({ ko: `${name} 삭제`, en: `Remove ${name}` }),
  removeTitle: { ko: '패스키를 삭제하시겠습니까?', en: 'Remove this passkey?' },
  removeText: (name: string) => ({
    ko: `‘${name}’ 패스키로는 더 이상 로그인할 수 없습니다. 기기에 남은 패스키는 기기의 설정에서 지우십시오.`,
    en: `You can no longer sign in with “${name}”. Delete what stays on the device in its own settings.`,
  }),
  removePurpose: { ko: '패스키를 삭제합니다.', en: 'To remove a passkey.' },
  removed: (name: string) => ({
    ko: `‘${name}’ 패스키를 삭제했습니다.`,
    en: `Removed the passkey “${name}”.`,
  }),
  lastPasskey: {
    ko: '마지막 패스키는 삭제할 수 없습니다.',
    en: 'The last passkey cannot be removed.',
  },

  codes: { ko: '복구 코드', en: 'Recovery codes' },
  codesText: {
    ko: '패스키를 모두 잃어버렸을 때 로그인하는 방법입니다.',
    en: 'Your way in when all passkeys are lost.',
  },
  codesLeft: (count: number) => ({
    ko: `${count}개 남았습니다.`,
    en: count === 1 ? '1 code left.' : `${count} codes left.`,
  }),
  codesFew: {
    ko: '얼마 남지 않았습니다. 새로 만들어 두십시오.',
    en: 'Few are left. Make new ones.',
  },
  codesNone: {
    ko: '남은 코드가 없습니다. 패스키를 모두 잃어버리면 운영자의 링크로만 들어올 수 있습니다.',
    en: 'None are left. If you lose your passkeys, only a link from the operator lets you in.',
  },
  newCodes: { ko: '새로 만들기', en: 'Make new codes' },
  newCodesTitle: { ko: '복구 코드를 새로 만드시겠습니까?', en: 'Make new recovery codes?' },
  newCodesText: {
    ko: '지금까지의 코드는 모두 쓸 수 없게 되고, 새 코드 10개가 한 번 표시됩니다.',
    en: 'All former codes stop working, and ten new ones are shown once.',
  },
  newCodesPurpose: { ko: '복구 코드를 새로 만듭니다.', en: 'To make new recovery codes.' },

  sessions: { ko: '로그인', en: 'Sessions' },
  sessionEnds: (date: string) => ({
    ko: `이 브라우저의 로그인은 ${date}까지 유지되며, 사용하면 연장됩니다.`,
    en: `You stay signed in on this browser until ${date}, and longer when you use it.`,
  }),
  signOutEverywhere: { ko: '모든 기기에서 로그아웃', en: 'Sign out everywhere' },
  signOutEverywhereText: {
    ko: '이 브라우저를 포함한 모든 기기에서 바로 로그아웃되고, 운영자에게 받은 링크도 쓸 수 없게 됩니다. API 키와 복구 코드는 그대로 쓸 수 있습니다.',
    en: 'Every device is signed out at once, this browser too, and a link from the operator stops working. API keys and recovery codes keep working.',
  },

  deleteAccount: { ko: '계정 삭제', en: 'Delete account' },
  deleteText: {
    ko: '계정과 저장된 내용을 모두 삭제합니다. 되돌릴 수 없습니다.',
    en: 'Deletes your account and everything in it. This cannot be undone.',
  },
  deleteTitle: { ko: '계정을 삭제하시겠습니까?', en: 'Delete your account?' },
  deleteWarning: {
    ko: '학생, 인연, 목표와 계획, API 키, 패스키가 바로 삭제되고 모든 기기에서 로그아웃됩니다. 운영자도 되돌릴 수 없습니다.',
    en: 'Your students, bonds, goals, plans, API keys and passkeys are deleted at once, and every device is signed out. Nobody can bring them back.',
  },
  deleteSaveFirst: {
    ko: '먼저 계정 데이터를 파일로 저장해 두십시오.',
    en: 'Save your account data in a file first.',
  },
  deleteConfirm: (name: string) => ({
    ko: `확인을 위해 계정 이름(${name})을 입력하십시오`,
    en: `To confirm, type the account name “${name}”`,
  }),
  deleteMismatch: { ko: '계정 이름과 다릅니다.', en: 'This is not the name of the account.' },
  deleteButton: { ko: '계정 삭제', en: 'Delete my account' },
  deletePurpose: { ko: '계정을 삭제합니다.', en: 'To delete your account.' },

  activity: { ko: '최근 활동', en: 'Recent activity' },
  noActivity: { ko: '아직 활동이 없습니다.', en: 'No activity yet.' },
  showAll: (count: number) => ({ ko: `모두 보기(${count})`, en: `Show all (${count})` }),

  verifyTitle: { ko: '본인 확인', en: 'Confirm it is you' },
  verifyText: {
    ko: '마지막 확인 후 10분이 지나 패스키를 한 번 더 묻습니다.',
    en: 'Your last check is more than ten minutes old, so the passkey is asked for again.',
  },
  verifyButton: { ko: '패스키로 확인', en: 'Confirm with a passkey' },
} as const;

/** One entry of the recent activity, with the name or count that belongs to it. */
export const ACTIVITY: Record<ActivityKind, (detail: string) => Bilingual> = {
  'account-created': () => ({ ko: '계정을 만들었습니다.', en: 'Account created.' }),
  'signed-in': (name) => ({
    ko: `‘${name}’ 패스키로 로그인했습니다.`,
    en: `Signed in with the passkey “${name}”.`,
  }),
  'entered-by-link': () => ({
    ko: '운영자의 일회용 링크로 들어왔습니다.',
    en: 'Entered with a one-time link of the operator.',
  }),
  'entered-by-recovery-code': () => ({
    ko: '복구 코드로 들어왔습니다.',
    en: 'Entered with a recovery code.',
  }),
  'signed-out-everywhere': () => ({ ko: '모든 기기에서 로그아웃했습니다.', en: 'Signed out everywhere.' }),
  'passkey-added': (name) => ({ ko: `‘${name}’ 패스키를 추가했습니다.`, en: `Added the passkey “${name}”.` }),
  'passkey-removed': (name) => ({
    ko: `‘${name}’ 패스키를 삭제했습니다.`,
    en: `Removed the passkey “${name}”.`,
  }),
  'recovery-codes-replaced': () => ({
    ko: '복구 코드를 새로 만들었습니다.',
    en: 'Made new recovery codes.',
  }),
  'key-issued': (name) => ({ ko: `‘${name}’ 키를 발급했습니다.`, en: `Issued the key “${name}”.` }),
  'key-rotated': (name) => ({ ko: `‘${name}’ 키를 교체했습니다.`, en: `Rotated the key “${name}”.` }),
  'key-revoked': (name) => ({ ko: `‘${name}’ 키를 폐기했습니다.`, en: `Revoked the key “${name}”.` }),
  'roster-imported': describeImport,
};

/** `counts` is the format, then +registered ~changed -removed. */
function describeImport(counts: string): Bilingual {
  const [, format = '', registered = '', changed = '', removed = ''] =
    /^(\S+) \+(\d+) ~(\d+) -(\d+)$/.exec(counts) ?? [];
  if (!Object.hasOwn(ROSTER_FORMATS, format))
    return { ko: `학생 목록을 가져왔습니다. (${counts})`, en: `Imported a roster (${counts}).` };
  const title = ROSTER_FORMATS[format as RosterFormat];
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
  return { ko: `${title}에서 가져왔습니다: ${ko}.`, en: `Imported from ${title}: ${en}.` };
}
