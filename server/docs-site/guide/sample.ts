import { formatJson } from '../../html/assets/code-text.js';
import { type Html, html, type Part } from '../../html/html.ts';
import { highlight } from './highlight.ts';

const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };
type SampleLanguage = keyof typeof LANGUAGES;
export type SampleCode = Record<SampleLanguage, string>;

interface Sample {
  id: string;
  title: Part;
  /** A language may be left out. */
  code: Partial<SampleCode>;
}

/** A code sample with a tab per language. Each is complete and needs only ROLLBOOK_URL and ROLLBOOK_KEY. */
export function sampleTabs({ id, title, code }: Sample): Html {
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
)}</fieldset>`;
}

/** The JSON that a sample prints, after the samples above it have run on the same account. */
export const sampleOutput = (id: string, label: Part, text: string): Html => html`
<p class="label">${label}</p>
<pre class="output" tabindex="0" data-output-of="${id}">${highlight(text)}</pre>`;

/** Code without language tabs: commands, requests and responses. */
export const codeBlock = (label: Part, text: string | Html): Html => html`${
  label &&
  html`
<p class="label">${label}</p>`
}
<pre tabindex="0">${typeof text === 'string' ? html`<code>${highlight(text)}</code>` : text}</pre>`;

/** JSON as the page shows it. */
export const json = (value: unknown): Html => highlight(formatJson(value));

/** A request or response of HTTP, with the status in bold. */
export function httpMessage(text: string): Html {
  const [head = '', ...body] = text.split(/(?=\n\n)/);
  const [status = ''] = /^\d.*/.exec(head) ?? [];
  return html`<code>${status && html`<b>${status}</b>`}${head.slice(status.length)}${highlight(body.join(''))}</code>`;
}
