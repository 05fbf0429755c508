import type { Bilingual } from '../../../contract/bilingual.ts';
import type { ConsoleFailure } from '../api/console-error.ts';
import type { PasskeyFailure } from '../session/passkey-error.ts';
import { pluralize } from './pluralize.ts';

/** What went wrong and what to do about it. The messages of the service are for programs. */
export const FAILURES: Record<ConsoleFailure, Bilingual> = {
  connection_failed: {
    ko: '서버에 연결할 수 없어요. 인터넷 연결을 확인하세요.',
    en: 'The server cannot be reached. Check your connection.',
  },
  unavailable: {
    ko: '서버가 지금은 요청을 처리할 수 없어요. 바뀐 것은 없으니 잠시 후 다시 시도하세요.',
    en: 'The server cannot handle the request right now. Nothing was changed; try again in a moment.',
  },
  internal_error: {
    ko: '서버에 오류가 있었어요. 처리됐을 수도 있으니 새로 고쳐서 확인하세요.',
    en: 'The server had an error. The request may have been processed; reload to check.',
  },
  unexpected_response: {
    ko: '서버의 응답을 읽을 수 없어요. 잠시 후 다시 시도하세요.',
    en: 'The server’s response could not be read. Try again in a moment.',
  },
  rate_limited: {
    ko: '요청이 너무 많아요. 잠시 후 다시 시도하세요.',
    en: 'Too many requests. Try again in a moment.',
  },
  signed_out: { ko: '로그인이 끝났어요. 다시 로그인하세요.', en: 'You are signed out. Sign in again.' },
  passkey_rejected: {
    ko: '패스키를 확인하지 못했어요. 이 서비스에 등록한 패스키인지 확인하세요.',
    en: 'The passkey was not accepted. Check that it is registered here.',
  },
  recovery_code_rejected: {
    ko: '사용할 수 없는 코드예요. 잘못 입력했거나 이미 사용한 코드일 수 있어요.',
    en: 'This code does not work. It may be mistyped or already used.',
  },
  account_suspended: {
    ko: '계정이 정지되어 있어요. 서버 운영자에게 문의하세요.',
    en: 'This account is suspended. Ask the operator of this server.',
  },
  sign_up_closed: {
    ko: '이 서비스는 지금 가입을 받지 않아요. 서버 운영자에게 문의하세요.',
    en: 'This service accepts no sign-ups at the moment. Ask the operator of this server.',
  },
  invite_rejected: {
    ko: '초대가 이미 쓰였거나 기간이 지났어요. 초대한 사람에게 새 초대를 부탁하세요.',
    en: 'The invite is used up or has expired. Ask whoever invited you for a new one.',
  },
  setup_rejected: {
    ko: '설정 링크가 이미 쓰였거나, 기간이 지났거나, 이 서버에 이미 계정이 있어요. 계정이 없다면 서버를 다시 시작해 새 링크를 받으세요.',
    en: 'The setup link was used, has expired, or this server has an account already. If it has none, restart the server for a new link.',
  },
  forbidden: {
    ko: '서버 운영자만 할 수 있어요. 운영자 권한이 없어졌다면 새로 고치세요.',
    en: 'Only an operator of this server may do this. If you were one until now, reload.',
  },
  no_catalogue_source: {
    ko: '매일 가져오기가 꺼져 있어요. 먼저 켜세요.',
    en: 'The daily refresh is off. Turn it on first.',
  },
  no_portrait_folder: {
    ko: '이 서버가 그림을 둘 폴더가 없어요. ROLLBOOK_PORTRAITS를 설정하고 서버를 다시 시작하세요.',
    en: 'This server has no folder for pictures. Set ROLLBOOK_PORTRAITS and restart the server.',
  },
  other_origin: {
    ko: '이 주소에서는 콘솔을 쓸 수 없어요. 서버 운영자가 알려 준 주소로 여세요.',
    en: 'The console does not work at this address. Open it at the address that the operator gave you.',
  },
  not_found: {
    ko: '찾을 수 없어요. 이미 없어졌을 수 있으니 새로 고쳐서 확인하세요.',
    en: 'This does not exist. It may already be gone; reload to check.',
  },
  invalid_request: { ko: '입력한 값을 확인하세요.', en: 'Check what you entered.' },
  student_not_recruited: { ko: '등록되지 않은 학생이에요.', en: 'This student is not registered.' },
  student_already_recruited: { ko: '이미 등록된 학생이에요.', en: 'This student is already registered.' },
  verification_required: { ko: '패스키로 다시 확인해야 해요.', en: 'Confirm with your passkey again.' },
  passkey_required: { ko: '먼저 패스키를 등록하세요.', en: 'Register a passkey first.' },
  last_passkey: {
    ko: '마지막 패스키는 삭제할 수 없어요. 다른 패스키를 먼저 등록하세요.',
    en: 'The last passkey cannot be removed. Register another one first.',
  },
  limit_reached: {
    ko: '더 만들 수 없어요. 쓰지 않는 것을 지우거나 서버 운영자에게 문의하세요.',
    en: 'There are too many already. Remove one that you do not use, or ask the operator of this server.',
  },
  precondition_failed: {
    ko: '그 사이에 다른 곳에서 바뀌었어요. 닫고 지금 값을 확인하세요.',
    en: 'This was changed elsewhere in the meantime. Close it and look at what it is now.',
  },
};

