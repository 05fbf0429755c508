import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { StudentPatch } from '../../../../contract/state-fields.ts';
import { EQUIPMENT } from '../../../../game/equipment-slots.ts';
import { REMARKS } from '../../../../game/unlock-texts.ts';
import { Button } from '../../components/button.tsx';
import type { LeftOut } from '../../roster/bulk-change.ts';
import type { LeftOutReason } from '../../roster/take-part.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { listLabels } from '../../texts/field-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './left-out-list.module.css';

interface LeftOutListProps {
  leftOut: readonly LeftOut[];
  raised: ReadonlySet<string>;
  onRaise: (key: string) => void;
}

/** What students do not take of a change, why, and what would have to rise with it. */
export const LeftOutList = ({ leftOut, raised, onRaise }: LeftOutListProps) => (
  <ul class={styles.list}>
    {leftOut.map(({ key, reason, fields, raise, count }) => (
      <li key={key}>
        {!raised.has(key) && (
          <p>
            {translate(BULK.leftOut(count, listLabels(fields)))}: {translate(describeReason(reason))}
          </p>
        )}
        {raise && (
          <Button
            size="small"
            text={BULK.raiseToo(describeRaise(raise), count)}
            aria-pressed={raised.has(key)}
            onClick={() => onRaise(key)}
          />
        )}
      </li>
    ))}
  </ul>
);

const describeReason = (reason: LeftOutReason): Bilingual =>
  'bound' in reason ? REMARKS[reason.code](reason) : BULK.reasons[reason.code];

const describeRaise = ({ tier, weaponTier, level, ...others }: StudentPatch): Bilingual[] => [
  ...(tier === undefined ? [] : [BULK.raiseTier(tier)]),
  ...(weaponTier === undefined ? [] : [BULK.raiseWeapon(weaponTier)]),
  ...(level == null ? [] : [BULK.raiseLevel(level)]),
  ...EQUIPMENT.flatMap((slot) => {
    const gear = others[slot.tier];
    return gear == null ? [] : [BULK.raiseGear(gear)];
  }),
];
