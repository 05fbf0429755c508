import { Button, Buttons } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { setTo } from '../../components/set-to.ts';
import { presets } from '../../goals/own-presets.ts';
import { openedGoal, showView } from '../../goals/plan-view.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './empty-plan.module.css';

/** What a plan is, and the shortest way to one. */
export const EmptyPlan = () => (
  <EmptyState icon="plan" title={PLAN.emptyTitle} text={PLAN.emptyText} level={2}>
    <ol class={styles.steps}>
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
    <Buttons>
      <Button look="primary" text={PLAN.emptyAdd} onClick={setTo(openedGoal, {})} />
      <Button text={PLAN.emptyStock} onClick={() => showView('stock')} />
      <PageLink to="import" look="quiet" text={PLAN.emptyImport} />
    </Buttons>
  </EmptyState>
);
