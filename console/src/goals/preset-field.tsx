import { useSignal } from '@preact/signals';
import { Button, Buttons } from '../components/button.tsx';
import { FieldSet } from '../components/controls.tsx';
import { GOALS } from '../texts/goal-texts.ts';
import { translate } from '../texts/translate.ts';
import { applyPreset } from './apply-preset.ts';
import { presets } from './own-presets.ts';
import type { GoalDraft } from './use-goal-draft.ts';

/** What players often want, as one tap. */
export function PresetField({ draft }: { draft: GoalDraft }) {
  const isReached = useSignal(false);
  return (
    <FieldSet legend={GOALS.presets}>
      <Buttons>
        {presets.value.map((preset) => (
          <Button
            key={preset.hint.en + preset.name.en}
            size="small"
            text={preset.name}
            title={translate(preset.hint)}
            onClick={() => {
              const uid = draft.single.peek();
              isReached.value =
                uid !== undefined && Object.keys(applyPreset(preset, draft.stateOf(uid))).length === 0;
              draft.usePreset(preset);
            }}
          />
        ))}
      </Buttons>
      <p class="hint" role="status">
        {isReached.value && translate(GOALS.presetReached)}
      </p>
    </FieldSet>
  );
}
