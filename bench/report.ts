import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  name: string;
  /** Figures of the service and of its baseline, measured in turn. Without a baseline the target is absolute. */
  pairs: readonly { service: number; baseline?: number }[];
  unit: string;
  /** The target of the ratio, if any. */
  atLeast?: number | undefined;
  atMost?: number | undefined;
  /** Counts and bytes do not depend on what else the machine does, so CI checks these rows only. */
  isCount?: boolean;
}

/**
 * `missed` if the median misses the target and so does every round. If a round meets it, the miss may be noise of the
 * machine.
 */
type Verdict = 'none' | 'met' | 'missed within noise' | 'missed';

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

const ratiosOf = ({ pairs }: Row): number[] => pairs.map(({ service, baseline = 1 }) => service / baseline);

export function verdictOf(row: Row): Verdict {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = row;
  if (row.atLeast === undefined && row.atMost === undefined) return 'none';
  const isMet = (ratio: number): boolean => ratio >= atLeast && ratio <= atMost;
  const ratios = ratiosOf(row);
  if (isMet(median(ratios))) return 'met';
  return ratios.some(isMet) ? 'missed within noise' : 'missed';
}

function formatRow(row: Row): string {
  const ratios = ratiosOf(row);
  const ratio = median(ratios);
  const spread = (Math.max(...ratios) - Math.min(...ratios)) / ratio;
  const noisy = spread > NOISY_SPREAD ? ' (noisy)' : '';
  const service = median(row.pairs.map((pair) => pair.service));
  const baselines = row.pairs.flatMap(({ baseline }) => baseline ?? []);
  const verdict = verdictOf(row);
  const columns = [
    row.name,
    baselines.length === 0 ? '' : ratio.toPrecision(3),
    ratios.length === 1 ? '' : `${Math.round(spread * 100)}%${noisy}`,
    formatTarget(row),
    verdict === 'missed' ? '**missed**' : verdict,
    `${formatNumber(service)} ${row.unit}`.trimEnd(),
    baselines.length === 0 ? '' : formatNumber(median(baselines)),
  ];
  return `| ${columns.join(' | ')} |`;
}

/** Prints the table, and writes it to RESULTS.md if `save` is set. */
export function report(
  rows: readonly Row[],
  machine: { tool: string; cpu: string; cores: number; save: boolean },
): void {
  const table = [
    '| work | ratio (median) | spread | target | verdict | service | baseline |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(formatRow),
  ].join('\n');
  process.stdout.write(`\n${table}\n`);
  if (!machine.save) return;
  const text = `# Results

${new Date().toISOString().slice(0, 10)}, ${machine.cpu}, ${machine.cores} cores, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, load by ${machine.tool}. Server on one core, load on the other.
Absolute figures mean little on a shared machine; the ratios are of pairs measured in turn. [What a verdict means](../docs/performance.md#run-the-benchmark).

${table}
`;
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), text);
}
