import { isLoss } from '../../../client/compare-values.ts';
import { compareNet, type NetChange } from '../../../client/net-changes.ts';
import { STATE_NAMES } from '../../../contract/state-fields.ts';
import type { ValueChange } from '../changes/change-entries.ts';

export interface NetValue extends ValueChange {
  /** Lowered, cleared, or of a student who was removed. */
  readonly isLoss: boolean;
}

/** The values of a student that differ, in the order of the table. */
export function listValues(net: NetChange): NetValue[] {
  const { registration, before, after } = net;
  switch (registration) {
    case 'registered':
      // A zero, such as no unique weapon, says nothing of a new student.
      return STATE_NAMES.flatMap((name) => {
        const to = after.get(name);
        return to ? [{ name, from: undefined, to, isLoss: false }] : [];
      });
    case 'removed':
      return STATE_NAMES.flatMap((name) => {
        const from = before.get(name);
        return from ? [{ name, from, to: null, isLoss: true }] : [];
      });
    default: {
      const effects = compareNet(net);
      return STATE_NAMES.flatMap((name) =>
        effects.has(name)
          ? [
              {
                name,
                from: before.get(name) ?? null,
                to: after.get(name) ?? null,
                isLoss: isLoss(effects.get(name)),
              },
            ]
          : [],
      );
    }
  }
}
