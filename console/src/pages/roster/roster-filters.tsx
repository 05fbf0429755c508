import { Button } from '../../components/button.tsx';
import { optionsOf, Segments, Select } from '../../components/controls.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { storeIn } from '../../components/set-to.ts';
import { Toolbar } from '../../components/toolbar.tsx';
import { GROUP_ATTRIBUTES } from '../../roster/group-roster.ts';
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
const LAYOUT_ICONS = { grid: 'grid', table: 'table' } as const;

/** Search, filters, order, layout, undo and selection, in the order in which they are used. */
export const RosterFilters = () => (
  <>
    <RosterToolbar />
    <div id={FILTER_PANEL_ID}>{isFilterPanelOpen.value && <FilterPanel />}</div>
    {!(isFilterPanelOpen.value && !isFilterSheet.matches) && <ActiveFilters />}
  </>
);

/** Stays in view while the list scrolls; on narrow screens only the first row does. */
const RosterToolbar = () => (
  <Toolbar class={styles.toolbar}>
    <div class={styles.search}>
      <SearchField />
      <FilterButton />
      <UndoButton />
      <Button
        size="small"
        text={ROSTER.select}
        aria-pressed={isSelecting.value}
        onClick={() => {
          if (isSelecting.peek()) endSelecting();
          else isSelecting.value = true;
        }}
      />
    </div>
    <div class={styles.filters}>
      <Segments
        legend={ROSTER.recruitment}
        values={RECRUITMENT}
        texts={ROSTER.recruited}
        value={filter.value.recruited}
        onChoose={(recruited) => changeFilter({ recruited })}
      />
      <OrderSelect />
      <GroupSelect />
      <UnreleasedSwitch />
      <span class={styles.count}>{translate(ROSTER.people(visibleUids.value.length))}</span>
      <Shortcuts />
      <Segments
        legend={COMMON.view}
        values={LAYOUTS}
        texts={ROSTER.layouts}
        icons={LAYOUT_ICONS}
        value={layout.value}
        onChoose={chooseLayout}
        class={styles.layouts}
      />
    </div>
  </Toolbar>
);

type OfferedOrder = keyof typeof ORDER_LABELS;
const OFFERED_ORDERS = Object.keys(ORDER_LABELS) as OfferedOrder[];

/** The orders that most want. The heads of the table offer every column, and the one chosen is listed here as well. */
function OrderSelect() {
  const { by } = order.value;
  const isOffered = OFFERED_ORDERS.some((name) => name === by);
  return (
    <Select
      label={ROSTER.order}
      options={[
        ...optionsOf(OFFERED_ORDERS, ORDER_LABELS),
        ...(isOffered
          ? []
          : [{ value: by, label: translate(ROSTER.byColumn(translate(FIELD_LABELS[by as 'tier']))) }]),
      ]}
      value={by}
      onChoose={(name: RosterOrder['by']) => {
        order.value = orderBy(name);
      }}
    />
  );
}

const GroupSelect = () => (
  <Select
    label={FILTERS.group}
    any={FILTERS.noGroup}
    options={optionsOf(GROUP_ATTRIBUTES, GROUP_LABELS)}
    value={group.value}
    onChoose={storeIn(group)}
  />
);

const UndoButton = () => (
  <Button
    look="icon"
    icon="undo"
    label={COMMON.undo}
    title={`${translate(COMMON.undo)} (Ctrl Z)`}
    disabled={!canUndo()}
    onClick={() => void undoAndReport()}
  />
);
