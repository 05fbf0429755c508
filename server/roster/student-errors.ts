import { API_PREFIX } from '../../contract/paths.ts';
import { ApiError, excerpt } from '../errors/api-error.ts';

export const studentNotFoundError = (uid: string): ApiError =>
  new ApiError(
    'not_found',
    `UID가 "${excerpt(uid)}"인 학생은 카탈로그에 없습니다. GET ${API_PREFIX}/students로 UID를 찾아 사용하십시오.`,
  );

export const notRecruitedError = (uid: string): ApiError =>
  new ApiError(
    'student_not_recruited',
    `이 계정에는 UID가 ${uid}인 학생이 등록되어 있지 않습니다. 먼저 POST /me/students로 등록하십시오.`,
  );

export const alreadyRecruitedError = (uid: string): ApiError =>
  new ApiError(
    'student_already_recruited',
    `UID가 ${uid}인 학생은 이미 등록되어 있습니다. 바꿀 필드만 PATCH /me/students/${uid} 요청으로 보내십시오.`,
  );
