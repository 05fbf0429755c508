/** Code with backticks needs a longer delimiter, and a space beside it. */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  if (runs.length === 0) return `\`${text}\``;
  const delimiter = '`'.repeat(Math.max(...runs.map(({ length }) => length)) + 1);
  return `${delimiter} ${text} ${delimiter}`;
}

export const codeList = (names: readonly string[]): string => names.map(codeSpan).join(', ');
