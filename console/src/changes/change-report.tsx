import type { ComponentChildren } from 'preact';
import type { Bilingual } from '../../../contract/bilingual.ts';
import { Button, Buttons } from '../components/button.tsx';
import { describeError } from '../components/describe-error.ts';
import { ErrorMessage, Notice } from '../components/notice.tsx';
import { useAction } from '../components/use-action.ts';
import { CHANGES } from '../texts/change-texts.ts';
import { translate } from '../texts/translate.ts';
import { type ChangeOutcome, isConflict } from './change-outcome.ts';
import styles from './change-report.module.css';
import type { ChangeWriter } from './change-writer.ts';
import { Messages, type RowGroup } from './row-groups.tsx';
import { Step, StepHeading } from './step-heading.tsx';

const COUNTED = ['registered', 'changed', 'removed', 'unchanged', 'failed', 'left'] as const;

interface Props {
  writer: ChangeWriter;
  /** Where nothing is left. */
  title: Bilingual;
  /** What else there is to say. */
  children?: ComponentChildren;
  /** Where to go from here, but for what is left; `style` is that of the first one. */
  links: (style: 'primary' | 'quiet') => ComponentChildren;
}

/** What was written, what was not and why, and how to go on. */
export function ChangeReport({ writer, title, children, links }: Props) {
  const proceed = useAction(() => writer.retryRemaining());
  const outcome = writer.outcome.value;
  const { failed, left, isUncertain } = outcome;
  const remaining = failed.length + left.length;
  const heading = left.length > 0 ? CHANGES.stoppedTitle : failed.length > 0 ? CHANGES.partlyTitle : title;
  return (
    <Step id="change-report">
      <StepHeading id="change-report" writer={writer} title={translate(heading)} />
      {left.length > 0 && (
        <Notice kind="warning">{translate(isUncertain ? CHANGES.uncertain : CHANGES.stoppedText)}</Notice>
      )}
      <OutcomeCounts outcome={outcome} />
      <Messages isWarning title={CHANGES.failures(failed.length)} groups={groupFailures(outcome)} />
      {children}
      <ErrorMessage error={proceed.error.value ?? writer.error.value} />
      <Buttons class={styles.buttons}>
        {remaining > 0 && (
          <Button
            look="primary"
            text={
              failed.some(({ error }) => isConflict(error))
                ? CHANGES.reviewAgain(remaining)
                : left.length > 0
                  ? CHANGES.goOn(remaining)
                  : CHANGES.tryAgain(remaining)
            }
            action={proceed}
          />
        )}
        {links(remaining > 0 ? 'quiet' : 'primary')}
      </Buttons>
    </Step>
  );
}

const OutcomeCounts = ({ outcome }: { outcome: ChangeOutcome }) => (
  <dl class={styles.counts}>
    {COUNTED.map((name) => ({ name, count: outcome[name].length }))
      .filter(({ count }) => count > 0)
      .map(({ name, count }) => (
        <div key={name} class={name === 'failed' || name === 'left' ? styles.unsaved : undefined}>
          <dt>{translate(CHANGES.counts[name])}</dt>
          <dd>{count}</dd>
        </div>
      ))}
  </dl>
);

/** What failed, by reason. */
function groupFailures({ failed }: ChangeOutcome): RowGroup[] {
  const described = failed.map(({ studentUid, error }) => ({
    studentUid,
    title: isConflict(error) ? CHANGES.conflict : describeError(error),
  }));
  return [...Map.groupBy(described, ({ title }) => title.en)].map(([key, rows]) => ({
    key,
    title: rows[0]?.title ?? CHANGES.conflict,
    rows,
  }));
}
