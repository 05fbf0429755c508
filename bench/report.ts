import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  name: string;
  /** Figures of the service and of its baseline, measured in turn. */
  pairs: readonly { service: number; baseline: number }[];
  unit: string;
  /** The target of the ratio, if any. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
}

/** A ratio whose spread exceeds this is marked as noisy. */
const NOISY_SPREAD = 0.15;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((x, y) => x - y);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

const formatNumber = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : value.toPrecision(3);

const formatTarget = ({ atLeast, atMost }: Row): string =>
  atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : 'none';

/** Prints the table, and writes it to RESULTS.md if `save` is set. */
export function report(
  rows: readonly Row[],
  machine: { tool: string; cpu: string; cores: number; save: boolean },
): void {
  const table = [
    '| work | ratio (median) | spread | target | service | baseline |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => {
      const ratios = row.pairs.map(({ service, baseline }) => service / baseline);
      const ratio = median(ratios);
      const spread = (Math.max(...ratios) - Math.min(...ratios)) / ratio;
      const noisy = spread > NOISY_SPREAD ? ' (noisy)' : '';
      const service = median(row.pairs.map((pair) => pair.service));
      const baseline = median(row.pairs.map((pair) => pair.baseline));
      return `| ${row.name} | ${ratio.toPrecision(3)} | ${Math.round(spread * 100)}%${noisy} | ${formatTarget(row)} | ${formatNumber(service)} ${row.unit} | ${formatNumber(baseline)} |`;
    }),
  ].join('\n');
  process.stdout.write(`\n${table}\n`);
  if (!machine.save) return;
  const text = `# Results

${new Date().toISOString().slice(0, 10)}, ${machine.cpu}, ${machine.cores} cores, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, load by ${machine.tool}. Server on one core, load on the other.
Absolute figures mean little on a shared machine; the ratios are of pairs measured in turn.

${table}
`;
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text);
}
