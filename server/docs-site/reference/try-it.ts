import { formatJson } from '../../html/assets/code-text.js';
import { code, type Html, html, inlineCode } from '../../html/html.ts';
import type { GuideContext } from '../guide/section.ts';
import { operationExamples, parameterExamples } from '../openapi-examples.ts';
import { type AnyOperationId, findOperation, parametersOf, prefixOf } from '../operation-details.ts';

/** The form that sends a request. try-it.js shows it and keeps the samples above it, if any, in step. */
export function tryIt(context: GuideContext, id: AnyOperationId): Html {
  const { language, t, to } = context;
  const { method, path, permission } = findOperation(id);
  const { body } = operationExamples(context)[id];
  const examples = parameterExamples(context);
  return html`<details class="try" hidden data-operation="${id}" data-api="${to(prefixOf(id))}" data-method="${method}" data-path="${path}">
<summary>${t('요청 보내 보기', 'Try it')}</summary>
<form>
<label><span>${t('API 키', 'API key')} <small>${permission}</small></span>
<input type="password" name="key" autocomplete="off" spellcheck="false"></label>
<p class="hint">${t('키는 이 페이지의 메모리에만 있으며, 저장되지 않고 새로 고치면 사라집니다.', 'The key stays in the memory of this page: it is stored nowhere and gone after a reload.')}</p>
${parametersOf(id).map(
  ({
    name,
    in: place,
    required,
    text,
    schema,
  }) => html`<label><span>${code(name)} ${inlineCode(text[language])}</span>
<input name="${name}" data-in="${place}"${schema.type === 'integer' && html` inputmode="numeric" data-integer`} value="${required && (examples[name] ?? '')}" autocomplete="off" spellcheck="false"${required && html` required`}></label>
`,
)}${
  body &&
  html`<label><span>${t('본문 (JSON)', 'Body (JSON)')}</span>
<textarea name="body" rows="5" autocomplete="off" spellcheck="false" data-invalid="${t('JSON이 아닙니다. 이대로 보내면 오류 응답을 받습니다.', 'Not JSON. Sent like this, it gets an error response.')}">${formatJson(body)}</textarea></label>
<p class="hint" role="status" data-problem></p>`
}
<p><button>${t('보내기', 'Send')}</button>${
    permission === 'write' &&
    html` <span class="hint">${t('실제 데이터가 바뀝니다.', 'This changes real data.')}</span>`
  }</p>
</form>
<p class="label" role="status" data-failed="${t('요청을 보내지 못했습니다. 입력한 키와 서버의 상태를 확인하십시오.', 'The request could not be sent. Check the key and whether the server is up.')}" data-seconds="${t('초', 's')}"></p>
<div class="answer" hidden><pre class="output" tabindex="0"></pre></div>
</details>`;
}
