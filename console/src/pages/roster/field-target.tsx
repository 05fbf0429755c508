import { useComputed } from '@preact/signals';
import type { StateName } from '../../../../contract/state-fields.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { panelTargets } from '../../roster/panel-targets.ts';
import { PANEL } from '../../texts/panel-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './field-target.module.css';

/** Beside a value: what the student's goal wants. Nothing without a goal, or before it is loaded. */
export function FieldTarget({ field }: { field: StateName }) {
  const target = useComputed(() => panelTargets.value.get(field)).value;
  if (target === undefined) return null;
  const { isReached, done } = target;
  const wanted = field === 'tier' || field === 'weaponTier' ? `★${target.wanted}` : `${target.wanted}`;
  const label = translate((isReached ? PANEL.targetReached : PANEL.target)(wanted));
  const look = `${styles.target} ${isReached ? styles.reached : ''}`;
  const text = (
    <>
      <span aria-hidden="true">
        {isReached ? <Icon name="check" /> : '→ '}
        {wanted}
      </span>
      <span class="visually-hidden">{label}</span>
    </>
  );
  if (done === undefined)
    return (
      <span class={look} title={label}>
        {text}
      </span>
    );
  return (
    <Button look="link" class={look} label={done.label} title={label} onClick={done.run}>
      {text}
    </Button>
  );
}
