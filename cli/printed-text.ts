import { REPLACEMENT, UNPRINTABLE } from '../server/observability/printable-text.ts';

export { toPrintable } from '../server/observability/printable-text.ts';

const ESCAPE = '\u001b';
/** The rest of a style of `styleText` after its escape. */
const STYLE = /^\[\d{1,2}m/;
const STYLE_LENGTH = 4;

/** `styled`: with colours, around text that is printable. `file`: exact, unless a terminal shows it. */
export type TextFormat = 'plain' | 'styled' | 'file';

/** All text of the commands passes here, whoever wrote the names, errors and files in it. */
export function printText(stream: NodeJS.WriteStream, text: string, format: TextFormat = 'plain'): void {
  const isExact = format === 'file' && !stream.isTTY;
  stream.write(`${isExact ? text : toPrintableLines(text, format === 'styled')}\n`);
}

function toPrintableLines(text: string, isStyled: boolean): string {
  const isStyle = (at: number) => STYLE.test(text.slice(at + 1, at + 1 + STYLE_LENGTH));
  return text.replaceAll(UNPRINTABLE, (found, at: number) =>
    found === '\n' || found === '\t' || (isStyled && found === ESCAPE && isStyle(at)) ? found : REPLACEMENT,
  );
}

/** The same value, whether a program or a person reads it: JSON has an escape for each character. */
export function printJson(stream: NodeJS.WriteStream, value: unknown): void {
  const json = JSON.stringify(value).replaceAll(
    UNPRINTABLE,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  stream.write(`${json}\n`);
}
