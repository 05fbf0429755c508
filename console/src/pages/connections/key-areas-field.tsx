import { useId } from 'preact/hooks';
import { Choice } from '../../components/form-fields.tsx';
import { storeIn } from '../../components/set-to.ts';
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
        legend={translate(KEYS.areas)}
        options={(['all', 'some'] as const).map((value) => ({
          value,
          label: translate(KEYS.areaChoices[value]),
        }))}
        value={kind.value}
        onChoose={storeIn(kind)}
      />
      {kind.value === 'some' && (
        <fieldset class={`field ${styles.groups}`} aria-describedby={`${id}-hint ${id}-error`}>
          <legend class="visually-hidden">{translate(KEYS.areas)}</legend>
          {AREA_GROUPS.map((group) => (
            <label key={group} class="checkbox small">
              <input
                type="checkbox"
                checked={groups.value.includes(group)}
                onChange={({ currentTarget: { checked } }) => {
                  groups.value = AREA_GROUPS.filter((one) =>
                    one === group ? checked : groups.peek().includes(one),
                  );
                }}
              />
              {translate(KEYS.areaGroups[group])}
            </label>
          ))}
          <p id={`${id}-hint`} class="hint">
            {translate(KEYS.areasIncluded)}
          </p>
          <p id={`${id}-error`} class="field-error" role="alert">
            {isChecked && problem && translate(problem)}
          </p>
        </fieldset>
      )}
    </>
  );
}
