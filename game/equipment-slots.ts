import type { StateName } from '../contract/state-fields.ts';

/** The equipment slots, in the order of a student's kinds of equipment. */
export const EQUIPMENT = [
  { tier: 'equip1', level: 'equip1Level' },
  { tier: 'equip2', level: 'equip2Level' },
  { tier: 'equip3', level: 'equip3Level' },
] as const satisfies { tier: StateName; level: StateName }[];
