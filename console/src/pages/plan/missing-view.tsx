import type { GrowthFacts } from '../../../../game/growth-facts.ts';
import { Icon } from '../../components/icon.tsx';
import { isTiered } from '../../plan/item-groups.ts';
import { nameOfGroup } from '../../plan/item-names.ts';
import { neededSections, needOf } from '../../plan/needs.ts';
import {
  allProgress,
  filteredProgress,
  growthFacts,
  type PlanTotals,
  totals,
} from '../../plan/plan-state.ts';
import { showsAllItems } from '../../plan/plan-view.ts';
import { nameOfUid } from '../../plan/student-names.ts';
import { KIND_LABELS, PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../translate.ts';
import { ItemChip } from './item-chip.tsx';
import { TotalCards } from './total-cards.tsx';

/** What the goals take that the stock does not have. */
export function MissingView() {
  const facts = growthFacts.value;
  const found = totals.value;
  if (facts === undefined || found === undefined) return null;
  return (
    <>
      <div class="missing-options">
        <label class="checkbox">
          <input
            type="checkbox"
            checked={showsAllItems.value}
            onChange={({ currentTarget }) => {
              showsAllItems.value = currentTarget.checked;
            }}
          />
          <span>{translate(PLAN.showAll)}</span>
        </label>
        <FilterNote />
      </div>
      <TotalCards facts={facts} totals={found} />
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
    <p class="plan-note">
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
    return (
      <div class="empty">
        <Icon name="check" />
        <h2>{translate(PLAN.nothingShort)}</h2>
        <p>{translate(PLAN.nothingShortText)}</p>
      </div>
    );
  return (
    <div class="need-sections">
      {sections.map(({ kind, groups }) => (
        <section key={kind} class={`need-section ${kind}`} aria-labelledby={`need-${kind}`}>
          <h2 id={`need-${kind}`}>{translate(KIND_LABELS[kind])}</h2>
          {groups.map(({ group, itemIds }) => (
            <div key={group} class={`need-group ${isTiered(kind) ? 'tiers' : ''}`}>
              {group !== undefined && <h3>{nameOfGroup(facts, kind, group)}</h3>}
              <ul>
                {itemIds.map((itemId) => (
                  <ItemChip key={itemId} itemId={itemId} kind={kind} {...needOf(itemId, facts, found)} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
