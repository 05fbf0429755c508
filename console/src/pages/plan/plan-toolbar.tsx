import { Button } from '../../components/button.tsx';
import { Segments, Select } from '../../components/controls.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { Toolbar } from '../../components/toolbar.tsx';
import { goals } from '../../goals/goal-store.ts';
import { allLabels, labelFilter, studentFilter } from '../../goals/plan-state.ts';
import { openedGoal, PLAN_VIEWS, planView, showView } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import styles from './plan-toolbar.module.css';

/** What to see of the plan, and of whom. */
export function PlanToolbar() {
  const view = planView.value;
  const hasFilters = view !== 'stock' && goals.value.length > 1;
  return (
    <Toolbar class={styles.toolbar}>
      <Segments
        legend={COMMON.view}
        values={PLAN_VIEWS}
        texts={PLAN.views}
        value={view}
        onChoose={showView}
      />
      {hasFilters && <Filters />}
      {view !== 'stock' && goals.value.length > 0 && (
        <Button
          look="primary"
          size="small"
          class={styles.add}
          icon="plus"
          text={GOALS.add}
          onClick={setTo(openedGoal, {})}
        />
      )}
    </Toolbar>
  );
}

function Filters() {
  const students = goals.value
    .map(({ studentUid }) => ({ value: studentUid, label: nameOfUid(studentUid) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <div class={styles.filters}>
      {allLabels.value.length > 0 && (
        <Select
          label={PLAN.label}
          any={PLAN.anyLabel}
          options={allLabels.value.map((label) => ({ value: label, label }))}
          value={labelFilter.value}
          onChoose={storeIn(labelFilter)}
          class={labelFilter.value && styles.active}
        />
      )}
      <Select
        label={ROSTER.student}
        any={PLAN.anyStudent}
        options={students}
        value={studentFilter.value}
        onChoose={storeIn(studentFilter)}
        class={studentFilter.value && styles.active}
      />
    </div>
  );
}
