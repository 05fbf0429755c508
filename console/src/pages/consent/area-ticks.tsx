import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { type Area, isWriting } from '../../../../contract/areas.ts';
import { Choice, FieldSet, optionsOf } from '../../components/controls.tsx';
import { FieldError } from '../../components/form-fields.tsx';
import { APP_REQUEST } from '../../texts/app-request-texts.ts';
import { AREA_TEXTS, AREA_WORDS } from '../../texts/area-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './area-ticks.module.css';
import { listAskedAreas, toggleArea, WRITING_WAYS, type WritingWay } from './asked-areas.ts';

interface Props {
  asked: readonly Area[];
  ticked: Signal<Area[]>;
  way: Signal<WritingWay>;
  /** The player has tried to allow nothing. */
  isMissing: boolean;
}

/** What an app asks for, of which the player can take away. */
export function AreaTicks({ asked, ticked, way, isMissing }: Props) {
  const id = useId();
  return (
    <FieldSet legend={APP_REQUEST.areas} class={styles.areas} aria-describedby={`${id}-hint ${id}-error`}>
      <p id={`${id}-hint`} class="hint">
        {translate(APP_REQUEST.areasHint)}
      </p>
      <ul class={styles.list}>
        {listAskedAreas(asked).map((area) => (
          <li key={area}>
            <label class={styles.area}>
              <input
                type="checkbox"
                checked={ticked.value.includes(area)}
                onChange={() => {
                  ticked.value = toggleArea(ticked.peek(), area);
                }}
              />
              <span class={isWriting(area) ? styles.writing : undefined}>{translate(AREA_WORDS[area])}</span>
              <small>{translate(AREA_TEXTS[area])}</small>
            </label>
          </li>
        ))}
      </ul>
      {ticked.value.includes('roster:write') && (
        <Choice
          legend={APP_REQUEST.ways}
          look="cards"
          options={optionsOf(WRITING_WAYS, APP_REQUEST.wayNames, APP_REQUEST.wayHints)}
          signal={way}
        />
      )}
      <p class={`hint ${styles.beyond}`}>{translate(APP_REQUEST.areasBeyond)}</p>
      <FieldError id={`${id}-error`}>{isMissing && translate(APP_REQUEST.areasRequired)}</FieldError>
    </FieldSet>
  );
}
