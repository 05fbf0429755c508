import { useId } from 'preact/hooks';
import { Checkbox } from '../../components/checkbox.tsx';
import { Choice, FieldSet, optionsOf } from '../../components/controls.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './key-areas-field.module.css';
import { AREA_GROUPS, type KeyAreasDraft } from './use-key-areas.ts';

interface Props {
  areas: KeyAreasDraft;
  /** The player has tried to issue the key. */
  isChecked: boolean;
}

export function KeyAreasField({ areas: { kind, groups, problem }, isChecked }: Props) {
  const id = useId();
  return (
    <>
      <Choice
        legend={KEYS.areas}
        options={optionsOf(['all', 'some'] as const, KEYS.areaChoices)}
        signal={kind}
      />
      {kind.value === 'some' && (
        <FieldSet
          legend={KEYS.areas}
          isLegendHidden
          class={styles.groups}
          aria-describedby={`${id}-hint ${id}-error`}
        >
          {AREA_GROUPS.map((group) => (
            <Checkbox
              key={group}
              size="small"
              text={KEYS.areaGroups[group]}
              checked={groups.value.includes(group)}
              onChange={(checked) => {
                groups.value = AREA_GROUPS.filter((one) =>
                  one === group ? checked : groups.peek().includes(one),
                );
              }}
            />
          ))}
          <p id={`${id}-hint`} class="hint">
            {translate(KEYS.areasIncluded)}
          </p>
          <FieldError id={`${id}-error`}>{isChecked && problem && translate(problem)}</FieldError>
        </FieldSet>
      )}
    </>
  );
}
