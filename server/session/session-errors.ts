import { ApiError } from '../errors/api-error.ts';
import type { SessionRejection } from './sessions.ts';

export function rejectSession(reason: SessionRejection): ApiError {
  switch (reason) {
    case 'signed-out':
      return new ApiError('signed_out', '로그인되어 있지 않습니다. 콘솔에서 다시 로그인하십시오.');
    case 'other-account':
      return new ApiError('signed_out', '이 브라우저는 이제 다른 계정으로 로그인되어 있습니다.');
    case 'suspended':
      return new ApiError(
        'account_suspended',
        '이 계정은 활성 상태가 아닙니다. 서비스 운영자에게 문의하십시오.',
      );
    case 'passkey-required':
      return new ApiError('passkey_required', '먼저 이 계정에 패스키를 등록하십시오.');
    case 'not-operator':
      return new ApiError('forbidden', '서버 운영자의 계정만 할 수 있습니다.');
    case 'verification-required':
      return new ApiError('verification_required', '패스키로 본인임을 다시 확인한 뒤 다시 보내십시오.');
  }
}

/** The same whatever is wrong with the response of a passkey. */
export const rejectPasskey = (): ApiError =>
  new ApiError('passkey_rejected', '패스키를 확인하지 못했습니다. 처음부터 다시 시도하십시오.');
