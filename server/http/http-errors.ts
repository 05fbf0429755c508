import { type ApiError, invalidRequest } from '../errors/api-error.ts';

/** Errors for bytes that are no HTTP request, or none that this server takes. */

export function parseError({ code }: { code?: string | undefined }): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return fieldError(
        'head',
        '요청의 헤더가 너무 큽니다. 헤더와 주소를 16 KiB 안으로 줄여 다시 보내십시오.',
      );
    case 'HPE_INVALID_URL':
      return fieldError(
        'head',
        '주소에 그대로 쓸 수 없는 글자가 있습니다. 한글 등은 UTF-8로 퍼센트 인코딩하여 보내십시오. curl로 검색한다면 -G --data-urlencode "query=시로코"를 사용하십시오.',
      );
    default:
      return fieldError(
        'head',
        '이 연결로 받은 내용을 HTTP 요청으로 읽을 수 없습니다. 요청 줄과 헤더, 본문의 형식을 확인하십시오.',
      );
  }
}

export function bodyError({ code }: NodeJS.ErrnoException): ApiError {
  switch (code) {
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return fieldError('body', '청크 확장이 너무 큽니다. 확장 없이 다시 보내십시오.');
    case 'HPE_INVALID_EOF_STATE':
      return fieldError('body', '본문이 끝나기 전에 연결이 끊겼습니다. 다시 보내십시오.');
    default:
      return fieldError(
        'body',
        '본문을 HTTP 형식대로 읽을 수 없습니다. 청크의 길이와 형식을 확인하여 다시 보내십시오.',
      );
  }
}

export const expectError = (): ApiError =>
  fieldError('expect', 'Expect 헤더는 100-continue만 사용할 수 있습니다.');

export const transferEncodingError = (): ApiError =>
  fieldError('transfer-encoding', 'Transfer-Encoding 헤더는 chunked만 사용할 수 있습니다.', {
    connection: 'close',
  });

export const fieldError = (field: string, message: string, headers?: Record<string, string>): ApiError =>
  invalidRequest([{ field, message }], headers);
