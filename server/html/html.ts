/** Safe markup, as opposed to text that still has to be escaped. */
export interface Html {
  readonly markup: string;
}

export type Part = Html | string | number | false | undefined | readonly Part[];

/** Template tag that escapes every interpolated text and leaves markup as it is. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: strings.reduce((before, string, i) => before + render(parts[i - 1]) + string) };
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(render).join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);

export const code = (text: string): Html => html`<code>${text}</code>`;

/** Renders the backticks in a text of the contract's tables as code. */
export const inlineCode = (text: string): Html =>
  html`${text.split('`').map((part, i) => (i % 2 === 1 ? code(part) : part))}`;
