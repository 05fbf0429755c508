import { HEADER_NAMES, HEADERS } from '../../../contract/headers.ts';
import { code, html } from '../../html/html.ts';
import type { Section } from '../guide/section.ts';
import { headerExamples } from '../openapi-examples.ts';
import { fieldList } from './field-list.ts';
import { describeType } from './schema-type.ts';

export const responseHeaders: Section = {
  id: 'headers',
  title: { ko: '응답 헤더', en: 'Response headers' },
  body: (context) => {
    const examples = headerExamples(context);
    return fieldList(
      HEADER_NAMES.map((name) => ({
        id: `header-${name}`,
        name: code(name),
        type: describeType(HEADERS[name].schema, context),
        text: html`${HEADERS[name][context.language]}<br><code>${name}: ${examples[name]}</code>`,
      })),
    );
  },
};
