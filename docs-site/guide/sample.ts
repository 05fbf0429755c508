import { type Html, html } from '../html.ts';
import { highlighted } from './highlight.ts';
import type { Guide } from './section.ts';

const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };
type SampleLanguage = keyof typeof LANGUAGES;
export type Codes = Record<SampleLanguage, string>;

interface Sample {
  id: string;
  title: string;
  codes: Codes;
  /** The JSON it prints on an account that has run the samples above it, in one of the languages. */
  prints?: unknown;
}

/** One thing done in three languages. Each runs as it stands, with ROLLBOOK_URL and ROLLBOOK_KEY set. */
export function sample({ say }: Guide, { id, title, codes, prints }: Sample): Html {
  const languages = Object.keys(LANGUAGES) as SampleLanguage[];
  return html`
<fieldset class="tabs"><legend class="unseen">${title}</legend>
<div class="tabbar">${languages.map(
    (language, i) =>
      html`<label><input type="radio" name="tab-${id}" value="${language}"${i === 0 ? html` checked` : ''}>${LANGUAGES[language]}</label>`,
  )}</div>
${languages.map(
  (language) => html`<figure class="sample" data-sample="${id}" data-language="${language}">
<figcaption class="unseen">${title}: ${LANGUAGES[language]}</figcaption>
<pre tabindex="0"><code>${highlighted(codes[language])}</code></pre>
</figure>
`,
)}</fieldset>${
    prints === undefined
      ? ''
      : html`
<p class="label">${say('출력', 'Prints')}</p>
<pre class="output" tabindex="0" data-output-of="${id}">${json(prints)}</pre>`
  }`;
}

/** Something to read, or to type that is no sample. */
export const shown = (label: string, text: string | Html): Html => html`
<p class="label">${label}</p>
<pre tabindex="0">${typeof text === 'string' ? html`<code>${highlighted(text)}</code>` : text}</pre>`;

const WIDTH = 56;

/** Set for reading: whole where it fits a line, else what a line holds of an object's plain values. */
export const json = (value: unknown): Html => highlighted(set(value, '', 0));

function set(value: unknown, indent: string, before: number): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (indent.length + before + line.length <= WIDTH || typeof value !== 'object' || value === null)
    return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((one) => set(one, inner, 0))
    : Object.entries(value).map(([name, one]) => {
        const label = `${JSON.stringify(name)}: `;
        return label + set(one, inner, label.length);
      });
  const lines: string[] = [];
  for (const [i, part] of parts.entries()) {
    const written = i + 1 < parts.length ? `${part},` : part;
    const last = lines.at(-1);
    const joins = last !== undefined && !/[{[\]}]/.test(last + written);
    if (joins && inner.length + last.length + written.length < WIDTH)
      lines[lines.length - 1] += ` ${written}`;
    else lines.push(written);
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.map((one) => inner + one).join('\n')}\n${indent}${close}`;
}
