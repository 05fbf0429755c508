import { docsAnchor, ERROR_CODES, ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { MAX_FIELD_ERRORS, MAX_FIELD_NAME_LENGTH } from '../../../contract/limits.ts';
import { COMMON_ERRORS, OPERATIONS, type Operation, type OperationId } from '../../../contract/operations.ts';
import { code, type Html, html, inlineCode } from '../../html/html.ts';
import { ERROR_REQUESTS, exampleError, requestLine, responseText } from './error-examples.ts';
import { exampleStudent } from './example.ts';
import { method, operation } from './named-terms.ts';
import { codeBlock, json } from './sample.ts';
import { type GuideContext, type Section, twoColumns } from './section.ts';

export const errors: Section = {
  id: 'errors',
  title: { ko: '오류', en: 'Errors' },
  parts: ERROR_CODES.map((name) => ({ id: docsAnchor(name), name })),
  body: (guide) => html`
<p>${guide.t(
    html`오류 응답의 본문은 항상 ${code('{ "error": { code, message, docs } }')} 형식입니다. 프로그램에서는 ${code('code')} 값으로 오류를 구분하고, 사용자에게는 ${code('message')}를 표시하십시오. ${code('docs')}는 이 페이지의 해당 오류로 연결되는 URL입니다. 입력 오류에는 잘못된 필드와 이유를 모두 담은 ${code('fields')}가 추가됩니다.`,
    html`An error response always has the body ${code('{ "error": { code, message, docs } }')}. Handle errors by ${code('code')} and show ${code('message')}, which is in Korean, to people. ${code('docs')} links to the error on this page. For invalid input, ${code('fields')} lists every invalid field with the reason.`,
  )}</p>
<p>${guide.t(
    html`클라이언트 ${code('@rollbook/client')}의 오류에서는 ${code('serverMessage')}가 이 ${code('message')}이고, ${code('message')}는 클라이언트가 만든 영어 문장입니다.`,
    html`In an error of the client ${code('@rollbook/client')}, ${code('serverMessage')} is this ${code('message')}, and ${code('message')} is an English sentence of its own.`,
  )}</p>
<p>${guide.t(
    html`문의할 때는 응답의 ${code('Request-Id')} 헤더 값을 함께 알려 주십시오.`,
    html`When you ask for help, include the ${code('Request-Id')} header of the response.`,
  )}</p>
${ERROR_CODES.map((name) => errorSection(guide, name))}`,
};

function errorSection(guide: GuideContext, name: ErrorCode): Html {
  const { t, language, docsUrl } = guide;
  const { status, when, act } = ERRORS[name];
  const { id: operationId, uid = exampleStudent(guide).uid, body } = ERROR_REQUESTS[name];
  const request = requestLine(operationId, uid);
  const error = exampleError(name, operationId, guide);
  const id = docsAnchor(name);
  return html`
<section id="${id}" class="error">
<h3><a href="#${id}"><span class="status">${status}</span> ${code(name)}</a></h3>
${twoColumns(
  html`<p>${inlineCode(when[language])}</p>
<p class="resolution"><strong>${t('해결 방법', 'What to do')}</strong> ${inlineCode(act[language])}</p>
<p>${DETAILS[name](guide)}</p>
<p class="returned-by">${t('이 오류를 반환하는 요청', 'Returned by')}: ${operationsWith(name, t)}</p>`,
  html`${codeBlock(
    t('요청', 'Request'),
    body
      ? html`${request}

${json(body(guide))}`
      : request,
  )}${codeBlock(t('응답', 'Response'), responseText(error, docsUrl))}`,
)}
</section>`;
}

function operationsWith(name: ErrorCode, t: (ko: string, en: string) => string) {
  if ((COMMON_ERRORS as readonly ErrorCode[]).includes(name)) return t('모든 요청', 'all requests');
  return (Object.entries(OPERATIONS) as [OperationId, Operation][])
    .filter(([, { errors }]) => errors.includes(name))
    .map(
      ([id, { method, path }], i) =>
        html`${i > 0 ? ', ' : ''}<a href="#${id}">${code(`${method} ${path}`)}</a>`,
    );
}

/** Details that the table of errors does not have. */
const DETAILS: Record<ErrorCode, (guide: GuideContext) => Html> = {
  invalid_request: ({ t }) =>
    t(
      html`${code('fields')}에는 잘못된 필드가 모두 담기므로 한 번에 고칠 수 있습니다. 필드 이름 대신 ${code('body')}가 있으면 본문 전체가, 소문자 헤더 이름이 있으면 그 헤더가 잘못된 것입니다. 잘못된 필드가 ${MAX_FIELD_ERRORS}개를 넘으면 앞의 ${MAX_FIELD_ERRORS - 1}개만 담고, 마지막 항목인 ${code('body')}가 나머지의 수를 알립니다. ${MAX_FIELD_NAME_LENGTH}자를 넘는 이름은 줄여서 ${code('…')}로 끝납니다. 숫자를 문자열로 보냈거나, 표에 없는 필드를 보냈거나, ${code('Content-Type: application/json')} 헤더가 없는 경우가 많습니다. 본문은 압축하지 않은 UTF-8로 보내십시오. 저장된 데이터는 바뀌지 않았습니다.`,
      html`${code('fields')} lists every invalid field, so you can fix them all at once. ${code('body')} stands for the body as a whole, and a lower-case header name for that header. Of more than ${MAX_FIELD_ERRORS} invalid fields, it lists the first ${MAX_FIELD_ERRORS - 1}, and its last entry, ${code('body')}, says how many there are beside them. A name of more than ${MAX_FIELD_NAME_LENGTH} characters is cut and ends in ${code('…')}. Common causes: a number sent as a string, an unknown field, or a missing ${code('Content-Type: application/json')} header. Send the body as uncompressed UTF-8. No data was changed.`,
    ),
  unauthorized: ({ t }) =>
    t(
      html`${code('message')}에서 키를 다시 발급받아야 하는지, 헤더만 고치면 되는지 확인하십시오. 이 요청은 요청 한도에 집계되지 않습니다.`,
      html`${code('message')} tells you whether you need a new key or only have to fix the header. The request does not count against the rate limit.`,
    ),
  forbidden: ({ t }) =>
    t(
      html`키 자체는 유효합니다. <a href="#keys-permission">${code('write')} 권한</a>의 키는 읽기 요청에도 사용할 수 있습니다. 이 요청은 요청 한도에 집계되지 않습니다.`,
      html`The key itself is valid. A key with <a href="#keys-permission">${code('write')} permission</a> can read, too. The request does not count against the rate limit.`,
    ),
  not_found: ({ t }) =>
    t(
      html`경로는 대소문자를 구분하며 끝에 슬래시(${code('/')})를 붙이지 않습니다. 경로가 지원하지 않는 메서드로 요청하면 ${code('Allow')} 헤더에 지원하는 메서드가 담깁니다.`,
      html`Paths are case-sensitive and have no trailing slash. If the path exists but does not support the method, the ${code('Allow')} header lists the methods it supports.`,
    ),
  student_not_recruited: ({ t }) =>
    t(
      html`카탈로그에는 있지만 이 계정에 등록되지 않은 학생입니다. ${method('patchRecruitedStudent')} 요청은 본문을 검사하기 전에 이 오류를 반환합니다.`,
      html`The student is in the catalogue but not registered for this account. ${method('patchRecruitedStudent')} returns this error before it checks the body.`,
    ),
  student_already_recruited: ({ t }) =>
    t(
      html`저장된 상태는 바뀌지 않았습니다. 다른 도구가 먼저 등록했을 수 있으므로 ${operation('getRecruitedStudent')} 요청으로 현재 상태를 확인하십시오.`,
      html`The stored state is unchanged. Another tool may have registered the student first: check the current state with ${operation('getRecruitedStudent')}.`,
    ),
  rate_limited: ({ t }) =>
    t(
      html`요청은 처리되지 않았으며 요청 한도에 집계되지 않습니다. <a href="#limits-obey">요청 한도 처리하기</a>를 참고하십시오.`,
      html`The request was not processed and does not count against the rate limit. See <a href="#limits-obey">Handle rate limits</a>.`,
    ),
  internal_error: ({ t }) =>
    t(
      html`쓰기 요청은 다시 보내면 또 처리될 수 있으므로 확인하지 않고 재시도하지 마십시오. 읽기 요청은 그대로 재시도해도 됩니다.`,
      html`A write that you send again may be processed twice, so do not retry it without checking. Reads are safe to retry.`,
    ),
  unavailable: ({ t }) =>
    t(
      html`데이터베이스를 일시적으로 사용할 수 없거나, 서버에 요청이 몰렸거나, 서버가 종료되는 중입니다. 쓰기 요청도 그대로 재시도할 수 있습니다.`,
      html`The database is temporarily unavailable, the server is overloaded, or it is shutting down. Writes are safe to retry as well.`,
    ),
};
