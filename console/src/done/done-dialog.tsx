import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { GrowthFacts } from '../../../game/growth-facts.ts';
import { Button } from '../components/button.tsx';
import { Checkbox } from '../components/checkbox.tsx';
import { Dialog, DialogButtons } from '../components/dialog.tsx';
import { formatCount } from '../components/format-count.ts';
import { ErrorMessage } from '../components/notice.tsx';
import { Pending } from '../components/pending.tsx';
import { setTo } from '../components/set-to.ts';
import { useAction } from '../components/use-action.ts';
import { useBackButton } from '../components/use-back-button.ts';
import { useResource } from '../components/use-resource.ts';
import { describeCost, listCosts } from '../goals/describe-cost.ts';
import { goals, goalValues } from '../goals/goal-store.ts';
import { growthFacts, loadFacts } from '../goals/plan-state.ts';
import { nameOfUid } from '../goals/student-names.ts';
import { isUnsent } from '../outbox/edit.ts';
import { findStudent } from '../roster/roster-store.ts';
import { studentEdits } from '../roster/student-edits.ts';
import { currentAccountId } from '../session/session-state.ts';
import { nameOfItem } from '../stock/item-names.ts';
import { isStockLoaded, loadStock, stock } from '../stock/stock-store.ts';
import { DONE } from '../texts/done-texts.ts';
import { FIELD_LABELS } from '../texts/field-texts.ts';
import { KIND_LABELS } from '../texts/plan-texts.ts';
import { translate } from '../texts/translate.ts';
import { WORDS } from '../texts/word-texts.ts';
import { completeGoals } from './complete-goals.ts';
import styles from './done-dialog.module.css';
import { type OpenedDone, openedDone } from './opened-done.ts';
import { type DoneRequest, type DoneReview, reviewGoals } from './review-goals.ts';

const close = setTo(openedDone, undefined);

/** What is raised and what it takes, in one look, before it is saved. */
export function DoneDialog({ opened }: { opened: OpenedDone }) {
  const facts = growthFacts.value;
  const accountId = currentAccountId();
  const [loading, reload] = useResource(async () => {
    await Promise.all([loadFacts(), isStockLoaded.peek() || loadStock(accountId)]);
  });
  const isBlocked = useSignal(false);
  const isSpent = useSignal(true);
  const done = useSignal<ReadonlySet<string>>(new Set());
  // As it was when the dialog was opened: what is saved meanwhile is not reviewed again.
  const requests = useMemo(() => toRequests(opened), [opened]);
  const review = useMemo(
    () => (facts && isStockLoaded.value ? reviewGoals(facts, requests, stock.peek()) : undefined),
    [facts, requests, isStockLoaded.value],
  );
  const left = requests.filter(({ studentUid, state }) => state !== null && !done.value.has(studentUid));
  const save = useAction(async () => {
    // The service would complete what it has, which is not what was reviewed.
    isBlocked.value = hasUnsent(opened.studentUids);
    if (isBlocked.peek()) return;
    await completeGoals(accountId, left, isSpent.peek(), (studentUid) => {
      done.value = new Set([...done.peek(), studentUid]);
    });
    close();
  });
  useBackButton(true, () => {
    close();
    return false;
  });
  const [first = ''] = opened.studentUids;
  const { length: count } = opened.studentUids;
  return (
    <Dialog
      title={count === 1 ? DONE.title(nameOfUid(first)) : DONE.titleMany(count)}
      class={styles.dialog}
      onClose={close}
    >
      {facts === undefined || review === undefined ? (
        <Pending rows={4} error={loading.value.error} onRetry={reload} />
      ) : (
        <div class={styles.body}>
          <p>{translate(DONE.intro)}</p>
          <Values review={review} requests={requests} />
          <Items facts={facts} review={review} isSpent={isSpent.value} />
          {review.items.length > 0 && <Checkbox text={DONE.spend} signal={isSpent} />}
        </div>
      )}
      {isBlocked.value && <p role="alert">{translate(DONE.notSavedYet)}</p>}
      {save.error.value !== undefined && done.value.size > 0 && (
        <p>{translate(DONE.partly(done.value.size, left.length))}</p>
      )}
      <ErrorMessage error={save.error.value} />
      <p role="status" class="hint">
        {save.pending.value && count > 1 && translate(DONE.progress(done.value.size, requests.length))}
      </p>
      <DialogButtons onClose={close}>
        <Button
          look="primary"
          text={DONE.button}
          action={save}
          disabled={left.length === 0 || review === undefined}
        />
      </DialogButtons>
    </Dialog>
  );
}

const hasUnsent = (uids: readonly string[]): boolean =>
  studentEdits.edits.peek().some((edit) => isUnsent(edit) && uids.includes(edit.studentUid)) ||
  goalValues.edits.peek().some((edit) => isUnsent(edit) && uids.includes(edit.key));

const toRequests = ({ studentUids, fields }: OpenedDone): DoneRequest[] =>
  goals.peek().flatMap(({ studentUid, wanted }) => {
    const state = findStudent(studentUid)?.state.peek() ?? null;
    return studentUids.includes(studentUid) ? [{ studentUid, wanted, fields, state }] : [];
  });

function Values({ review, requests }: { review: DoneReview; requests: readonly DoneRequest[] }) {
  const states = new Map(requests.map(({ studentUid, state }) => [studentUid, state]));
  return (
    <section>
      <h3>{translate(DONE.values)}</h3>
      <ul class={styles.students}>
        {review.students.map(({ studentUid, steps }) => (
          <li key={studentUid}>
            {review.students.length > 1 && <strong>{nameOfUid(studentUid)}</strong>}
            {steps.length === 0 ? (
              translate(states.get(studentUid) === null ? DONE.notRecruited : DONE.reached)
            ) : (
              <ul class={styles.values}>
                {steps.map(({ field, now, wanted }) => (
                  <li key={field}>
                    {translate(FIELD_LABELS[field])} {now ?? '–'} → <b>{wanted}</b>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ItemsProps {
  facts: GrowthFacts;
  review: DoneReview;
  isSpent: boolean;
}

function Items({ facts, review: { items, missing }, isSpent }: ItemsProps) {
  // Gifts are not fed, so the bond is no part of the stock's account.
  const lacking = describeCost(facts, { ...missing, exp: { ...missing.exp, bond: 0 } });
  const hasStock = Object.keys(stock.peek()).length > 0;
  const nameOf = (itemId: string) =>
    itemId === 'credits' ? translate(KIND_LABELS.currency) : nameOfItem(facts, itemId);
  return (
    <section>
      <h3>{translate(DONE.items)}</h3>
      {items.length === 0 && <p class="hint">{translate(hasStock ? DONE.free : DONE.noStock)}</p>}
      {items.length > 0 && (
        <table class={styles.items}>
          <thead>
            <tr>
              {[DONE.item, WORDS.now, DONE.spent, DONE.left].map((text) => (
                <th key={text.en} scope="col">
                  {translate(text)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ itemId, before, spent }) => {
              const after = isSpent ? before - spent : before;
              return (
                <tr key={itemId}>
                  <th scope="row">{nameOf(itemId)}</th>
                  <td>{formatCount(before)}</td>
                  <td>{isSpent ? `−${formatCount(spent)}` : '–'}</td>
                  <td class={after === 0 ? styles.empty : ''}>{formatCount(after)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {hasStock && isSpent && lacking.length > 0 && (
        <p class={styles.missing}>
          {translate(DONE.missing)} {listCosts(lacking)}
          <small>{translate(DONE.missingHint)}</small>
        </p>
      )}
    </section>
  );
}
