import type { Bilingual } from '../../../contract/bilingual.ts';

/** Texts of the picture of students and its dialog. */
export const PICTURE = {
  picture: { ko: '이미지', en: 'Picture' },
  goal: { ko: '목표', en: 'Goal' },
  title: { ko: '학생 이미지', en: 'Picture of students' },
  format: { ko: '모양', en: 'Shape' },
  formats: {
    wide: { ko: '가로 (채팅용)', en: 'Wide (for chats)' },
    tall: { ko: '세로 (자세히)', en: 'Tall (more detail)' },
  },
  theme: { ko: '색', en: 'Colours' },
  heading: { ko: '제목', en: 'Title' },
  player: (name: string) => ({ ko: `계정 이름 (${name})`, en: `Account name (${name})` }),
  shows: { ko: '공개할 항목', en: 'What to show' },
  /** For screen readers, in place of the picture. */
  alternative: (title: string, people: string, names: string, others: number) => ({
    ko: `${title}, ${people}: ${names}${others > 0 ? ` 외 ${others}명` : ''}`,
    en: `${title}, ${people}: ${names}${others > 0 ? ` and ${others} more` : ''}`,
  }),
  save: { ko: '이미지로 저장', en: 'Save picture' },
  copy: { ko: '이미지 복사', en: 'Copy picture' },
  send: { ko: '다른 앱으로 보내기', en: 'Send to an app' },
  saved: { ko: '이미지를 저장했어요.', en: 'Picture saved.' },
  copied: { ko: '이미지를 복사했어요.', en: 'Picture copied.' },
  use: { ko: '미리보기 이미지로 쓰기', en: 'Use as preview picture' },
  used: { ko: '미리보기 이미지로 정했어요.', en: 'This is now the preview picture.' },
  keepsCopies: {
    ko: '미리보기 이미지는 링크를 보낸 채팅에 보여요. 채팅 앱은 이미지를 따로 보관해요. 링크를 지워도 거기에는 남아요.',
    en: 'The preview picture is shown in chats to which you send the link. Chat apps keep a copy of it, which stays there when you delete the link.',
  },
} as const;

export const PICTURE_FAILURES = {
  canvas: {
    ko: '이 브라우저에서는 이미지를 그릴 수 없어요. 다른 브라우저에서 시도하세요.',
    en: 'This browser cannot draw the picture. Try another one.',
  },
  protected: {
    ko: '이 브라우저는 사이트가 이미지를 읽지 못하게 막고 있어요. 이 사이트에 캔버스 데이터를 허용하고 다시 시도하세요.',
    en: 'This browser keeps sites from reading pictures. Allow canvas data for this site, then try again.',
  },
  copy: {
    ko: '이미지를 복사하지 못했어요. 이미지로 저장해서 보내세요.',
    en: 'Could not copy the picture. Save it and send the file.',
  },
  tooLarge: {
    ko: '미리보기 이미지로 쓰기에는 너무 커요. 학생을 줄이세요.',
    en: 'The picture is too large for a preview picture. Choose fewer students.',
  },
} as const satisfies Record<string, Bilingual>;
