import { docsAnchor, ERROR_CODES, ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { COMMON_ERRORS } from '../../../contract/operations.ts';
import { formatJson } from '../../html/assets/code-text.js';
import { code, html, inlineCode } from '../../html/html.ts';
import { OPERATION_LIST } from '../operation-details.ts';
import { ERROR_REQUESTS, exampleError, requestLine, responseText } from './error-examples.ts';
import { exampleStudent } from './example.ts';
import type { Filling, Names } from './fill-names.ts';
import { COLUMNS } from './layout-names.ts';
import { codeFence, codeSpan } from './markdown-text.ts';
import type { GuideContext } from './section.ts';

/** What stands before and after the guide's own text of each error. */
export const errorNames = (guide: GuideContext): Names =>
  Object.fromEntries(
    ERROR_CODES.flatMap((name) => [
      [`#error:${name}`, explanation(guide, name)],
      [`/error:${name}`, requestsAndExample(guide, name)],
    ]),
  );

function explanation({ t, language }: GuideContext, name: ErrorCode): Filling {
  const { status, when, act } = ERRORS[name];
  const id = docsAnchor(name);
  const advice = t('해결 방법', 'What to do');
  return {
    page: `<section id="${id}" class="error">
<h3><a href="#${id}"><span class="status">${status}</span> ${code(name).markup}</a></h3>
${COLUMNS.open}
${
  html`<p>${inlineCode(when[language])}</p>
<p class="resolution"><strong>${advice}</strong> ${inlineCode(act[language])}</p>`.markup
}
`,
    markdown: `### ${status} ${codeSpan(name)}\n\n${when[language]}\n\n**${advice}** ${act[language]}`,
  };
}

function requestsAndExample(guide: GuideContext, name: ErrorCode): Filling {
  const { t, docsUrl } = guide;
  const { id, uid = exampleStudent(guide).uid, body } = ERROR_REQUESTS[name];
  const request = [requestLine(id, uid), ...(body ? [formatJson(body(guide))] : [])].join('\n\n');
  const example = `**${t('요청', 'Request')}**

${codeFence('http', request)}

**${t('응답', 'Response')}**

${codeFence('http', responseText(exampleError(name, id, guide), docsUrl))}`;
  const returnedBy = t('이 오류를 반환하는 요청', 'Returned by');
  const isCommon = (COMMON_ERRORS as readonly ErrorCode[]).includes(name);
  const requests = OPERATION_LIST.filter(([, { errors }]) => errors.includes(name)).map(
    ([id, { method, path }]) => ({
      id,
      text: `${method} ${path}`,
    }),
  );
  const all = t('모든 요청', 'all requests');
  const links = requests.map(({ id, text }) => html`<a href="#${id}">${code(text)}</a>`.markup).join(', ');
  return {
    page: `
<p class="returned-by">${returnedBy}: ${isCommon ? all : links}</p>
${COLUMNS.examples}

${example}

${COLUMNS.close}
</section>
`,
    markdown: `${returnedBy}: ${isCommon ? all : requests.map(({ id, text }) => `[${codeSpan(text)}](#${id})`).join(', ')}

${example}`,
  };
}
