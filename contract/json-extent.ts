/** How far a JSON text may extend. Values are counted by the commas and opening brackets before them. */
export interface JsonBounds {
  readonly depth: number;
  readonly values: number;
  /** The fields of one object. */
  readonly fields?: number;
}

/** Finds the bound that a text exceeds, before JSON.parse creates any of its values. */
export function findExcess(
  text: string,
  { depth: maxDepth, values: maxValues, fields: maxFields = Number.POSITIVE_INFINITY }: JsonBounds,
): keyof JsonBounds | undefined {
  /** The commas of each object that is open; of arrays they do not count. */
  const commas: number[] = [];
  let depth = 0;
  let values = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted) {
      if (character === '\\') at += 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
      values += 1;
      commas[depth] = character === '{' ? 0 : Number.NEGATIVE_INFINITY;
    } else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',') {
      values += 1;
      commas[depth] = (commas[depth] ?? 0) + 1;
      if ((commas[depth] as number) >= maxFields) return 'fields';
    }
    if (depth > maxDepth) return 'depth';
    if (values > maxValues) return 'values';
  }
  return undefined;
}
