/** Objects of one shape as a table for a terminal. */
export function table(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows;
  if (first === undefined) return '(none)';
  const names = Object.keys(first);
  const cells = [names.map(heading), ...rows.map((row) => names.map((name) => shown(row[name])))];
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

/** expiresAt: "expires at" */
const heading = (name: string): string => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** Of a moment people want the minute; programs get it whole. */
function shown(value: unknown): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/.exec(String(value)) ?? [];
  return day === undefined ? String(value ?? '-') : `${day} ${minute}Z`;
}

/** Hangul, kana and han take two columns of a terminal. */
const columnsOf = (text: string): number =>
  [...text].reduce(
    (sum, sign) => sum + (/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3\uff00-\uff60]/.test(sign) ? 2 : 1),
    0,
  );

/** A moment as people and programs read it. */
export const moment = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
