/** An element of our own markup, which html.ts makes: well-formed, with `&`, `<`, `>` and `"` escaped. */
export interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

const TOKENS = /<(?<close>\/?)(?<tag>[\w-]+)(?<attributes>[^<>]*?)(?<selfClose>\/?)>|(?<text>[^<]+)/g;
const ATTRIBUTES = /(?<name>[\w-]+)(?:="(?<value>[^"]*)")?/g;
const VOID_TAGS = ['br', 'input', 'link', 'meta'];

export function parseMarkup(markup: string): Element {
  const root: Element = { tag: '', attributes: {}, children: [] };
  const open = [root];
  for (const { groups = {} } of markup.matchAll(TOKENS)) {
    const { close, tag = '', attributes = '', selfClose, text } = groups;
    if (text !== undefined) open.at(-1)?.children.push(unescapeText(text));
    else if (close === '/') open.pop();
    else {
      const element = { tag, attributes: parseAttributes(attributes), children: [] };
      open.at(-1)?.children.push(element);
      if (selfClose !== '/' && !VOID_TAGS.includes(tag)) open.push(element);
    }
  }
  return root;
}

const parseAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTES)].map(({ groups = {} }) => [
      groups.name as string,
      unescapeText(groups.value ?? ''),
    ]),
  );

const unescapeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
