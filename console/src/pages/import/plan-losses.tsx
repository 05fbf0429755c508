import { pairOf } from '../../../../client/change-losses.ts';
import type { PlanEntry } from '../../../../client/plan-entry.ts';
import type { StateName } from '../../../../contract/state-fields.ts';
import type { ValueChange } from '../../changes/change-entries.ts';
import { ChangedValue, Value, ValueChoice, ValueChoices } from '../../changes/changed-value.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { CHANGES } from '../../texts/change-texts.ts';
import { describeRefusal } from '../../texts/describe-refusal.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../texts/translate.ts';
import { allowLosses } from './review-state.ts';

interface Props {
  losses: readonly ValueChange[];
  /** Those of `losses` that are not folded away. */
  shown: readonly ValueChange[];
  allowed: ReadonlySet<StateName>;
  /** What becomes of the student with the losses that are allowed. */
  planned: PlanEntry;
  /** The student is left out. */
  isBlocked: boolean;
}

/** The values of one student that stay as they are, each with a tick that gives it up. */
export function PlanLosses({ losses, shown, allowed, planned, isBlocked }: Props) {
  const { studentUid } = planned;
  const names = losses.map(({ name }) => name);
  const ticked = names.filter((name) => allowed.has(name)).length;
  return (
    <ValueChoices studentUid={studentUid} text={IMPORT.losses} isBlocked={isBlocked}>
      {names.length > 1 && (
        <ValueChoice
          isChosen={ticked === names.length}
          isPartial={ticked > 0 && ticked < names.length}
          choose={() => allowLosses(studentUid, names, ticked < names.length)}
        >
          {translate(IMPORT.lowerAll(names.length))}
        </ValueChoice>
      )}
      {shown.map((loss) => (
        <ValueChoice
          key={loss.name}
          isChosen={allowed.has(loss.name)}
          choose={(isWanted) => allowLosses(studentUid, pairOf(loss.name), isWanted)}
        >
          <Value isLoss={allowed.has(loss.name)}>
            <ChangedValue change={loss} />{' '}
            <em>
              <Icon name="lowered" />
              {translate(loss.to === null ? CHANGES.cleared : CHANGES.lowered)}
            </em>
          </Value>
        </ValueChoice>
      ))}
      {planned.action === 'refuse' && (
        <FieldError>
          {translate(IMPORT.lossesRefused)} {translate(describeRefusal(planned.error))}
        </FieldError>
      )}
    </ValueChoices>
  );
}
