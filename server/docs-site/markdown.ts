import type { Html } from '../html/html.ts';
import { type Element, parseMarkup } from './markup-tree.ts';

/** Parts of a page that its Markdown leaves out: a diagram that the list beside it repeats, tabs, captions. */
const OMITTED_TAGS = ['svg', 'figcaption', 'caption', 'input'];
const OMITTED_CLASSES = ['tabbar', 'visually-hidden'];
const FENCE_LANGUAGES: Record<string, string> = { curl: 'sh', javascript: 'js', python: 'python' };

/** Our markup as Markdown. `page` is the address that links to anchors refer to; all other links have to be absolute. */
export function toMarkdown({ markup }: Html, page: string): string {
  return `${blocks(parseMarkup(markup), page).join('\n\n')}\n`;
}

/** The blocks of an element, without blank lines between them. */
function blocks(element: Element, page: string): string[] {
  const found: string[] = [];
  let text: Element['children'] = [];
  const endText = () => {
    const paragraph = inline(text, page);
    if (paragraph !== '') found.push(paragraph);
    text = [];
  };
  for (const child of element.children) {
    if (typeof child === 'string' || !isBlock(child)) text.push(child);
    else {
      endText();
      found.push(...block(child, page));
    }
  }
  endText();
  return found;
}

const INLINE_TAGS = ['a', 'b', 'br', 'code', 'small', 'span', 'strong'];
const isBlock = ({ tag }: Element): boolean => !INLINE_TAGS.includes(tag);

function block(element: Element, page: string): string[] {
  const { tag, attributes, children } = element;
  if (isOmitted(element)) return [];
  switch (tag) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
      return [`${'#'.repeat(Number(tag.slice(1)))} ${inline(withoutLinks(children), page)}`];
    case 'p':
      return [attributes.class === 'label' ? `**${inline(children, page)}**` : inline(children, page)];
    case 'legend':
    case 'summary':
      return [`**${inline(children, page)}**`];
    case 'ul':
    case 'ol':
      return [list(element, page)];
    case 'table':
      return [table(element, page)];
    case 'pre':
      return [fence(textOf(element), '')];
    case 'figure':
      return elementsIn(element, 'pre').map((pre) =>
        fence(textOf(pre), FENCE_LANGUAGES[attributes['data-language'] ?? ''] ?? ''),
      );
    default:
      return blocks(element, page);
  }
}

const isOmitted = ({ tag, attributes }: Element): boolean =>
  OMITTED_TAGS.includes(tag) ||
  // A legend is hidden on the page, where tabs take its place.
  (tag !== 'legend' && OMITTED_CLASSES.includes(attributes.class ?? ''));

function inline(children: Element['children'], page: string): string {
  return children
    .map((child) => (typeof child === 'string' ? escapeText(child) : inlineElement(child, page)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function inlineElement(element: Element, page: string): string {
  const { tag, attributes, children } = element;
  if (isOmitted(element)) return '';
  const padded = (text: string) => {
    const [, before = '', after = ''] = /^(\s*).*?(\s*)$/s.exec(textOf(element)) ?? [];
    return before + text + after;
  };
  switch (tag) {
    case 'code':
      return codeSpan(textOf(element));
    case 'strong':
      return `**${inline(children, page)}**`;
    case 'a':
      return `[${inline(children, page)}](${new URL(attributes.href ?? '', page).href})`;
    case 'br':
      return ' ';
    default:
      return padded(inline(children, page));
  }
}

const withoutLinks = (children: Element['children']): Element['children'] =>
  children.flatMap((child) => (typeof child !== 'string' && child.tag === 'a' ? child.children : [child]));

const list = ({ tag, children }: Element, page: string): string =>
  children
    .filter((child) => typeof child !== 'string')
    .map((item, i) => {
      const mark = tag === 'ol' ? `${i + 1}. ` : '- ';
      return (
        mark +
        blocks(item, page)
          .join('\n')
          .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
      );
    })
    .join('\n');

function table(element: Element, page: string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head = [], ...body] = elementsIn(element, 'tr').map(({ children }) =>
    children
      .filter((cell) => typeof cell !== 'string')
      .map((cell) => inline(cell.children, page).replaceAll('|', '\\|')),
  );
  return [head, head.map(() => '---'), ...body].map(line).join('\n');
}

const elementsIn = ({ children }: Element, tag: string): Element[] =>
  children.flatMap((child) =>
    typeof child === 'string' ? [] : child.tag === tag ? [child] : elementsIn(child, tag),
  );

const textOf = (node: Element | string): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

const fence = (text: string, language: string): string =>
  `\`\`\`${language || (/^[{[]/.test(text) ? 'json' : '')}\n${text.trim()}\n\`\`\``;

/** Code with a backtick needs a longer delimiter. */
const codeSpan = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

const escapeText = (text: string): string => text.replace(/[\\*_<[\]`]/g, '\\$&');
