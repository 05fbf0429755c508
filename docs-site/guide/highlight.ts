import { type Html, html } from '../html.ts';

/** Names in JSON, strings, comments, words of the three languages, numbers: enough to find one's way in a few lines. */
const TOKENS =
  /(?<name>"[^"\n]*"(?=: ))|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<comment>(?<=^|\s)(?:#|\/\/)\s.*$)|(?<word>\b(?:async|await|case|const|continue|def|do|done|else|esac|except|export|fi|for|from|function|if|import|in|let|new|not|of|or|print|raise|return|then|throw|try|while|with)\b)|(?<number>(?<=[\s:=,(])\d+(?=[\s,;)}]|$))/gm;

/** Colours by what a thing is. The text stays what it was. */
export function highlighted(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKENS)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined);
    parts.push(html`${text.slice(end, index)}<span class="${kind}">${token}</span>`);
    end = index + token.length;
  }
  return html`${parts}${text.slice(end)}`;
}
