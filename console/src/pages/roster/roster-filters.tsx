import { Icon } from '../../components/icon.tsx';
import { MISSING_VALUES, type MissingValue } from '../../roster/filter-roster.ts';
import {
  changeFilter,
  chooseLayout,
  endSelecting,
  filter,
  isSelecting,
  layout,
  order,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { CATALOGUE_ORDER, type RosterOrder } from '../../roster/sort-roster.ts';
import { canUndo } from '../../roster/undo-stack.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { MISSING_LABELS, ORDER_LABELS, ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../translate.ts';
import { SearchField } from './search-field.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { undoAndReport } from './undo-and-report.ts';

const RECRUITMENT = ['all', 'recruited', 'not-recruited'] as const;
const LAYOUTS = ['grid', 'table'] as const;

/**
 * Search, filters, order, layout, undo and selection, in the order in which they are used. Stays in view while the list
 * scrolls; on narrow screens only the first row does.
 */
export const RosterFilters = () => (
  <search class="roster-filters">
    <div class="search-row">
      <SearchField />
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
    <div class="filter-row">
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
      <MissingSelect />
      <OrderSelect />
      <span class="count">{translate(ROSTER.people(visibleUids.value.length))}</span>
      <Shortcuts />
      <fieldset class="segments layouts">
        <legend class="visually-hidden">{translate(ROSTER.layout)}</legend>
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

const MissingSelect = () => (
  <select
    aria-label={translate(ROSTER.missing)}
    value={filter.value.missing ?? ''}
    onChange={({ currentTarget: { value } }) =>
      changeFilter({ missing: value === '' ? undefined : (value as MissingValue) })
    }
  >
    <option value="">{translate(ROSTER.anything)}</option>
    {MISSING_VALUES.map((missing) => (
      <option key={missing} value={missing}>
        {translate(MISSING_LABELS[missing])}
      </option>
    ))}
  </select>
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
        order.value = value === 'catalogue' ? CATALOGUE_ORDER : orderBy(value as RosterOrder['by']);
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

/** Names ascend, numbers descend: the highest first. */
export const orderBy = (by: RosterOrder['by']): RosterOrder => ({ by, descending: by !== 'name' });

const UndoButton = () => (
  <button
    type="button"
    class="icon-button"
    aria-label={translate(ROSTER.undo)}
    title={`${translate(ROSTER.undo)} (Ctrl Z)`}
    disabled={!canUndo()}
    onClick={() => void undoAndReport()}
  >
    <Icon name="undo" />
  </button>
);
