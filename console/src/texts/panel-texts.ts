import type { Bilingual } from '../../../contract/bilingual.ts';

/** Texts of the panel of a student, and of its fields. */
export const PANEL = {
  intro: (ownStars: number | undefined) =>
    ownStars === undefined
      ? {
          ko: '아직 모집하지 않은 학생이에요. 성급을 정하면 등록할 수 있어요.',
          en: 'Not recruited yet. Set the stars to register this student.',
        }
      : {
          ko: `아직 모집하지 않은 학생이에요. 기본 성급 ★${ownStars}에서 시작해요.`,
          en: `Not recruited yet. Starts at this student’s own ★${ownStars}.`,
        },
  unreleased: (server: Bilingual) => ({
    ko: `${server.ko} 서버에 아직 나오지 않은 학생이에요. 목표와 메모는 미리 적어 둘 수 있어요.`,
    en: `Not out on your server (${server.en}) yet. You can already set a goal, with a note.`,
  }),
  openToRegister: {
    ko: '아직 나오지 않은 학생이에요. 이미 모집했다면 이름을 눌러 등록하세요.',
    en: 'This student is not out yet. If you have her already, open her by her name to register her.',
  },
  registerAnyway: { ko: '이미 모집했어요', en: 'I have her already' },
  groups: {
    growth: { ko: '성장', en: 'Growth' },
    skills: { ko: '스킬', en: 'Skills' },
    gear: { ko: '장비', en: 'Gear' },
    ability: { ko: '능력 개방', en: 'Ability unlock' },
    bond: { ko: '인연', en: 'Bond' },
  },
  timeline: { ko: '이 학생의 기록', en: 'History of this student' },
  minus: { ko: '1 줄이기', en: 'One less' },
  plus: { ko: '1 늘리기', en: 'One more' },
  maximum: { ko: '최대', en: 'Max' },
  maximumOfStudent: { ko: '이 학생 최대로', en: 'Max everything' },
  maximumHint: {
    ko: '성급, 레벨, 스킬, 장비, 능력 개방을 최대로 입력해요. 인연은 그대로 두고, 저장하기 전에 고칠 수 있어요.',
    en: 'Enters the highest stars, levels, skills, gear and abilities. The bond stays, and you can edit before saving.',
  },
  copyValues: { ko: '다른 학생에게 복사', en: 'Copy to other students' },
  rankExperience: (span: number) => ({
    ko: `이 랭크의 경험치 (${span} 중)`,
    en: `Experience in this rank (of ${span})`,
  }),
  noWeapon: { ko: '없음', en: 'None' },
  saveCount: (count: number) => ({ ko: `저장 (${count})`, en: `Save (${count})` }),
  register: { ko: '모집으로 등록', en: 'Register' },
  previous: { ko: '앞 학생', en: 'Previous student' },
  next: { ko: '다음 학생', en: 'Next student' },
  unsaved: { ko: '저장하지 않은 변경이 있어요.', en: 'There are unsaved changes.' },
  closeAnyway: { ko: '저장하지 않고 닫기', en: 'Close without saving' },
  savedStudent: (name: string) => ({ ko: `${name}: 저장했어요.`, en: `${name}: saved.` }),
  saved: { ko: '저장했어요.', en: 'Saved.' },
  registered: { ko: '등록했어요.', en: 'Registered.' },
  removed: { ko: '모집을 해제했어요.', en: 'Removed from the roster.' },
  undone: { ko: '되돌렸어요.', en: 'Undone.' },
  remove: { ko: '모집 해제', en: 'Remove' },
  removeTitle: (name: string) => ({ ko: `${name} 모집 해제`, en: `Remove ${name}` }),
  removeText: {
    ko: '성장 상태와 인연이 함께 삭제돼요. 바로 실행 취소하면 되돌릴 수 있어요.',
    en: 'The growth state and the bond are deleted. You can undo this right after.',
  },
  bondInterval: (from: number, to: number) => ({
    ko: `이 랭크의 누적 경험치는 ${from}부터 ${to}까지예요.`,
    en: `This rank spans ${from} to ${to} experience.`,
  }),
  bondLeft: (left: number) => ({
    ko: `다음 랭크까지 ${left} 남았어요.`,
    en: `${left} left to the next rank.`,
  }),
  bondOtherRank: (rank: number) => ({
    ko: `이 경험치는 ${rank}랭크예요. 랭크를 바꾸지 않으면 경험치는 저장되지 않아요.`,
    en: `This experience is rank ${rank}. It is saved only if you change the rank.`,
  }),
  useRank: (rank: number) => ({ ko: `${rank}랭크로 바꾸기`, en: `Change to rank ${rank}` }),
  target: (wanted: string) => ({ ko: `목표 ${wanted}`, en: `Goal ${wanted}` }),
  targetReached: (wanted: string) => ({ ko: `목표 ${wanted} 달성`, en: `Goal ${wanted} reached` }),
} as const;
