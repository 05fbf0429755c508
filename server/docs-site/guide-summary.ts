import type { GuideContext } from './guide/section.ts';

export const guideSummary = ({ t }: GuideContext): string =>
  t(
    '블루 아카이브 학생을 검색하고, 계정이 모집한 학생의 성장 상태를 조회하고 저장하는 HTTP API입니다. 요청과 응답의 본문은 JSON입니다.',
    'An HTTP API to search Blue Archive students and to read and write the growth state of the students that an account has recruited. Request and response bodies are JSON.',
  );
