/** Objects of one shape as a table for a terminal. */
export function table(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows;
  if (first === undefined) return '(none)';
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => columnsOf(line[column] ?? ''))));
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - columnsOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Hangul, kana and han take two columns of a terminal. */
const columnsOf = (text: string): number =>
  [...text].reduce(
    (sum, sign) => sum + (/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3\uff00-\uff60]/.test(sign) ? 2 : 1),
    0,
  );
