import { formatSum } from '../../components/format-count.ts';
import { Icon } from '../../components/icon.tsx';
import { farmOutlook } from '../../goals/farm-state.ts';
import { showView } from '../../goals/plan-view.ts';
import { FARM } from '../../texts/farm-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './farm-view.module.css';
import { describeDays, describeToday } from './farm-view.tsx';

/** What to play first and how long it takes, on the way to the whole list. */
export function FarmSummary() {
  const outlook = farmOutlook.value;
  if (outlook === undefined || outlook.totalAp === 0) return null;
  return (
    <button type="button" class={styles.summary} onClick={() => showView('farm')}>
      <strong>{translate(FARM.summaryTitle)}</strong>
      <span>
        {outlook.today.length > 0 && `${translate(describeToday(outlook.today))} · `}
        {translate(FARM.summary(formatSum(outlook.totalAp), describeDays(outlook.days)))}
      </span>
      <Icon name="next" />
    </button>
  );
}
