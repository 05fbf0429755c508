import { type Html, html } from '../html.ts';
import { highlight } from './highlight.ts';
import type { GuideContext } from './section.ts';

const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };
type SampleLanguage = keyof typeof LANGUAGES;
export type SampleCode = Record<SampleLanguage, string>;

interface Sample {
  id: string;
  title: string;
  /** A language may be left out. */
  code: Partial<SampleCode>;
  /** The JSON that it prints, after the samples above it have run on the same account. */
  output?: unknown;
}

/** A code sample with a tab per language. Each is complete and needs only ROLLBOOK_URL and ROLLBOOK_KEY. */
export function sample({ t }: GuideContext, { id, title, code, output }: Sample): Html {
  const languages = (Object.keys(LANGUAGES) as SampleLanguage[]).filter((language) => code[language]);
  return html`
<fieldset class="tabs"><legend class="visually-hidden">${title}</legend>
<div class="tabbar">${languages.map(
    (language, i) =>
      html`<label><input type="radio" name="tab-${id}" value="${language}"${i === 0 ? html` checked` : ''}>${LANGUAGES[language]}</label>`,
  )}</div>
${languages.map(
  (language) => html`<figure class="sample" data-sample="${id}" data-language="${language}">
<figcaption class="visually-hidden">${title}: ${LANGUAGES[language]}</figcaption>
<pre tabindex="0"><code>${highlight(code[language] ?? '')}</code></pre>
</figure>
`,
)}</fieldset>${
    output === undefined
      ? ''
      : html`
<p class="label">${typeof output === 'object' ? t('응답', 'Response') : t('출력', 'Output')}</p>
<pre class="output" tabindex="0" data-output-of="${id}">${json(output)}</pre>`
  }`;
}

/** Code without language tabs: commands, requests and responses. */
export const codeBlock = (label: string, text: string | Html): Html => html`
<p class="label">${label}</p>
<pre tabindex="0">${typeof text === 'string' ? html`<code>${highlight(text)}</code>` : text}</pre>`;

const MAX_LINE_LENGTH = 56;

/** JSON on one line if it fits, else wrapped with as many plain values per line as fit. */
export const json = (value: unknown): Html => highlight(formatJson(value, '', 0));

function formatJson(value: unknown, indent: string, labelLength: number): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (
    indent.length + labelLength + line.length <= MAX_LINE_LENGTH ||
    typeof value !== 'object' ||
    value === null
  )
    return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner, 0))
    : Object.entries(value).map(([name, item]) => {
        const label = `${JSON.stringify(name)}: `;
        return label + formatJson(item, inner, label.length);
      });
  const lines: string[] = [];
  for (const [i, part] of parts.entries()) {
    const text = i + 1 < parts.length ? `${part},` : part;
    const last = lines.at(-1);
    const joins = last !== undefined && !/[{[\]}]/.test(last + text);
    if (joins && inner.length + last.length + text.length < MAX_LINE_LENGTH)
      lines[lines.length - 1] += ` ${text}`;
    else lines.push(text);
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.map((text) => inner + text).join('\n')}\n${indent}${close}`;
}
