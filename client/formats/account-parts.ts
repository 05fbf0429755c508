/** The parts of the file with an account's data that an import reads. The history beside them can be far longer. */
const PARTS = ['exportedAt', 'students', 'goals', 'stock'];
/** In UTF-16 units, or bytes. Several times what the parts take, which are the first of the file. */
export const MAX_ACCOUNT_PARTS_LENGTH = 4 * 1024 * 1024;

/**
 * Cuts these parts out of the file with an account's data, as JSON of their own. Reads no further than the last of them, so
 * neither the length of what follows matters nor whether it is whole. Undefined if the text lacks one.
 */
export function cutAccountParts(text: string): string | undefined {
  const start = text.slice(0, MAX_ACCOUNT_PARTS_LENGTH);
  if (!start.includes('"exportedAt"') || !start.trimStart().startsWith('{')) return undefined;
  const found = new Map<string, string>();
  for (const [name, value] of listMembers(start)) {
    if (PARTS.includes(name)) found.set(name, value);
    if (found.size === PARTS.length)
      return `{${Array.from(found, ([part, json]) => `"${part}":${json}`).join()}}`;
  }
  return undefined;
}

/** The members of the outermost object, each with its value as it stands. */
function* listMembers(text: string): Generator<[name: string, value: string]> {
  let depth = 0;
  let name = '';
  let from = 0;
  for (let at = text.indexOf('{'); at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = findQuoteEnd(text, at);
      if (end === -1) return;
      if (depth === 1 && from === 0) name = text.slice(at + 1, end);
      at = end;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth > 0) continue;
      if (from > 0) yield [name, text.slice(from, at)];
      return;
    } else if (depth === 1 && character === ':') from = at + 1;
    else if (depth === 1 && character === ',') {
      yield [name, text.slice(from, at)];
      from = 0;
    }
  }
}

/** The closing quote of a string. -1 if there is none. */
function findQuoteEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1)
    if (text[at] === '"') return at;
    else if (text[at] === '\\') at += 1;
  return -1;
}
