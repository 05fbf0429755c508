import { COLUMN_LABELS } from '../../../contract/column-labels.ts';
import type { StateName } from '../../../contract/state-fields.ts';
import { EQUIPMENT } from '../../../game/equipment-slots.ts';
import { translate } from '../texts/translate.ts';
import { COST_PARTS, type WantedStep } from './goal-progress.ts';

export interface StepText {
  readonly part: StateName;
  readonly label: string;
  readonly now: string;
  readonly wanted: string;
}

const UNKNOWN = '–';
const TIERS = new Set<StateName>(EQUIPMENT.map(({ tier }) => tier));

/** From what to what, in a few signs: tier and level of a slot are one step. */
export const describeSteps = (steps: readonly WantedStep[]): StepText[] =>
  COST_PARTS.flatMap((fields) => {
    const own = steps.filter(({ field }) => fields.includes(field));
    const [first] = own;
    if (first === undefined) return [];
    const [part = first.field] = fields;
    const isSlot = TIERS.has(part);
    const join = (value: (step: WantedStep) => number | null) =>
      own
        // A level that is not recorded is left out beside its tier.
        .filter((step, place) => place === 0 || value(step) !== null)
        .map((step) => formatValue(step.field, value(step), isSlot))
        .join(' ');
    return [
      {
        part,
        label: translate(COLUMN_LABELS[isSlot ? part : first.field]),
        now: join(({ now }) => now),
        wanted: join(({ wanted }) => wanted),
      },
    ];
  });

function formatValue(field: StateName, value: number | null, isSlot: boolean): string {
  if (value === null) return UNKNOWN;
  if (field === 'tier' || field === 'weaponTier') return `★${value}`;
  if (!isSlot) return String(value);
  return TIERS.has(field) ? `T${value}` : `Lv${value}`;
}
