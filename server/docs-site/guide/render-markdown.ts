import { Marked, type MarkedToken, Parser, type RendererObject, type Token, type Tokens } from 'marked';
import { code, type Html, html, type Part } from '../../html/html.ts';
import { codeBlock, httpMessage, type SampleCode, sampleOutput, sampleTabs } from './sample.ts';

const TABS: Record<string, keyof SampleCode> = { sh: 'curl', js: 'javascript', python: 'python' };
/** At the end of a heading, a paragraph, the first cell of a row or the info of a fence. */
const ANCHOR = / \{#([\w-]+)\}$/;
const ERROR_HEADING = /^(\d{3}) /;
/** The class of paragraphs that begin like this. */
const PARAGRAPHS = [
  ['<strong>해결 방법</strong>', 'resolution'],
  ['<strong>What to do</strong>', 'resolution'],
  ['이 오류를 반환하는 요청:', 'returned-by'],
  ['Returned by:', 'returned-by'],
] as const;

/**
 * The guide's Markdown as the page shows it. A paragraph in bold alone is the label of the code or table below it, or
 * else the summary of details. Fences with the anchor of a sample are its tabs, and the one in JSON what it prints.
 */
export function renderMarkdown(text: string, to: (path: string) => string): Html {
  // An address in a text is no link.
  const marked = new Marked({ renderer: pageRenderer(to), tokenizer: { url: () => undefined } });
  const parser = new Parser(marked.defaults);
  const inline = (tokens: Token[]): Html => ({ markup: parser.parseInline(tokens) });
  const tokens = marked.lexer(text).filter(({ type }) => type !== 'space') as MarkedToken[];
  const blocks: Html[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const strong = findLabel(token);
    const label = strong && inline(strong.tokens);
    const [next] = tokens;
    if (label && next?.type !== 'code' && next?.type !== 'table') {
      blocks.push(html`<summary>${label}</summary>`);
      continue;
    }
    const block = label ? (tokens.shift() as MarkedToken) : token;
    if (block.type === 'table') blocks.push(renderTable(block, label, inline));
    else if (block.type === 'code') blocks.push(renderFences([block, ...takeTabs(block, tokens)], label));
    else blocks.push({ markup: parser.parse([block]) });
  }
  return html`${blocks}`;
}

const findLabel = (token: MarkedToken): Tokens.Strong | undefined => {
  const [first, ...others] = token.type === 'paragraph' ? token.tokens : [];
  return first?.type === 'strong' && others.length === 0 ? (first as Tokens.Strong) : undefined;
};

/** The other fences of a sample, which follow its first. */
function takeTabs(first: Tokens.Code, tokens: MarkedToken[]): Tokens.Code[] {
  const { id } = readInfo(first);
  const end = tokens.findIndex((token) => token.type !== 'code' || readInfo(token).id !== id);
  return id === undefined ? [] : (tokens.splice(0, end === -1 ? tokens.length : end) as Tokens.Code[]);
}

function renderFences(fences: readonly Tokens.Code[], label: Html | undefined): Html {
  const parts = fences.map((fence) => ({ ...readInfo(fence), text: fence.text }));
  const { id, language = '', text = '' } = parts[0] ?? {};
  if (id === undefined) return codeBlock(label, language === 'http' ? httpMessage(text) : text);
  if (language === 'json') return sampleOutput(id, label, text);
  const code = Object.fromEntries(parts.map((part) => [TABS[part.language], part.text]));
  return sampleTabs({ id, title: label, code });
}

const readInfo = ({ lang = '' }: Tokens.Code): { id: string | undefined; language: string } => {
  const { id, content } = splitAnchor(lang);
  return { id, language: content.markup };
};

function renderTable(
  { header, rows }: Tokens.Table,
  caption: Html | undefined,
  inline: (tokens: Token[]) => Html,
): Html {
  const heads = header.map(({ tokens }) => inline(tokens));
  if (caption === undefined) throw new Error(`A table of the guide has no label: ${html`${heads}`.markup}`);
  return table(
    caption,
    heads,
    rows.map((row) => {
      const [first, ...cells] = row.map(({ tokens }) => inline(tokens));
      const { id, content } = splitAnchor(first?.markup ?? '');
      return { ...(id && { id }), cells: id ? styleRow(id, content, cells) : [content, ...cells] };
    }),
  );
}

/** Of a request, a field or a method, which its anchor tells. */
function styleRow(id: string, { markup }: Html, cells: readonly Html[]): Html[] {
  const name = id.startsWith('client-')
    ? // Below one another: two columns of code do not fit a phone.
      markup.replaceAll('<code>', '<code class="call">').replace(', <code', ' <br><code')
    : markup.replace(/^<code>([A-Z]+) /, '<code><b class="$1">$1</b> ');
  return [
    { markup: name },
    ...cells.map((cell) => ({
      markup: cell.markup.replace(/^\d+–[\d,]+$/, '<span class="whole">$&</span>'),
    })),
  ];
}

const pageRenderer = (to: (path: string) => string): RendererObject => ({
  heading({ depth, tokens }) {
    const { id, content } = splitAnchor(this.parser.parseInline(tokens));
    if (id === undefined) throw new Error(`A heading of the guide has no {#anchor}: ${content.markup}`);
    if (ERROR_HEADING.test(content.markup))
      return `\n<h3><a href="#${id}">${content.markup.replace(ERROR_HEADING, '<span class="status">$1</span> ')}</a></h3>\n`;
    return `<h${depth} id="${id}"><a href="#${id}">${content.markup}</a></h${depth}>\n`;
  },
  paragraph({ tokens }) {
    const { id, content } = splitAnchor(this.parser.parseInline(tokens));
    const [, name] = PARAGRAPHS.find(([start]) => content.markup.startsWith(start)) ?? [];
    return html`<p${id && html` id="${id}"`}${name && html` class="${name}"`}>${content}</p>\n`.markup;
  },
  link({ href, tokens }) {
    const content = { markup: this.parser.parseInline(tokens) };
    return html`<a href="${href.startsWith('/') ? to(href) : href}">${content}</a>`.markup;
  },
  codespan: ({ text }) => code(text).markup,
  // marked makes an entity of each apostrophe.
  text(token) {
    if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
    return html`${token.text}`.markup;
  },
});

function splitAnchor(markup: string): { id: string | undefined; content: Html } {
  return { id: ANCHOR.exec(markup)?.[1], content: { markup: markup.replace(ANCHOR, '') } };
}

interface Row {
  /** Anchor of the row. */
  id?: string;
  /** The first cell is the row header. */
  cells: readonly Part[];
}

/** Table that scrolls sideways on narrow screens. */
export const table = (caption: Part, heads: readonly Part[], rows: readonly Row[]): Html => html`
<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`;

const row = ({ id, cells: [name, ...cells] }: Row): Html =>
  html`<tr${id && html` id="${id}"`}><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
