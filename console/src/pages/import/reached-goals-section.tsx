import { UidName } from '../../changes/uid-name.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { storeIn } from '../../components/set-to.ts';
import { SpentItems } from '../../goals/spent-items.tsx';
import { GOAL_CLOSING } from '../../texts/goal-closing-texts.ts';
import { GOAL_IMPORT } from '../../texts/goal-import-texts.ts';
import { translate } from '../../texts/translate.ts';
import {
  bringsStock,
  canSpend,
  closedGoals,
  closesGoals,
  reachedGoals,
  spendsCost,
} from './goal-closing-state.ts';
import { OptionField } from './option-field.tsx';
import styles from './reached-goals-section.module.css';

const SHOWN_NAMES = 30;

/** The goals that what is selected reaches, and whether they are closed. */
export function ReachedGoals() {
  const reached = reachedGoals.value;
  if (reached.length === 0) return null;
  const more = reached.length - SHOWN_NAMES;
  return (
    <section class={styles.reached} aria-labelledby="reached-goals">
      <h3 id="reached-goals">{translate(GOAL_CLOSING.title(reached.length))}</h3>
      <p>
        {reached.slice(0, SHOWN_NAMES).map(({ studentUid }, at) => (
          <span key={studentUid}>
            {at > 0 && ', '}
            <UidName uid={studentUid} />
          </span>
        ))}
        {more > 0 && ` +${more}`}
      </p>
      <OptionField
        label={GOAL_CLOSING.close}
        hint={GOAL_CLOSING.closeHint}
        isChosen={closesGoals.value}
        choose={storeIn(closesGoals)}
      />
      {closesGoals.value && (
        <div class={styles.cost}>
          {canSpend.value && (
            <OptionField
              label={GOAL_CLOSING.spend}
              hint={GOAL_CLOSING.spendHint}
              isChosen={spendsCost.value}
              choose={storeIn(spendsCost)}
            />
          )}
          {bringsStock.value && <p class="hint">{translate(GOAL_CLOSING.stockIsBrought)}</p>}
        </div>
      )}
    </section>
  );
}

/** What was closed, and what was taken out of the stock. */
export function ClosedGoalsReport() {
  const { count = 0, spent } = closedGoals.value ?? {};
  if (count === 0) return null;
  return (
    <div class={styles.closed}>
      <p>
        {translate(GOAL_CLOSING.closed(count))}{' '}
        <PageLink to="plan" query="?view=goals" text={GOAL_IMPORT.openPlan} />
      </p>
      {spent !== undefined &&
        (Object.keys(spent).length === 0 ? (
          <p class="hint">{translate(GOAL_CLOSING.nothingSpent)}</p>
        ) : (
          <SpentItems spent={spent} />
        ))}
    </div>
  );
}
