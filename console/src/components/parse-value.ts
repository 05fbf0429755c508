/** Nothing is null, and what is no whole number is `NaN`, which every check refuses. */
export function parseValue(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}
