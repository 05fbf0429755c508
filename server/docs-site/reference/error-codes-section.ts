import { docsAnchor, ERROR_CODES, ERRORS } from '../../../contract/errors.ts';
import { GUIDE_PATHS } from '../../../contract/paths.ts';
import { code, html, inlineCode } from '../../html/html.ts';
import type { Section } from '../guide/section.ts';
import { fieldList } from './field-list.ts';

export const errorCodes: Section = {
  id: 'errors',
  title: { ko: '오류 코드', en: 'Error codes' },
  body: ({ language, t, to }) =>
    fieldList(
      ERROR_CODES.map((name) => {
        const { status, when, act } = ERRORS[name];
        return {
          id: docsAnchor(name),
          name: html`<span class="status">${status}</span> ${code(name)}`,
          text: html`${inlineCode(when[language])} ${inlineCode(act[language])} <a href="${to(GUIDE_PATHS[language])}#${docsAnchor(name)}">${t('자세히', 'More')}<span class="visually-hidden">: ${name}</span></a>`,
        };
      }),
    ),
};
