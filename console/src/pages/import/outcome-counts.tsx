import type { Bilingual } from '../../../../contract/bilingual.ts';
import { describeError } from '../../describe-error.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { type ImportOutcome, isConflict } from './import-outcome.ts';
import type { RowGroup } from './row-groups.tsx';

const COUNTED = ['registered', 'changed', 'removed', 'unchanged', 'failed', 'left'] as const;

/** How many students were registered, changed, removed, and so on. */
export const OutcomeCounts = ({
  outcome,
  labels = IMPORT.counts,
}: {
  outcome: ImportOutcome;
  labels?: Record<(typeof COUNTED)[number], Bilingual>;
}) => (
  <dl class="counts">
    {COUNTED.map((name) => ({ name, count: outcome[name].length }))
      .filter(({ name, count }) => count > 0 || name === 'registered' || name === 'changed')
      .map(({ name, count }) => (
        <div key={name} class={`count ${name}`}>
          <dt>{translate(labels[name])}</dt>
          <dd>{count}</dd>
        </div>
      ))}
  </dl>
);

/** What failed, by reason. */
export function groupFailures({ failed }: ImportOutcome): RowGroup[] {
  const described = failed.map(({ studentUid, error }) => ({
    studentUid,
    title: isConflict(error) ? IMPORT.conflict : describeError(error),
  }));
  return [...Map.groupBy(described, ({ title }) => title.en)].map(([key, rows]) => ({
    key,
    title: rows[0]?.title ?? IMPORT.conflict,
    rows,
  }));
}
