import { historyApi } from '../../api/history-api.ts';
import { Pending } from '../../components/pending.tsx';
import { useResource } from '../../components/use-resource.ts';
import { GROWTH } from '../../texts/growth-texts.ts';
import { translate } from '../../texts/translate.ts';
import { GrowthChart } from './growth-chart.tsx';
import styles from './growth-section.module.css';

const phone = matchMedia('(width <= 36rem)');

/** The growth of the roster on the page of its history. A phone shows it on demand, so that the changes come first. */
export function GrowthSection({ accountId }: { accountId: string }) {
  const [growth, reload] = useResource(() => historyApi.readGrowth(accountId));
  const { value, error } = growth.value;
  // The changes below say why.
  if (value !== undefined && !value.isOn && value.days.length < 2) return null;
  const content =
    value !== undefined ? (
      <GrowthChart days={value.days} />
    ) : (
      <Pending rows={3} error={error} onRetry={reload} />
    );
  const heading = <h2 id="growth">{translate(GROWTH.title)}</h2>;
  return phone.matches ? (
    <details class={styles.onDemand}>
      <summary>{heading}</summary>
      {content}
    </details>
  ) : (
    <section aria-labelledby="growth">
      {heading}
      {content}
    </section>
  );
}
