/** Markup that was made here, as against text that is still to be escaped. */
export interface Html {
  readonly markup: string;
}

export type Part = Html | string | number | false | undefined | readonly Part[];

/** Markup with texts in it; what is not markup already is escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.reduce((before, string, i) => before + rendered(parts[i - 1]) + string) };
}

function rendered(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'markup' in part ? part.markup : part.map(rendered).join('');
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string);

export const code = (text: string): Html => html`<code>${text}</code>`;

/** A sentence of the tables, in which backticks mark code. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? code(part) : part))}`;
