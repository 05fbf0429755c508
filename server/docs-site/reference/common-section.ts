import { GUIDE_PATHS } from '../../../contract/paths.ts';
import { html, inlineCode } from '../../html/html.ts';
import { commonRules, SUGGESTED_FLOW } from '../common-rules.ts';
import type { Section } from '../guide/section.ts';

export const common: Section = {
  id: 'common',
  title: { ko: '공통 규칙', en: 'Common rules' },
  body: (context) => {
    const { language, t, to } = context;
    return html`<ul>${commonRules(context).map((rule) => html`<li>${inlineCode(rule[language])}</li>`)}</ul>
<p>${inlineCode(SUGGESTED_FLOW[language])} ${t(
      html`<a href="${to(GUIDE_PATHS.ko)}#flow">예제 코드</a>`,
      html`<a href="${to(GUIDE_PATHS.en)}#flow">Sample code</a>`,
    )}</p>`;
  },
};
