import type { Signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import { BORROW_SLOT_LABELS } from '../../../../contract/share-labels.ts';
import { BORROW_SLOTS, type BorrowSlot, MAX_BORROWED_OF_SLOT } from '../../../../contract/shares.ts';
import { FieldSet } from '../../components/controls.tsx';
import { RemovableChips } from '../../components/removable-chips.tsx';
import { nameOfUid } from '../../goals/student-names.ts';
import { isRosterLoaded, rosterEntries } from '../../roster/roster-store.ts';
import { StudentField } from '../../roster/student-field.tsx';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './borrow-fields.module.css';
import { type ShareDraft, setBorrowed } from './share-draft.ts';

/** Whom friends can borrow, for each of what they can be borrowed for. Folded up, as most links have none. */
export function BorrowFields({ draft }: { draft: Signal<ShareDraft> }) {
  const count = Object.values(draft.value.borrow).flat().length;
  // Then the player folds: not over the focus, when the last student is taken out.
  const isOpenAtFirst = useRef(count > 0).current;
  const students = useMemo(
    () =>
      rosterEntries({ isTracked: false }).flatMap(({ student, state }) => (state === null ? [] : student)),
    [isRosterLoaded.value],
  );
  return (
    <details class={styles.borrow} open={isOpenAtFirst}>
      <summary>{translate(count === 0 ? SHARE.borrow : SHARE.borrowCount(count))}</summary>
      <p class="hint">{translate(SHARE.borrowHint(MAX_BORROWED_OF_SLOT))}</p>
      {BORROW_SLOTS.map((slot) => (
        <SlotField key={slot} slot={slot} draft={draft} students={students} />
      ))}
    </details>
  );
}

interface SlotFieldProps {
  slot: BorrowSlot;
  draft: Signal<ShareDraft>;
  students: readonly CatalogueStudent[];
}

function SlotField({ slot, draft, students }: SlotFieldProps) {
  const field = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isChanged = useRef(false);
  const uids = draft.value.borrow[slot] ?? [];
  const isFull = uids.length >= MAX_BORROWED_OF_SLOT;
  const label = translate(BORROW_SLOT_LABELS[slot]);
  useLayoutEffect(() => {
    // What had the focus may be gone.
    if (isChanged.current) (input.current ?? field.current?.querySelector('button'))?.focus();
    isChanged.current = false;
  }, [uids.length]);
  const change = (next: readonly string[]) => {
    isChanged.current = true;
    draft.value = { ...draft.peek(), borrow: setBorrowed(draft.peek().borrow, slot, next) };
  };
  return (
    <FieldSet legend={label} class={styles.slot} ref={field}>
      <RemovableChips
        chips={uids.map((uid) => ({
          key: uid,
          text: nameOfUid(uid),
          removal: translate(SHARE.removeBorrowed(nameOfUid(uid), label)),
        }))}
        remove={(uid) => change(uids.filter((one) => one !== uid))}
      />
      {!isFull && (
        <StudentField
          inputRef={input}
          students={students}
          texts={{ label: SHARE.findBorrowed(label), found: WORDS.found, none: WORDS.noneFound }}
          onChoose={(uid) => {
            if (!uids.includes(uid)) change([...uids, uid]);
          }}
        />
      )}
    </FieldSet>
  );
}
