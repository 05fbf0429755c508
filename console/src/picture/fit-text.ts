const SEGMENTS = new Intl.Segmenter();

type Measure = (text: string) => number;

/** The text, or as many of its letters as there is room for, with an ellipsis. */
export function fitText(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const letters = [...SEGMENTS.segment(text)].map(({ segment }) => segment);
  let kept = letters.length;
  const shorten = () => `${letters.slice(0, kept).join('').trimEnd()}…`;
  while (kept > 0 && measure(shorten()) > width) kept -= 1;
  return shorten();
}

/** Puts whole items on lines; the last line says with an ellipsis that there are more. */
export function wrapItems(
  items: readonly string[],
  { width, lines, measure }: { width: number; lines: number; measure: Measure },
): string[] {
  const wrapped: string[] = [];
  for (const item of items) {
    const last = wrapped.at(-1);
    const joined = last === undefined ? item : `${last} · ${item}`;
    if (last !== undefined && (measure(joined) <= width || wrapped.length === lines))
      wrapped[wrapped.length - 1] = joined;
    else wrapped.push(item);
  }
  return wrapped.map((line) => fitText(line, width, measure));
}
