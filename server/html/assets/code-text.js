// @ts-check
// How code and JSON look, on the server and in the form of the reference.

/** JSON names, strings, comments, keywords and numbers: enough for short samples in shell, JavaScript and Python. */
const TOKENS =
  /(?<name>"[^"\n]*"(?=: ))|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<comment>(?<=^|\s)(?:#|\/\/)\s.*$)|(?<word>\b(?:async|await|case|const|continue|def|do|done|else|esac|except|export|fi|for|from|function|if|import|in|let|new|not|of|or|print|raise|return|then|throw|try|while|with)\b)|(?<number>(?<=[\s:=,(])\d+(?=[\s,;)}]|$))/gm;

/**
 * The text in parts, each with the kind of its token; undefined between tokens.
 * @param {string} text
 * @returns {{ text: string, kind: string | undefined }[]}
 */
export function tokenize(text) {
  const parts = [];
  let end = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKENS)) {
    if (index > end) parts.push({ text: text.slice(end, index), kind: undefined });
    parts.push({ text: token, kind: Object.keys(groups).find((name) => groups[name] !== undefined) });
    end = index + token.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), kind: undefined });
  return parts;
}

const MAX_LINE_LENGTH = 52;

/**
 * JSON on one line if it fits, else wrapped with as many plain values per line as fit.
 * @param {unknown} value
 * @param {string} [indent]
 * @param {number} [labelLength]
 * @returns {string}
 */
export function formatJson(value, indent = '', labelLength = 0) {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (
    indent.length + labelLength + line.length <= MAX_LINE_LENGTH ||
    typeof value !== 'object' ||
    value === null
  )
    return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => formatJson(item, inner, 0))
    : Object.entries(value).map(([name, item]) => {
        const label = `${JSON.stringify(name)}: `;
        return label + formatJson(item, inner, label.length);
      });
  /** @type {string[]} */
  const lines = [];
  for (const [i, part] of parts.entries()) {
    const text = i + 1 < parts.length ? `${part},` : part;
    const last = lines.at(-1);
    const joins = last !== undefined && !/[{[\]}]/.test(last + text);
    if (joins && inner.length + last.length + text.length < MAX_LINE_LENGTH)
      lines[lines.length - 1] += ` ${text}`;
    else lines.push(text);
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.map((text) => inner + text).join('\n')}\n${indent}${close}`;
}
