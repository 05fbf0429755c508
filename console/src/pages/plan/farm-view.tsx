import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { EXPERIENCE_KINDS } from '../../../../game/cost-sum.ts';
import type { FarmedEleph, FarmRuns } from '../../../../game/farm-plan.ts';
import type { GrowthFacts, ItemKind, Materials } from '../../../../game/growth-facts.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatCount, formatSum } from '../../components/format-count.ts';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { type FarmOutlook, farmOutlook, farmSettings, isOpenStage } from '../../goals/farm-state.ts';
import { EXPERIENCE_ITEMS, needOf } from '../../goals/needs.ts';
import { growthFacts, type PlanTotals, totals } from '../../goals/plan-state.ts';
import { openedNeed } from '../../goals/plan-view.ts';
import { ITEM_KINDS } from '../../stock/item-groups.ts';
import { shortNameOfItem } from '../../stock/item-names.ts';
import { FARM, SOURCES } from '../../texts/farm-texts.ts';
import { EXPERIENCE_LABELS, KIND_LABELS } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import { FarmSettingsBar } from './farm-settings.tsx';
import styles from './farm-view.module.css';
import { ItemMark } from './item-chip.tsx';

/** Where to get what the goals lack. */
export function FarmView() {
  const facts = growthFacts.value;
  const found = totals.value;
  const outlook = farmOutlook.value;
  if (facts === undefined || found === undefined) return null;
  if (outlook === undefined) return <p class="hint">{translate(FARM.noStages)}</p>;
  return (
    <div class={styles.farm}>
      <FarmSettingsBar />
      {outlook.totalAp === 0 ? (
        <EmptyState level={2} icon="check" title={FARM.nothing} text={FARM.nothingText} />
      ) : (
        <Outlook facts={facts} outlook={outlook} />
      )}
      <div class={styles.parts}>
        <Stages facts={facts} runs={outlook.runs} />
        <Elephs elephs={outlook.elephs} />
        <Elsewhere facts={facts} notDropped={outlook.notDropped} totals={found} />
      </div>
      <p class="hint">{translate(FARM.asOf(outlook.stagesAsOf))}</p>
    </div>
  );
}

function Outlook({
  facts,
  outlook: { totalAp, days, today, slowest },
}: {
  facts: GrowthFacts;
  outlook: FarmOutlook;
}) {
  return (
    <div class={styles.outlook} role="status">
      <p>{translate(FARM.summary(formatSum(totalAp), describeDays(days)))}</p>
      {today.length > 0 && <span>{translate(describeToday(today))}</span>}
      {slowest && (
        <small>
          {translate(FARM.slowest(shortNameOfItem(facts, slowest.itemId), formatSum(slowest.ap)))}
        </small>
      )}
      {farmSettings.value.materials && <small>{translate(FARM.materialsHint)}</small>}
    </div>
  );
}

export const describeDays = (days: number): Bilingual => FARM.days(days, formatCount(days));
export const describeToday = (today: FarmOutlook['today']): Bilingual =>
  FARM.today(today.map(({ stage, runs }) => translate(FARM.stage(stage, formatCount(runs)))).join(', '));

/** As many as one can play by. */
const MAX_ROWS = 10;
const MAX_DROPS = 4;

function Stages({ facts, runs }: { facts: GrowthFacts; runs: readonly FarmRuns[] }) {
  const [shown, more] = useFirst(runs);
  if (runs.length === 0) return null;
  return (
    <Section id="farm-stages" title={FARM.stages} class={styles.part}>
      <ol class={styles.stages}>
        {shown.map(({ stage, runs: count, ap, drops }) => (
          <li key={stage}>
            <b>{translate(FARM.stage(stage, formatCount(count)))}</b>
            <span class={styles.ap}>{translate(FARM.ap(formatCount(ap)))}</span>
            <span class={styles.drops}>{describeDrops(facts, drops)}</span>
          </li>
        ))}
      </ol>
      {more}
    </Section>
  );
}

/** The first of a list, or all, and a button that shows the others. */
function useFirst<Entry>(list: readonly Entry[]): [shown: readonly Entry[], more: ComponentChild] {
  const isUnfolded = useSignal(false);
  const count = list.length - MAX_ROWS;
  return [
    isUnfolded.value ? list : list.slice(0, MAX_ROWS),
    count > 0 && (
      <Button
        look="link"
        text={isUnfolded.value ? FARM.fewer : FARM.more(count)}
        aria-expanded={isUnfolded.value}
        onClick={setTo(isUnfolded, !isUnfolded.value)}
      />
    ),
  ];
}

/** What drops most comes first. */
function describeDrops(facts: GrowthFacts, drops: Materials): string {
  const names = Object.entries(drops)
    .sort(([, one], [, other]) => other - one)
    .map(([itemId, count]) => `${shortNameOfItem(facts, itemId)} ${formatCount(Math.round(count))}`);
  const text = names.slice(0, MAX_DROPS).join(', ');
  return names.length > MAX_DROPS ? translate(FARM.andMore(text, names.length - MAX_DROPS)) : text;
}

function Elephs({ elephs }: { elephs: readonly FarmedEleph[] }) {
  const [shown, more] = useFirst(elephs);
  if (elephs.length === 0) return null;
  return (
    <Section
      id="farm-elephs"
      title={FARM.elephs}
      detail={<small class={styles.detail}>{translate(FARM.elephsHint)}</small>}
      class={styles.part}
    >
      <ul class={styles.elephs}>
        {shown.map(({ studentUid, missing, stages, days }) => (
          <li key={studentUid}>
            <button type="button" onClick={setTo(openedNeed, studentUid)}>
              <ItemMark itemId={studentUid} kind="eleph" />
              <span>{translate(FARM.pieces(formatCount(missing)))}</span>
              <span>{translate(describeDays(days))}</span>
              <small>
                {stages.join(', ')}
                {!stages.some(isOpenStage) && ` · ${translate(FARM.notOpen)}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {more}
    </Section>
  );
}

interface ElsewhereProps {
  facts: GrowthFacts;
  notDropped: Materials;
  totals: PlanTotals;
}

/** By kind, with where it comes from. */
function Elsewhere({ facts, notDropped, totals: found }: ElsewhereProps) {
  const ofKind = Map.groupBy(Object.entries(notDropped), ([itemId]) => facts.items[itemId]?.kind);
  const kinds = ITEM_KINDS.flatMap((kind): { kind: ItemKind; name: string; count: number }[] => {
    const count = (ofKind.get(kind) ?? []).reduce((sum, [, short]) => sum + short, 0);
    return count > 0 ? [{ kind, name: translate(KIND_LABELS[kind]), count }] : [];
  });
  const experience = EXPERIENCE_KINDS.map((kind) => ({
    kind: EXPERIENCE_ITEMS[kind],
    name: translate(EXPERIENCE_LABELS[kind]),
    count: needOf(kind, facts, found).short,
  })).filter(({ count }) => count > 0);
  const rows = [...kinds, ...experience];
  if (rows.length === 0) return null;
  return (
    <Section id="farm-elsewhere" title={FARM.elsewhere} class={`${styles.part} ${styles.aside}`}>
      <ul class={styles.elsewhere}>
        {rows.map(({ kind, name, count }) => (
          <li key={name}>
            <b>{name}</b>
            <span>{formatSum(count)}</span>
            <small>{translate(SOURCES[kind])}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
