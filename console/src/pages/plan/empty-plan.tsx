import { Icon } from '../../components/icon.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { setTo } from '../../components/set-to.ts';
import { presets } from '../../goals/own-presets.ts';
import { openedGoal, showView } from '../../goals/plan-view.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './empty-plan.module.css';

/** What a plan is, and the shortest way to one. */
export function EmptyPlan() {
  return (
    <section class={styles.start}>
      <Icon name="plan" />
      <h2>{translate(PLAN.emptyTitle)}</h2>
      <p>{translate(PLAN.emptyText)}</p>
      <ol>
        {PLAN.emptySteps.map((text) => (
          <li key={text.en}>{translate(text)}</li>
        ))}
      </ol>
      <ul class={styles.presets}>
        {presets.value.map((preset) => (
          <li key={preset.hint.en + preset.name.en}>
            <button type="button" onClick={setTo(openedGoal, { preset })}>
              <b>{translate(preset.name)}</b>
              <small>{translate(preset.hint)}</small>
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="button primary" onClick={setTo(openedGoal, {})}>
          {translate(PLAN.emptyAdd)}
        </button>
        <button type="button" class="button quiet" onClick={() => showView('stock')}>
          {translate(PLAN.emptyStock)}
        </button>
        <PageLink to="import" class="button quiet">
          {translate(PLAN.emptyImport)}
        </PageLink>
      </div>
    </section>
  );
}
