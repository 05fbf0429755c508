import { useSignal } from '@preact/signals';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import type { StudentPatch } from '../../../../contract/state-fields.ts';
import { BottomBar } from '../../components/bottom-bar.tsx';
import { Button, Buttons } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { setTo } from '../../components/set-to.ts';
import { StarRow } from '../../components/star-row.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { useAction } from '../../components/use-action.ts';
import { RosterPicture } from '../../picture/lazy-roster-picture.tsx';
import { bulkProgress } from '../../roster/change-in-background.ts';
import { reportBulk } from '../../roster/report-bulk.ts';
import { changeStudents, findStudent, rosterEntries } from '../../roster/roster-store.ts';
import {
  copiedStudent,
  endSelecting,
  order,
  selection,
  shareStudents,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { signedInSession } from '../../session/session-state.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { SELECTION } from '../../texts/selection-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import styles from './bulk-bar.module.css';
import { BulkChangeDialog } from './bulk-change-dialog.tsx';

/** Not loaded with the bar: its script is that of the plan, which needs the service. */
const BulkGoalDialog = lazyPart(async () => (await import('./panel-parts.ts')).BulkGoalDialog);

/** While several students are selected: how many, and what to do with them. */
export function BulkBar() {
  const isChanging = useSignal(false);
  const isSettingGoals = useSignal(false);
  const isDrawing = useSignal(false);
  const selected = rosterEntries().filter(({ student }) => selection.value.has(student.studentUid));
  const recruited = selected.filter(({ state }) => state !== null);
  const source = copiedStudent.value === undefined ? undefined : findStudent(copiedStudent.value);
  return (
    <BottomBar label={translate(ROSTER.select)}>
      <p role="status">
        {source && selected.length === 0
          ? translate(BULK.selectTargets(nameOfStudent(source.student)))
          : translate(BULK.selected(selected.length))}
      </p>
      <BulkProgress />
      <Registration students={selected.filter(({ state }) => state === null).map(({ student }) => student)} />
      <Buttons>
        <Button
          size="small"
          text={BULK.selectAll(visibleUids.value.length)}
          onClick={() => {
            selection.value = new Set(visibleUids.peek());
          }}
        />
        <Button size="small" text={BULK.endSelecting} onClick={endSelecting} />
        <Button
          size="small"
          text={SELECTION.picture}
          disabled={recruited.length === 0}
          onClick={setTo(isDrawing, true)}
        />
        <Button
          size="small"
          text={BULK.setGoals}
          disabled={selected.length === 0}
          onClick={setTo(isSettingGoals, true)}
        />
        <Button
          size="small"
          text={SELECTION.link}
          disabled={recruited.length === 0}
          onClick={() => shareStudents(recruited)}
        />
        <Button
          look="primary"
          size="small"
          text={source ? BULK.enterCopied(nameOfStudent(source.student)) : BULK.changeSelected}
          disabled={recruited.length === 0}
          onClick={setTo(isChanging, true)}
        />
      </Buttons>
      {isSettingGoals.value && (
        <BulkGoalDialog onClose={setTo(isSettingGoals, false)} onDone={endSelecting} />
      )}
      {isDrawing.value && (
        <RosterPicture
          studentUids={listSelected()}
          order={order.value.by === 'catalogue' ? 'best-first' : 'given'}
          title={translate(WORDS.ownStudents)}
          player={signedInSession()?.account.name}
          onClose={setTo(isDrawing, false)}
        />
      )}
      {isChanging.value && (
        <BulkChangeDialog
          onClose={setTo(isChanging, false)}
          onDone={copiedStudent.value === undefined ? setTo(isChanging, false) : endSelecting}
        />
      )}
    </BottomBar>
  );
}

/** The page saves while the player goes on. */
function BulkProgress() {
  const progress = bulkProgress.value;
  if (progress === undefined) return null;
  const { done, total } = progress;
  return (
    <p>
      <progress max={total} value={done} aria-label={translate(COMMON.working)} />{' '}
      {translate(BULK.applying(done, total))}
    </p>
  );
}

/** In the order of the list, with those whom it does not show at the end. */
const listSelected = (): string[] => [
  ...new Set([...visibleUids.value.filter((uid) => selection.value.has(uid)), ...selection.value]),
];

/**
 * Registers those of the selected who are not recruited: each with the own stars, as far as they are known, or all with
 * the same. They stay selected.
 */
function Registration({ students }: { students: readonly CatalogueStudent[] }) {
  const withOwnStars = students.filter(({ attributes }) => attributes.star !== undefined);
  const register = useAction(async (tier?: number) => {
    reportBulk(
      await changeStudents(
        (tier === undefined ? withOwnStars : students).map(({ studentUid, attributes }) => ({
          studentUid,
          changes: { tier: tier ?? attributes.star, weaponTier: 0 } as StudentPatch,
        })),
        () => {},
      ),
      BULK.registered,
    );
  });
  const { value: isPending } = register.pending;
  return (
    <>
      {students.length > 0 && !isPending && (
        <div class={styles.registration}>
          <span>{translate(BULK.register(students.length))}</span>
          {withOwnStars.length > 0 && (
            <Button
              size="small"
              text={BULK.registerOwnStars(withOwnStars.length)}
              onClick={() => void register.run()}
            />
          )}
          <StarRow
            tier={0}
            label={(tier) => translate(BULK.registerWith(students.length, tier))}
            onChoose={(tier) => void register.run(tier)}
          />
        </div>
      )}
      {isPending && <progress aria-label={translate(COMMON.working)} />}
      <ErrorMessage error={register.error.value} />
    </>
  );
}
