import { Icon } from '../../components/icon.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { GROUP_ATTRIBUTES, type GroupAttribute } from '../../roster/group-roster.ts';
import {
  changeFilter,
  chooseLayout,
  endSelecting,
  filter,
  group,
  isFilterPanelOpen,
  isFilterSheet,
  isSelecting,
  layout,
  order,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { orderBy, type RosterOrder } from '../../roster/sort-roster.ts';
import { undoAndReport } from '../../roster/undo-and-report.ts';
import { canUndo } from '../../roster/undo-stack.ts';
import { FILTERS, GROUP_LABELS } from '../../texts/attribute-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { ORDER_LABELS, ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ActiveFilters, FILTER_PANEL_ID, FilterButton } from './active-filters.tsx';
import styles from './roster-filters.module.css';
import { SearchField } from './search-field.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { UnreleasedSwitch } from './unreleased-switch.tsx';

const FilterPanel = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPanel);

const RECRUITMENT = ['all', 'recruited', 'not-recruited'] as const;
const LAYOUTS = ['grid', 'table'] as const;

/** Search, filters, order, layout, undo and selection, in the order in which they are used. */
export const RosterFilters = () => (
  <>
    <Toolbar />
    <div id={FILTER_PANEL_ID}>{isFilterPanelOpen.value && <FilterPanel />}</div>
    {!(isFilterPanelOpen.value && !isFilterSheet.matches) && <ActiveFilters />}
  </>
);

/** Stays in view while the list scrolls; on narrow screens only the first row does. */
const Toolbar = () => (
  <search class={styles.toolbar}>
    <div class={styles.search}>
      <SearchField />
      <FilterButton />
      <UndoButton />
      <button
        type="button"
        class="button small quiet"
        aria-pressed={isSelecting.value}
        onClick={() => {
          if (isSelecting.peek()) endSelecting();
          else isSelecting.value = true;
        }}
      >
        {translate(ROSTER.select)}
      </button>
    </div>
    <div class={styles.filters}>
      <fieldset class="segments">
        <legend class="visually-hidden">{translate(ROSTER.recruitment)}</legend>
        {RECRUITMENT.map((recruited) => (
          <button
            key={recruited}
            type="button"
            aria-pressed={filter.value.recruited === recruited}
            onClick={() => changeFilter({ recruited })}
          >
            {translate(ROSTER.recruited[recruited])}
          </button>
        ))}
      </fieldset>
      <OrderSelect />
      <GroupSelect />
      <UnreleasedSwitch />
      <span class={styles.count}>{translate(ROSTER.people(visibleUids.value.length))}</span>
      <Shortcuts />
      <fieldset class={`segments ${styles.layouts}`}>
        <legend class="visually-hidden">{translate(COMMON.view)}</legend>
        {LAYOUTS.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={layout.value === name}
            onClick={() => chooseLayout(name)}
          >
            <Icon name={name} />
            <span class="visually-hidden">{translate(ROSTER.layouts[name])}</span>
          </button>
        ))}
      </fieldset>
    </div>
  </search>
);

type OfferedOrder = keyof typeof ORDER_LABELS;
const OFFERED_ORDERS = Object.keys(ORDER_LABELS) as OfferedOrder[];

/** The orders that most want. The heads of the table offer every column, and the one chosen is listed here as well. */
function OrderSelect() {
  const { by } = order.value;
  const isOffered = OFFERED_ORDERS.some((name) => name === by);
  return (
    <select
      aria-label={translate(ROSTER.order)}
      value={by}
      onChange={({ currentTarget: { value } }) => {
        order.value = orderBy(value as RosterOrder['by']);
      }}
    >
      {OFFERED_ORDERS.map((name) => (
        <option key={name} value={name}>
          {translate(ORDER_LABELS[name])}
        </option>
      ))}
      {!isOffered && (
        <option value={by}>{translate(ROSTER.byColumn(translate(FIELD_LABELS[by as 'tier'])))}</option>
      )}
    </select>
  );
}

const GroupSelect = () => (
  <select
    aria-label={translate(FILTERS.group)}
    value={group.value ?? ''}
    onChange={({ currentTarget: { value } }) => {
      group.value = value === '' ? undefined : (value as GroupAttribute);
    }}
  >
    <option value="">{translate(FILTERS.noGroup)}</option>
    {GROUP_ATTRIBUTES.map((attribute) => (
      <option key={attribute} value={attribute}>
        {translate(GROUP_LABELS[attribute])}
      </option>
    ))}
  </select>
);

const UndoButton = () => (
  <button
    type="button"
    class="icon-button"
    aria-label={translate(COMMON.undo)}
    title={`${translate(COMMON.undo)} (Ctrl Z)`}
    aria-disabled={!canUndo()}
    onClick={() => void undoAndReport()}
  >
    <Icon name="undo" />
  </button>
);
