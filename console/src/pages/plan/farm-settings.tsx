import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Checkbox } from '../../components/checkbox.tsx';
import { Input, Select } from '../../components/controls.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { formatCount } from '../../components/format-count.ts';
import { changeFarm, farmSettings, lastArea, MAX_AP } from '../../goals/farm-state.ts';
import { FARM } from '../../texts/farm-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './farm-view.module.css';

/** How far, how much a day and of what; remembered on the device. */
export function FarmSettingsBar() {
  const { area, hard, materials } = farmSettings.value;
  const areas = Array.from({ length: lastArea.value - 1 }, (_, i) => lastArea.value - 1 - i);
  return (
    <div class={styles.settings}>
      <Select
        label={FARM.area}
        any={FARM.allAreas}
        options={areas.map((one) => ({ value: String(one), label: translate(FARM.upTo(one)) }))}
        value={area === 0 ? undefined : String(area)}
        onChoose={(chosen) => changeFarm({ area: Number(chosen ?? 0) })}
      />
      <ApField />
      <Checkbox
        size="small"
        text={FARM.hard}
        checked={hard}
        onChange={(isChosen) => changeFarm({ hard: isChosen })}
      />
      <Checkbox
        size="small"
        text={FARM.materials}
        checked={materials}
        onChange={(isChosen) => changeFarm({ materials: isChosen })}
      />
    </div>
  );
}

function ApField() {
  const id = useId();
  const invalid = useSignal<string | undefined>(undefined);
  return (
    <div class={styles.ap}>
      <label for={id}>{translate(FARM.apPerDay)}</label>
      <Input
        id={id}
        inputMode="numeric"
        maxLength={String(MAX_AP).length}
        aria-invalid={invalid.value !== undefined}
        aria-describedby={`${id}-error`}
        value={invalid.value ?? String(farmSettings.value.apPerDay)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget: { value } }) => {
          const ap = Number(value.normalize('NFKC').replaceAll(',', ''));
          const isValid = Number.isInteger(ap) && ap >= 1 && ap <= MAX_AP;
          invalid.value = isValid ? undefined : value;
          if (isValid) changeFarm({ apPerDay: ap });
        }}
      />
      <FieldError id={`${id}-error`}>
        {invalid.value !== undefined && translate(FARM.apInvalid(formatCount(MAX_AP)))}
      </FieldError>
    </div>
  );
}
