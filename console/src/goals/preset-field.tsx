import { useSignal } from '@preact/signals';
import { GOALS } from '../texts/goal-texts.ts';
import { translate } from '../texts/translate.ts';
import { applyPreset } from './goal-presets.ts';
import { presets } from './own-presets.ts';
import type { GoalDraft } from './use-goal-draft.ts';

/** What players often want, as one tap. */
export function PresetField({ draft }: { draft: GoalDraft }) {
  const isReached = useSignal(false);
  return (
    <fieldset class="field">
      <legend>{translate(GOALS.presets)}</legend>
      <div class="buttons">
        {presets.value.map((preset) => (
          <button
            key={preset.hint.en + preset.name.en}
            type="button"
            class="button quiet small"
            title={translate(preset.hint)}
            onClick={() => {
              const uid = draft.single.peek();
              isReached.value =
                uid !== undefined && Object.keys(applyPreset(preset, draft.stateOf(uid))).length === 0;
              draft.usePreset(preset);
            }}
          >
            {translate(preset.name)}
          </button>
        ))}
      </div>
      <p class="hint" role="status">
        {isReached.value && translate(GOALS.presetReached)}
      </p>
    </fieldset>
  );
}
