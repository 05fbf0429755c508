import { docsAnchor, ERROR_CODES, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { COMMON_ERRORS, OPERATIONS, type Operation, type OperationId } from '../../contract/operations.ts';
import { code, type Html, html, prose } from '../html.ts';
import { answerText, REFUSALS } from './error-examples.ts';
import { method, operation } from './named-terms.ts';
import { json, shown } from './sample.ts';
import { beside, type Guide, type Section } from './section.ts';

export const errors: Section = {
  id: 'errors',
  title: { ko: '오류', en: 'Errors' },
  parts: ERROR_CODES.map((name) => ({ id: docsAnchor(name), name })),
  body: (guide) => html`
<p>${guide.say(
    html`오류의 본문은 언제나 ${code('{ "error": { code, message, docs } }')}입니다. 프로그램은 ${code('code')}로 판단하고, 사람에게는 ${code('message')}를 보여 주십시오. 입력이 잘못되었을 때는 ${code('fields')}가 문제의 필드와 이유를 모두 담고, ${code('docs')}는 이 페이지의 해당 항목을 가리킵니다.`,
    html`The body of an error is always ${code('{ "error": { code, message, docs } }')}. Programs decide by ${code('code')}; ${code('message')}, in Korean, is for people. Where input is at fault, ${code('fields')} names every field and the reason; ${code('docs')} links to the part of this page.`,
  )}</p>
<p>${guide.say(
    html`문의할 때는 응답의 ${code('Request-Id')} 헤더를 함께 알려 주십시오.`,
    html`When you ask for help, quote the ${code('Request-Id')} header of the answer.`,
  )}</p>
${ERROR_CODES.map((name) => explained(guide, name))}`,
};

function explained(guide: Guide, name: ErrorCode): Html {
  const { say, language, docsUrl } = guide;
  const { status, when, act } = ERRORS[name];
  const { request, body, denial } = REFUSALS[name](guide);
  const id = docsAnchor(name);
  return html`
<section id="${id}" class="error">
<h3><a href="#${id}"><span class="status">${status}</span> ${code(name)}</a></h3>
${beside(
  html`<p>${prose(when[language])}</p>
<p class="act"><strong>${say('해결 방법', 'What to do')}</strong> ${prose(act[language])}</p>
<p>${MORE[name](guide)}</p>
<p class="from">${say('이 오류를 받을 수 있는 요청', 'Requests that can meet it')}: ${operationsWith(name, say)}</p>`,
  html`${shown(
    say('요청', 'Request'),
    body
      ? html`${request}

${json(body)}`
      : request,
  )}${shown(say('응답', 'Answer'), answerText(denial, docsUrl))}`,
)}
</section>`;
}

function operationsWith(name: ErrorCode, say: (ko: string, en: string) => string) {
  if ((COMMON_ERRORS as readonly ErrorCode[]).includes(name)) return say('모든 요청', 'all');
  return (Object.entries(OPERATIONS) as [OperationId, Operation][])
    .filter(([, { errors }]) => errors.includes(name))
    .map(
      ([id, { method, path }], i) =>
        html`${i > 0 ? ', ' : ''}<a href="#${id}">${code(`${method} ${path}`)}</a>`,
    );
}

/** What helps beyond the table of errors. */
const MORE: Record<ErrorCode, (guide: Guide) => Html> = {
  invalid_request: ({ say }) =>
    say(
      html`문제가 있는 필드를 하나도 빠뜨리지 않고 알려 주므로 한 번에 고칠 수 있습니다. ${code('body')}는 본문 전체, 소문자로 쓴 헤더 이름은 그 헤더가 문제라는 뜻입니다. 자주 있는 원인은 숫자를 문자열로 보낸 것, 표에 없는 필드, ${code('Content-Type: application/json')}이 빠진 것입니다. 본문은 압축하지 않은 UTF-8이어야 합니다. 아무것도 바뀌지 않았습니다.`,
      html`Every field at fault is named, so that all can be mended at once. ${code('body')} stands for the body as a whole, a header’s name in lower case for that header. Usual causes: a number sent as text, an unknown field, no ${code('Content-Type: application/json')}. Send the body as UTF-8 and uncompressed. Nothing was changed.`,
    ),
  unauthorized: ({ say }) =>
    say(
      html`키를 다시 발급받아야 하는지, 헤더만 고치면 되는지는 ${code('message')}가 알려 줍니다. 요청 한도에는 포함되지 않습니다.`,
      html`Whether you need another key or only another header, ${code('message')} says. It does not count against the limits.`,
    ),
  forbidden: ({ say }) =>
    say(
      html`키 자체는 올바릅니다. <a href="#keys-permission">${code('write')} 권한</a>의 키로는 읽기도 할 수 있습니다. 요청 한도에는 포함되지 않습니다.`,
      html`The key itself is right. One with <a href="#keys-permission">${code('write')} permission</a> may read as well. It does not count against the limits.`,
    ),
  not_found: ({ say }) =>
    say(
      html`경로는 대소문자를 구별하며 끝에 ${code('/')}를 붙이지 않습니다. 경로는 있지만 메서드가 없으면 ${code('Allow')} 헤더에 사용할 수 있는 메서드가 있습니다.`,
      html`Paths are case-sensitive and have no trailing ${code('/')}. If the path exists but not with this method, the ${code('Allow')} header lists those it has.`,
    ),
  student_not_recruited: ({ say }) =>
    say(
      html`카탈로그에는 있지만 이 계정에 등록되지 않은 학생입니다. ${method('patchRecruitedStudent')}의 본문이 잘못되었더라도 이 오류가 먼저입니다.`,
      html`The catalogue has the student, this account has not. A ${method('patchRecruitedStudent')} meets this before its body is looked at.`,
    ),
  student_already_recruited: ({ say }) =>
    say(
      html`등록되어 있던 상태는 바뀌지 않았습니다. 다른 도구가 먼저 등록했을 수도 있으니 ${operation('getRecruitedStudent')}로 현재 상태를 읽어 보십시오.`,
      html`The state registered before is unchanged. Another tool may have been first: see what is there with ${operation('getRecruitedStudent')}.`,
    ),
  rate_limited: ({ say }) =>
    say(
      html`처리되지 않았으며 한도에도 포함되지 않습니다. <a href="#limits-obey">한도를 지키는 코드</a>를 참고하십시오.`,
      html`It was not processed, nor is it counted. See <a href="#limits-obey">code that obeys</a>.`,
    ),
  internal_error: ({ say }) =>
    say(
      html`쓰기를 다시 보내면 다시 처리되므로, 확인하지 않고 되풀이하지 마십시오. 읽기는 그대로 다시 보내면 됩니다.`,
      html`A write that is sent again is processed again, so do not repeat it unseen. A read can simply be sent again.`,
    ),
  unavailable: ({ say }) =>
    say(
      html`저장소를 잠시 쓸 수 없거나, 요청이 한꺼번에 몰렸거나, 서버가 종료되는 중입니다. 쓰기도 그대로 다시 보낼 수 있습니다.`,
      html`The database is away for a moment, more comes than can be done, or the server is stopping. Writes, too, may be sent again as they are.`,
    ),
};
