import { CHANGES } from '../texts/change-texts.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { translate } from '../translate.ts';
import type { ValueChange } from './change-entries.ts';

export const ChangedValue = ({ change: { name, from, to } }: { change: ValueChange }) => (
  <>
    <span>{translate(FIELD_LABELS[name])}</span>{' '}
    {from !== undefined && (
      <>
        <s>
          <Shown value={from} />
        </s>{' '}
        →{' '}
      </>
    )}
    <b>
      <Shown value={to} />
    </b>
  </>
);

function Shown({ value }: { value: number | null }) {
  if (value !== null) return value;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">{translate(CHANGES.none)}</span>
    </>
  );
}
