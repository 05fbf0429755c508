import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { neededSections, needOf } from '../../goals/needs.ts';
import {
  allProgress,
  filteredProgress,
  growthFacts,
  type PlanTotals,
  totals,
} from '../../goals/plan-state.ts';
import { showsAllItems } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import { FarmSummary } from './farm-summary.tsx';
import { ItemChip, ItemChips } from './item-chip.tsx';
import { ItemSections } from './item-sections.tsx';
import styles from './missing-view.module.css';
import { TotalCards } from './total-cards.tsx';

/** What the goals take that the stock does not have. */
export function MissingView() {
  const facts = growthFacts.value;
  const found = totals.value;
  if (facts === undefined || found === undefined) return null;
  return (
    <>
      <div class={styles.options}>
        <Checkbox size="small" text={PLAN.showAll} signal={showsAllItems} />
        <FilterNote />
      </div>
      <TotalCards facts={facts} totals={found} />
      <FarmSummary />
      <UnknownNote totals={found} />
      <Sections facts={facts} totals={found} />
    </>
  );
}

function FilterNote() {
  const isFiltered = filteredProgress.value.length < allProgress.value.length;
  return isFiltered ? <p class="hint">{translate(PLAN.filtered)}</p> : null;
}

/** Whose cost is higher than what is counted. */
function UnknownNote({ totals: { students } }: { totals: PlanTotals }) {
  const names = students
    .filter(({ shortage }) => shortage.unknown !== undefined)
    .map(({ studentUid }) => nameOfUid(studentUid));
  return names.length === 0 ? null : (
    <p class={styles.note}>
      <Icon name="information" />
      {translate(PLAN.unknownCosts(names.join(', ')))}
    </p>
  );
}

function Sections({ facts, totals: found }: { facts: GrowthFacts; totals: PlanTotals }) {
  const sections = neededSections.value;
  const isNothingShort =
    sections.length === 0 &&
    found.shortage.credits === 0 &&
    (['level', 'weapon', 'equip', 'bond'] as const).every((kind) => needOf(kind, facts, found).short === 0);
  if (isNothingShort)
    return <EmptyState level={2} icon="check" title={PLAN.nothingShort} text={PLAN.nothingShortText} />;
  return (
    <ItemSections sections={sections} look="need">
      {(kind, itemIds) => (
        <ItemChips>
          {itemIds.map((itemId) => (
            <ItemChip key={itemId} itemId={itemId} kind={kind} {...needOf(itemId, facts, found)} />
          ))}
        </ItemChips>
      )}
    </ItemSections>
  );
}
