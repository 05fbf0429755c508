import { useSignal } from '@preact/signals';
import { useCallback, useRef } from 'preact/hooks';
import { GROWTH_NAMES } from '../../../../game/growth-limits.ts';
import { Checkbox } from '../../components/checkbox.tsx';
import { Chips } from '../../components/chips.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { TextField } from '../../components/form-fields.tsx';
import { useAction } from '../../components/use-action.ts';
import { useResource } from '../../components/use-resource.ts';
import { loadPresets, presets } from '../../goals/own-presets.ts';
import { planBulkChange } from '../../roster/bulk-change.ts';
import { changeInBackground } from '../../roster/change-in-background.ts';
import { gameServer } from '../../roster/game-server.ts';
import { findStudent, rosterEntries } from '../../roster/roster-store.ts';
import { copiedStudent, selection } from '../../roster/roster-view-state.ts';
import {
  BOX_NAMES,
  BOXES,
  type BoxName,
  type BoxTexts,
  readBoxes,
  toBoxTexts,
} from '../../roster/value-boxes.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { GOALS } from '../../texts/goal-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './bulk-change-dialog.module.css';
import { BulkPreview } from './bulk-preview.tsx';

/** The values of the student that was copied. Bond and favourite item are each student's own. */
function copiedTexts(): BoxTexts | undefined {
  const { value: uid } = copiedStudent;
  const state = uid === undefined ? undefined : findStudent(uid)?.state.peek();
  return state ? toBoxTexts(Object.fromEntries(GROWTH_NAMES.map((name) => [name, state[name]]))) : undefined;
}

interface BulkChangeDialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** One change to many students: which values, and what that does to each student. It is saved after the dialog closes. */
export function BulkChangeDialog({ onClose, onDone }: BulkChangeDialogProps) {
  const texts = useSignal<BoxTexts>(copiedTexts() ?? { level: '' });
  const opened = useRef<string | undefined>(undefined);
  /** The same function each time, so that only a box that appears takes the focus. */
  const focusOpened = useCallback((box: HTMLInputElement | null) => {
    if (box !== null && box.name === opened.current) box.focus();
  }, []);
  const onlyRaise = useSignal(true);
  const raised = useSignal<ReadonlySet<string>>(new Set());
  const entries = rosterEntries().filter(({ student }) => selection.value.has(student.studentUid));
  const { wanted, invalid } = readBoxes(texts.value);
  const isValid = invalid.length === 0 && Object.keys(wanted).length > 0;
  const plan = planBulkChange(entries, isValid ? wanted : {}, {
    onlyRaise: onlyRaise.value,
    raised: raised.value,
    server: gameServer.value,
  });
  const apply = useAction(async () => {
    void changeInBackground(
      plan.changed.map(({ entry, changes }) => ({ studentUid: entry.student.studentUid, changes })),
    );
    onDone();
  });
  const total = plan.changed.length;
  return (
    <DialogForm
      title={BULK.bulkTitle(entries.length)}
      action={apply}
      disabled={!isValid || total === 0}
      submitLabel={BULK.apply(isValid ? total : 0)}
      onClose={onClose}
    >
      <Presets
        onChoose={(next) => {
          texts.value = next;
        }}
      />
      <Chips legend={translate(BULK.bulkFields)} class={styles.chips}>
        {BOX_NAMES.map((name) => (
          <BoxChip
            key={name}
            name={name}
            texts={texts.value}
            onChange={(next) => {
              opened.current = name;
              texts.value = next;
            }}
          />
        ))}
      </Chips>
      <div class={styles.fields}>
        {BOX_NAMES.filter((name) => texts.value[name] !== undefined).map((name) => (
          <TextField
            key={name}
            focused
            label={BULK.boxes[name]}
            look="short"
            value={texts.value[name] ?? ''}
            error={invalid.includes(name) ? BULK.boxInvalid(BOXES[name].example) : undefined}
            onInput={(text) => {
              texts.value = { ...texts.peek(), [name]: text };
            }}
            input={{
              name,
              ref: focusOpened,
              // Its keys have a sign between values, and digits alone are read too.
              inputMode: BOXES[name].fields.length > 1 ? 'decimal' : 'numeric',
              placeholder: BOXES[name].example,
            }}
          />
        ))}
      </div>
      <Checkbox text={BULK.onlyRaise} signal={onlyRaise} />
      {isValid && (
        <BulkPreview
          plan={plan}
          raised={raised.value}
          onRaise={(key) => {
            raised.value = raised.peek().symmetricDifference(new Set([key]));
          }}
        />
      )}
    </DialogForm>
  );
}

/** What players often want, as one tap. Those of the player are there once they are loaded. */
function Presets({ onChoose }: { onChoose: (texts: BoxTexts) => void }) {
  const accountId = currentAccountId();
  useResource(() => loadPresets(accountId));
  return (
    <Chips legend={translate(GOALS.presets)} class={styles.chips}>
      {presets.value.map(({ name, hint, wantedFor }) => (
        <button
          key={hint.en + name.en}
          type="button"
          aria-label={translate(name)}
          title={translate(hint)}
          onClick={() => onChoose(toBoxTexts(wantedFor(null)))}
        >
          {translate(name)}
        </button>
      ))}
    </Chips>
  );
}

interface BoxChipProps {
  name: BoxName;
  texts: BoxTexts;
  onChange: (texts: BoxTexts) => void;
}

/** Opens the box of a value, which takes the focus, or takes it away. */
function BoxChip({ name, texts, onChange }: BoxChipProps) {
  const isOpen = texts[name] !== undefined;
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={() => {
        const { [name]: _, ...others } = texts;
        onChange(isOpen ? others : { ...texts, [name]: '' });
      }}
    >
      {translate(BULK.boxes[name])}
    </button>
  );
}
