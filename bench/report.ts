import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  name: string;
  /** What was measured of the service, and of what it is held against, pair by pair. */
  pairs: readonly { a: number; b: number }[];
  unit: string;
  /** What is asked of the ratio, if anything is. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
}

/** A spread above this says so: the figure is worth little. */
const NOISY = 0.15;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((x, y) => x - y);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

const brief = (value: number): string => (value >= 100 ? String(Math.round(value)) : value.toPrecision(3));

const asked = ({ atLeast, atMost }: Row): string =>
  atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : 'none';

/** Prints the one table, and keeps it where the repository does if asked. */
export function report(
  rows: readonly Row[],
  machine: { tool: string; cpu: string; cores: number; save: boolean },
): void {
  const table = [
    '| work | ratio (median) | spread | asked | service | held against |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => {
      const ratios = row.pairs.map(({ a, b }) => a / b);
      const ratio = median(ratios);
      const spread = (Math.max(...ratios) - Math.min(...ratios)) / ratio;
      const noisy = spread > NOISY ? ' (noisy)' : '';
      const [a, b] = [median(row.pairs.map((pair) => pair.a)), median(row.pairs.map((pair) => pair.b))];
      return `| ${row.name} | ${ratio.toPrecision(3)} | ${Math.round(spread * 100)}%${noisy} | ${asked(row)} | ${brief(a)} ${row.unit} | ${brief(b)} |`;
    }),
  ].join('\n');
  process.stdout.write(`\n${table}\n`);
  if (!machine.save) return;
  const text = `# Results

${new Date().toISOString().slice(0, 10)}, ${machine.cpu}, ${machine.cores} cores, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, load by ${machine.tool}. Server on one core, load on the other.
An absolute figure means little on a shared machine; the ratios are of pairs measured in turn.

${table}
`;
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text);
}
