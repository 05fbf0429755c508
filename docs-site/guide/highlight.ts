import { type Html, html } from '../html.ts';

/** JSON names, strings, comments, keywords and numbers: enough for short samples in shell, JavaScript and Python. */
const TOKENS =
  /(?<name>"[^"\n]*"(?=: ))|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<comment>(?<=^|\s)(?:#|\/\/)\s.*$)|(?<word>\b(?:async|await|case|const|continue|def|do|done|else|esac|except|export|fi|for|from|function|if|import|in|let|new|not|of|or|print|raise|return|then|throw|try|while|with)\b)|(?<number>(?<=[\s:=,(])\d+(?=[\s,;)}]|$))/gm;

/** Wraps tokens in spans with a class for their kind. The text itself does not change. */
export function highlight(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(html`${text.slice(end, index)}<span class="${kind}">${token}</span>`);
    end = index + token.length;
  }
  return html`${parts}${text.slice(end)}`;
}
