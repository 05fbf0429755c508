import { computed, signal } from '@preact/signals';
import {
  areaOf,
  type FarmedEleph,
  type FarmPlan,
  type FarmRuns,
  farmPlan,
  type Stages,
} from '../../../game/farm-plan.ts';
import type { ItemKind } from '../../../game/growth-facts.ts';
import { planApi } from '../api/plan-api.ts';
import { currentAccountId } from '../session/session-state.ts';
import { readStored, writeStored } from '../stored-data.ts';
import { growthFacts, totals } from './plan-state.ts';

/** Undefined while they are not loaded, and where they cannot be. */
export const stages = signal<Stages | undefined>(undefined);

/** The plan works without them, too. */
export async function loadStages(): Promise<void> {
  stages.value ??= await planApi.readStages().catch(() => undefined);
}

/** How the player farms. */
export interface FarmSettings {
  /** The furthest area whose stages are open; 0 is the last. */
  readonly area: number;
  readonly apPerDay: number;
  /** Whether hard stages are played, for elephs. */
  readonly hard: boolean;
  /** Whether discs and artifacts are farmed in stages, too. */
  readonly materials: boolean;
}

/** What comes back by itself in a day. */
const DEFAULT_AP = 240;
export const MAX_AP = 99_999;
const DEFAULTS: FarmSettings = { area: 0, apPerDay: DEFAULT_AP, hard: true, materials: false };

const chosen = signal<{ accountId: string; settings: FarmSettings } | undefined>(undefined);

export const farmSettings = computed<FarmSettings>(() => {
  const accountId = currentAccountId();
  return chosen.value?.accountId === accountId ? chosen.value.settings : readSettings(accountId);
});

function readSettings(accountId: string): FarmSettings {
  try {
    return { ...DEFAULTS, ...JSON.parse(readStored('rollbook-farm', accountId) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export function changeFarm(change: Partial<FarmSettings>): void {
  const accountId = currentAccountId();
  const settings = { ...farmSettings.peek(), ...change };
  chosen.value = { accountId, settings };
  writeStored(JSON.stringify(settings), 'rollbook-farm', accountId);
}

export const lastArea = computed(() => Math.max(...(stages.value?.stages ?? []).map(areaOf), 0));

const openArea = computed(() => farmSettings.value.area || lastArea.value);
export const isOpenStage = (stage: string): boolean => areaOf({ stage }) <= openArea.value;

/** Where to farm what the goals lack that the filters leave, and how long it takes. */
export interface FarmOutlook extends FarmPlan {
  /** With what the hard stages take. */
  readonly totalAp: number;
  readonly days: number;
  /** The runs of the first stages that the AP of a day are enough for. */
  readonly today: readonly Pick<FarmRuns, 'stage' | 'runs'>[];
  /** The item that would take the most AP alone. */
  readonly slowest: { readonly itemId: string; readonly ap: number } | undefined;
}

export const farmOutlook = computed<FarmOutlook | undefined>(() => {
  const facts = growthFacts.value;
  const all = stages.value;
  if (facts === undefined || all === undefined || totals.value === undefined) return undefined;
  const { shortage } = totals.value;
  const { apPerDay, hard, materials } = farmSettings.value;
  const kinds: ItemKind[] | undefined = materials ? undefined : ['blueprint'];
  const found = farmPlan(facts, all, shortage, { area: openArea.value, kinds });
  const plan = hard ? found : { ...found, elephs: [] };
  const totalAp = plan.ap + plan.elephs.reduce((sum, eleph) => sum + apOfEleph(all, eleph), 0);
  return {
    ...plan,
    totalAp,
    days: Math.max(Math.ceil(totalAp / apPerDay), ...plan.elephs.map(({ days }) => days)),
    today: listToday(plan, apPerDay),
    slowest: findSlowest(all, plan, shortage.items),
  };
});

/** On average. */
function apOfEleph({ stages: all }: Stages, { studentUid, missing }: FarmedEleph): number {
  const stage = all.find(({ hard, drops }) => hard && drops[studentUid]);
  return stage === undefined ? 0 : Math.round((missing / (stage.drops[studentUid] ?? 1)) * stage.ap);
}

function listToday({ runs }: FarmPlan, apPerDay: number): FarmOutlook['today'] {
  let left = apPerDay;
  return runs.flatMap(({ stage, runs: all, ap }) => {
    const count = Math.min(all, Math.floor((left * all) / ap));
    left -= (count * ap) / all;
    return count > 0 ? [{ stage, runs: count }] : [];
  });
}

function findSlowest({ stages: all }: Stages, { runs }: FarmPlan, missing: Readonly<Record<string, number>>) {
  const itemIds = new Set(runs.flatMap(({ drops }) => Object.keys(drops)));
  return [...itemIds]
    .map((itemId) => {
      const costs = all
        .filter((stage) => !stage.hard && isOpenStage(stage.stage) && stage.drops[itemId])
        .map(({ ap, drops }) => ap / (drops[itemId] ?? 1));
      return { itemId, ap: Math.ceil((missing[itemId] ?? 0) * Math.min(...costs)) };
    })
    .sort((one, other) => other.ap - one.ap)[0];
}
