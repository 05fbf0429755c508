import { Icon } from '../../components/icon.tsx';
import { setTo, storeIn } from '../../components/set-to.ts';
import { goals } from '../../goals/goal-store.ts';
import { allLabels, labelFilter, studentFilter } from '../../goals/plan-state.ts';
import { openedGoal, PLAN_VIEWS, planView, showView } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './plan-toolbar.module.css';

/** What to see of the plan, and of whom. */
export function PlanToolbar() {
  const view = planView.value;
  const hasFilters = view !== 'stock' && goals.value.length > 1;
  return (
    <div class={styles.toolbar}>
      <fieldset class="segments">
        <legend class="visually-hidden">{translate(COMMON.view)}</legend>
        {PLAN_VIEWS.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => showView(one)}>
            {translate(PLAN.views[one])}
          </button>
        ))}
      </fieldset>
      {hasFilters && <Filters />}
      {view !== 'stock' && goals.value.length > 0 && (
        <button type="button" class={`button primary small ${styles.add}`} onClick={setTo(openedGoal, {})}>
          <Icon name="plus" />
          <span>{translate(GOALS.add)}</span>
        </button>
      )}
    </div>
  );
}

function Filters() {
  const students = goals.value
    .map(({ studentUid }) => ({ value: studentUid, name: nameOfUid(studentUid) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div class={styles.filters}>
      {allLabels.value.length > 0 && (
        <Filter
          label={translate(PLAN.label)}
          any={translate(PLAN.anyLabel)}
          value={labelFilter.value}
          options={allLabels.value.map((label) => ({ value: label, name: label }))}
          onChoose={storeIn(labelFilter)}
        />
      )}
      <Filter
        label={translate(ROSTER.student)}
        any={translate(PLAN.anyStudent)}
        value={studentFilter.value}
        options={students}
        onChoose={storeIn(studentFilter)}
      />
    </div>
  );
}

interface FilterProps {
  label: string;
  any: string;
  value: string | undefined;
  options: readonly { value: string; name: string }[];
  onChoose: (value: string | undefined) => void;
}

const Filter = ({ label, any, value, options, onChoose }: FilterProps) => (
  <select
    aria-label={label}
    class={value === undefined ? undefined : styles.active}
    value={options.some((option) => option.value === value) ? value : ''}
    onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
  >
    <option value="">{any}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.name}
      </option>
    ))}
  </select>
);
