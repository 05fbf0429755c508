import { useSignal } from '@preact/signals';
import { MAX_PRESET_NAME_LENGTH } from '../../../contract/limits.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/form-fields.tsx';
import { ErrorMessage } from '../components/notice.tsx';
import { storeIn } from '../components/set-to.ts';
import { useAction } from '../components/use-action.ts';
import { PRESETS } from '../texts/preset-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './own-preset-field.module.css';
import { canAddPreset, changePreset, ownPresets } from './own-presets.ts';
import type { GoalDraft } from './use-goal-draft.ts';

/** Keeps the entered values as a preset, and removes presets that the player has made. */
export function OwnPresetField({ draft }: { draft: GoalDraft }) {
  const name = useSignal('');
  const message = useSignal('');
  const wanted = draft.wanted.value;
  const trimmed = name.value.trim();
  const isReplacing = ownPresets.value.some((preset) => preset.name === trimmed);
  const hasValues = Object.keys(wanted).length > 0 && Object.keys(draft.errors.value).length === 0;
  const canSave = hasValues && trimmed !== '' && (isReplacing || canAddPreset.value);
  const save = useAction(async () => {
    if (!canSave) return;
    await changePreset(trimmed, wanted);
    message.value = translate(PRESETS.saved(trimmed));
    name.value = '';
  });
  const remove = useAction(async (removed: string) => {
    await changePreset(removed, null);
    message.value = translate(PRESETS.removed(removed));
  });
  return (
    <details class={styles.own}>
      <summary>{translate(PRESETS.own)}</summary>
      <div class={styles.form}>
        <TextField
          label={PRESETS.name}
          hint={hasValues ? PRESETS.nameHint : PRESETS.needsValues}
          value={name.value}
          onInput={storeIn(name)}
          input={{
            maxLength: MAX_PRESET_NAME_LENGTH,
            onKeyDown: (event) => {
              if (event.key !== 'Enter') return;
              // The form around it saves the goal.
              event.preventDefault();
              void save.run();
            },
          }}
        />
        <Button text={isReplacing ? PRESETS.replace : PRESETS.save} action={save} disabled={!canSave} />
      </div>
      {!canAddPreset.value && <p class="hint">{translate(PRESETS.full)}</p>}
      <ErrorMessage error={save.error.value ?? remove.error.value} />
      <p class="hint" role="status">
        {message.value}
      </p>
      {ownPresets.value.length > 0 && (
        <ul class={styles.list}>
          {ownPresets.value.map((preset) => (
            <li key={preset.name}>
              <span>{preset.name}</span>
              <Button
                look="icon"
                icon="trash"
                label={PRESETS.remove(preset.name)}
                onClick={() => void remove.run(preset.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
