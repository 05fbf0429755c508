import { Button } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Toolbar } from '../../components/toolbar.tsx';
import {
  endSelecting,
  isFilterPanelOpen,
  isFilterSheet,
  isSelecting,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { undoAndReport } from '../../roster/undo-and-report.ts';
import { canUndo } from '../../roster/undo-stack.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ActiveFilters, FILTER_PANEL_ID, FilterButton } from './active-filters.tsx';
import styles from './roster-filters.module.css';
import { SearchField } from './search-field.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { ViewControls } from './view-controls.tsx';

const FilterPanel = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPanel);

/** Search, filters, order, layout, undo and selection, in the order in which they are used. */
export const RosterFilters = () => (
  <>
    <RosterToolbar />
    <div id={FILTER_PANEL_ID}>{isFilterPanelOpen.value && <FilterPanel />}</div>
    {!(isFilterPanelOpen.value && !isFilterSheet.matches) && <ActiveFilters />}
  </>
);

/** Stays in view while the list scrolls; on narrow screens only the first row does. A phone has the rest in its filters. */
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
    <ViewControls class={styles.filters}>
      <span class={styles.count}>{translate(ROSTER.people(visibleUids.value.length))}</span>
      <Shortcuts />
    </ViewControls>
  </Toolbar>
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
