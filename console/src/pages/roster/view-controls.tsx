import type { ComponentChildren } from 'preact';
import { optionsOf, Segments, Select } from '../../components/controls.tsx';
import { storeIn } from '../../components/set-to.ts';
import { GROUP_ATTRIBUTES } from '../../roster/group-roster.ts';
import { changeFilter, chooseLayout, filter, group, layout, order } from '../../roster/roster-view-state.ts';
import { orderBy, type RosterOrder } from '../../roster/sort-roster.ts';
import { FILTERS, GROUP_LABELS } from '../../texts/attribute-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { ORDER_LABELS, ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { UnreleasedSwitch } from './unreleased-switch.tsx';
import styles from './view-controls.module.css';

const RECRUITMENT = ['all', 'recruited', 'not-recruited'] as const;
const LAYOUTS = ['grid', 'table'] as const;
const LAYOUT_ICONS = { grid: 'grid', table: 'table' } as const;

interface ViewControlsProps {
  class?: string | undefined;
  /** Before the layouts. */
  children?: ComponentChildren;
}

/** Whom the list shows, in which order, groups and layout. */
export const ViewControls = ({ class: className = '', children }: ViewControlsProps) => (
  <div class={`${styles.controls} ${className}`}>
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
    {children}
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