export const PASSKEY_FAILURES: Record<PasskeyFailure, Bilingual> = {
  cancelled: {
    ko: '패스키를 사용하지 않았어요. 취소했거나, 시간이 지났거나, 이 기기에 등록된 패스키가 없을 수 있어요.',
    en: 'No passkey was used: you cancelled, it took too long, or this device has none for this service.',
  },
  'already-registered': {
    ko: '이 기기의 패스키는 이미 등록되어 있어요.',
    en: 'This device’s passkey is already registered.',
  },
  unsupported: {
    ko: '이 브라우저나 기기는 패스키를 지원하지 않아요.',
    en: 'This browser or device does not support passkeys.',
  },
  failed: {
    ko: '패스키를 사용하지 못했어요. 다시 시도하거나 다른 기기를 사용하세요.',
    en: 'The passkey could not be used. Try again or use another device.',
  },
};

export const UNEXPECTED: Bilingual = {
  ko: '예상하지 못한 오류예요. 페이지를 새로 고치세요.',
  en: 'An unexpected error occurred. Reload the page.',
};

/** What the service refuses in a field that no form checks before. */
export const REFUSED_FIELDS: Partial<Record<string, Bilingual>> = {
  accountId: { ko: '자신의 계정은 정지할 수 없어요.', en: 'You cannot suspend your own account.' },
  ...Object.fromEntries(
    ['before', 'at', 'day'].map((moment) => [
      moment,
      {
        ko: '그때의 출석부는 남아 있지 않아요. 기록이 남아 있는 때를 고르세요.',
        en: 'The roster of that time is not kept any more. Choose a later one.',
      },
    ]),
  ),
};

/** Of values that the service refuses. */
export const checkValues = (labels: Bilingual): Bilingual => ({
  ko: `입력한 값을 확인하세요: ${labels.ko}.`,
  en: `Check what you entered: ${labels.en}.`,
});

export const waitFor = (seconds: number): Bilingual => {
  const minutes = Math.ceil(seconds / 60);
  return seconds <= 90
    ? {
        ko: `요청이 너무 많아요. ${seconds}초 뒤에 다시 시도하세요.`,
        en: `Too many requests. Try again in ${pluralize(seconds, 'second')}.`,
      }
    : {
        ko: `요청이 너무 많아요. ${minutes}분 뒤에 다시 시도하세요.`,
        en: `Too many requests. Try again in ${minutes} minutes.`,
      };
};
