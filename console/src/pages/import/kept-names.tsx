import { useSignal } from '@preact/signals';
import { Button, Buttons } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { useAction } from '../../components/use-action.ts';
import { changeImportMemory, importMemory } from '../../imports/import-memory-state.ts';
import { catalogue } from '../../roster/catalogue-state.ts';
import { findKeptStudents, textOfKept } from '../../roster/find-kept-students.ts';
import { keptRows } from '../../roster/kept-rows.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { KEPT } from '../../texts/kept-texts.ts';
import { translate } from '../../texts/translate.ts';
import { openReview } from './import-state.ts';
import { NameField } from './name-field.tsx';
import type { PickedNames } from './review-state.ts';
import { setText } from './source-state.ts';
import styles from './unknown-names.module.css';

const IS_UID = /^\d+$/;

/** Rows that are kept by a name which nobody has may be of a student who is there: the player says who is meant. */
export function KeptNames() {
  const picked = useSignal<PickedNames>(new Map());
  const students = catalogue.value?.students ?? [];
  const { aliases } = importMemory.value;
  const found = new Set(findKeptStudents(keptRows.value, students, aliases).map(({ key }) => key));
  const names = Object.keys(keptRows.value).filter((key) => !IS_UID.test(key) && !found.has(key));
  const take = useAction(async () => {
    const named = Object.fromEntries(picked.peek());
    await changeImportMemory(currentAccountId(), { aliases: named });
    setText(textOfKept(findKeptStudents(keptRows.peek(), students, named).filter(({ key }) => key in named)));
    picked.value = new Map();
    await openReview();
  });
  const count = picked.value.size;
  if (names.length === 0 || students.length === 0) return null;
  return (
    <details class={styles.names}>
      <summary>{translate(KEPT.unknown(names.length))}</summary>
      <p class="hint">{translate(KEPT.unknownText)}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <NameField name={name} picked={picked} />
          </li>
        ))}
      </ul>
      <ErrorMessage error={take.error.value} />
      <Buttons>
        <Button look="primary" text={KEPT.review(count)} action={take} disabled={count === 0} />
      </Buttons>
    </details>
  );
}
