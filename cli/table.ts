import { toPrintable } from './printed-text.ts';

/** Formats objects of the same shape as a table for a terminal. */
export function formatTable(rows: readonly Record<string, unknown>[]): string {
  const [first] = rows;
  if (first === undefined) return '(none)';
  const columns = Object.keys(first);
  const cells = [
    columns.map(formatHeading),
    ...rows.map((row) => columns.map((name) => formatCell(row[name]))),
  ];
  const widths = columns.map((_, column) =>
    Math.max(...cells.map((line) => displayWidth(line[column] ?? ''))),
  );
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - displayWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Turns `expiresAt` into "expires at". */
const formatHeading = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** Shortens times to the minute; --json prints them in full. */
function formatCell(value: unknown): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z$/.exec(String(value)) ?? [];
  return day === undefined ? toPrintable(String(value ?? '-')) : `${day} ${minute}Z`;
}

/** Hangul, kana and Chinese characters are two terminal columns wide. */
const displayWidth = (text: string): number =>
  [...text].reduce(
    (sum, character) =>
      sum + (/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3\uff00-\uff60]/.test(character) ? 2 : 1),
    0,
  );

export const formatTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
