import type { Bilingual } from '../../../contract/bilingual.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import type { StudentEdit } from '../roster/student-edit.ts';
import { FIELD_LABELS } from './field-texts.ts';
import { countStudents, pluralize } from './pluralize.ts';

/** An edit in a few words: the student, and the value. */
export function describeEdit(name: string, { changes }: Pick<StudentEdit, 'changes'>): Bilingual {
  if (changes === null) return { ko: `${name} 모집 해제`, en: `${name}: removal` };
  const [first, ...others] = STATE_NAMES.filter((field) => changes[field] !== undefined);
  if (first === undefined) return { ko: name, en: name };
  const { ko, en } = FIELD_LABELS[first];
  const value = changes[first] ?? '–';
  return {
    ko: `${name} ${ko} ${value}${others.length > 0 ? ` 외 ${others.length}개` : ''}`,
    en: `${name}, ${en} ${value}${others.length > 0 ? ` and ${others.length} more` : ''}`,
  };
}

/** An edit of the plan in a few words. `name` is that of the goal's student. */
export const describePlanEdit = (name: string | undefined): Bilingual =>
  name === undefined ? { ko: '재고', en: 'Stock' } : { ko: `${name}의 목표`, en: `Goal of ${name}` };

/** The first of several edits, and how many there are. */
export const describeEdits = ({ ko, en }: Bilingual, count: number): Bilingual =>
  count === 1 ? { ko, en } : { ko: `${ko} 등 ${count}건`, en: `${en}, and ${count - 1} more` };

/** Texts about edits that are not saved yet. */
export const EDITS = {
  mark: {
    waiting: { ko: '저장 대기', en: 'waiting to be saved' },
    conflict: { ko: '확인 필요', en: 'needs your decision' },
  },
  waiting: {
    offline: ({ ko, en }: Bilingual) => ({
      ko: `${ko}: 연결되면 저장해요.`,
      en: `${en}: will be saved once the connection is back.`,
    }),
    later: ({ ko, en }: Bilingual) => ({
      ko: `${ko}: 잠시 후 자동으로 저장해요.`,
      en: `${en}: will be saved in a moment.`,
    }),
    'signed-out': ({ ko, en }: Bilingual) => ({
      ko: `${ko}: 다시 로그인하면 저장해요.`,
      en: `${en}: will be saved when you sign in again.`,
    }),
  },
  saved: ({ ko, en }: Bilingual) => ({ ko: `${ko}: 저장했어요.`, en: `${en}: saved.` }),
  conflict: ({ ko, en }: Bilingual) => ({
    ko: `${ko}: 다른 곳에서 먼저 바뀌어서 저장하지 않았어요.`,
    en: `${en}: not saved, because it was changed elsewhere first.`,
  }),
  refused: ({ ko, en }: Bilingual) => ({ ko: `${ko}: 저장하지 못했어요.`, en: `${en}: could not be saved.` }),
  review: { ko: '확인', en: 'Review' },
  waitingCount: (count: number) => ({
    ko: `변경 ${count}개는 이 기기에 두었다가 저장해요.`,
    en: `${pluralize(count, 'change')} on this device will be saved once you are back.`,
  }),
  waitingUntil: (count: number, time: string) => ({
    ko: `변경 ${count}개를 이 기기에 두었어요. ${time}에 다시 보내요.`,
    en: `${count === 1 ? '1 change waits' : `${count} changes wait`} on this device. Next attempt at ${time}.`,
  }),
  unstoredCount: (count: number) => ({
    ko: `이 브라우저에 남은 공간이 없어 변경 ${count}개가 이 탭에만 있어요. 저장될 때까지 닫지 마세요.`,
    en: `This browser has no space left, so ${count === 1 ? '1 change is' : `${count} changes are`} in this tab only. Keep it open until they are saved.`,
  }),
  heldCount: (count: number) => ({
    ko: `학생 ${count}명의 변경을 저장하지 못했어요. 어떤 값을 쓸지 정해 주세요.`,
    en: `Changes to ${countStudents(count)} are not saved. Decide which values to keep.`,
  }),
  heldPlanCount: (count: number) => ({
    ko: `목표와 재고의 변경 ${count}개를 저장하지 못했어요. 어떤 값을 쓸지 정해 주세요.`,
    en: `${pluralize(count, 'change')} of goals and stock ${count === 1 ? 'is' : 'are'} not saved. Decide which values to keep.`,
  }),
  willBeSaved: {
    ko: '이 기기에 보관했어요. 서버가 받을 수 있게 되면 저장해요.',
    en: 'Kept on this device. It will be saved as soon as the service can take it.',
  },
  signOutTitle: { ko: '저장하지 않은 변경이 있어요', en: 'There are unsaved changes' },
  signOutOfflineTitle: { ko: '서버에 연결할 수 없어요', en: 'The server cannot be reached' },
  signOutOffline: {
    ko: '로그아웃하면 이 기기에 있는 계정의 내용은 바로 지워져요. 서버의 로그인은 이 브라우저가 다시 연결되면 끝나요.',
    en: 'Signing out removes what this device has of the account at once. The session on the server ends once this browser is back online.',
  },
  signOutDraft: {
    ko: '다른 탭에 저장하지 않은 입력이 있어요. 로그아웃하면 없어져요.',
    en: 'Another tab has entries that are not saved. Signing out discards them.',
  },
  signOutWaiting: (count: number) => ({
    ko: `변경 ${count}개가 아직 저장되지 않았어요. 로그아웃하면 이 기기에서 지워져요.`,
    en: `${count === 1 ? '1 change is' : `${count} changes are`} not saved yet. Signing out removes ${count === 1 ? 'it' : 'them'} from this device.`,
  }),
  signOutPicked: (count: number) => ({
    ko: `고른 학생 ${count}명을 아직 저장하지 않았어요. 로그아웃하면 이 기기에서 지워져요.`,
    en: `${count === 1 ? '1 student is' : `${count} students are`} picked and not saved yet. Signing out removes the picks from this device.`,
  }),
  draftKept: {
    ko: '저장하지 않은 입력이 이 탭에 남아 있어요. 같은 계정으로 로그인하면 이어서 저장할 수 있어요.',
    en: 'This tab still has entries that are not saved. Sign in to the same account to go on with them.',
  },
} as const;
