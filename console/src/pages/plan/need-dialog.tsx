import { Dialog } from '../../components/dialog.tsx';
import { formatCount } from '../../components/format-count.ts';
import { useBackButton } from '../../components/use-back-button.ts';
import { EXPERIENCE_ITEMS, isExperience, needOf, studentsNeeding } from '../../goals/needs.ts';
import { growthFacts, totals } from '../../goals/plan-state.ts';
import { openedNeed, showGoal } from '../../goals/plan-view.ts';
import { nameOfUid } from '../../goals/student-names.ts';
import { Portrait } from '../../roster/portrait.tsx';
import { findStudent } from '../../roster/roster-store.ts';
import { nameOfItem } from '../../stock/item-names.ts';
import { saveStock } from '../../stock/stock-store.ts';
import { PLAN } from '../../texts/plan-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './need-dialog.module.css';
import { StockCell, StockCells } from './stock-cell.tsx';
import { StockDecisions } from './stock-decisions.tsx';
import { StockStatus } from './stock-status.tsx';
import { describeEquivalent, nameOfTotal, type TotalId } from './total-cards.tsx';

/** Who needs it and how much each, and the stock of it, which can be entered here. */
export function NeedDialog({ need: id }: { need: string }) {
  const facts = growthFacts.value;
  const found = totals.value;
  const close = () => {
    saveStock();
    openedNeed.value = undefined;
  };
  useBackButton(true, () => {
    close();
    return false;
  });
  if (facts === undefined || found === undefined) return null;
  const isTotal = id === 'credits' || isExperience(id);
  const { need, have, short } = needOf(id, facts, found);
  const students = studentsNeeding(id, found);
  const items = isExperience(id)
    ? Object.keys(facts.items).filter((itemId) => facts.items[itemId]?.kind === EXPERIENCE_ITEMS[id])
    : [id];
  const leaveTo = (studentUid: string) => {
    // The dialog's entry in the browser's history is left first, which shows the view that was there before.
    addEventListener('popstate', () => showGoal(studentUid), { once: true });
    close();
  };
  return (
    <Dialog title={isTotal ? nameOfTotal(id as TotalId) : nameOfItem(facts, id)} onClose={close}>
      <p class={styles.figures}>
        <b class={short === 0 ? styles.met : undefined}>
          {short === 0 ? translate(PLAN.enough) : translate(PLAN.lacks(formatCount(short)))}
        </b>
        <span>{translate(PLAN.haveOfNeed(formatCount(have), formatCount(need)))}</span>
        {short > 0 && isExperience(id) && id !== 'bond' && (
          <span>{translate(describeEquivalent(facts, id, short))}</span>
        )}
      </p>
      {id === 'weapon' && <p class="hint">{translate(PLAN.partsFit)}</p>}
      {id === 'bond' && <p class="hint">{translate(PLAN.bondTime)}</p>}
      <h3 class={styles.title}>{translate(PLAN.whoNeeds)}</h3>
      <ul class={styles.students}>
        {students.map((one) => (
          <li key={one.studentUid}>
            <button
              type="button"
              aria-label={translate(PLAN.openGoal(nameOfUid(one.studentUid)))}
              onClick={() => leaveTo(one.studentUid)}
            >
              <Portrait student={findStudent(one.studentUid)?.student} />
              {nameOfUid(one.studentUid)}
            </button>
            <span>{formatCount(one.need)}</span>
            <small class={one.short === 0 ? styles.met : undefined}>
              {translate(one.short === 0 ? PLAN.covered : PLAN.lacks(formatCount(one.short)))}
            </small>
          </li>
        ))}
      </ul>
      {id !== 'bond' && (
        <>
          <h3 class={styles.title}>{translate(PLAN.inStock)}</h3>
          <StockCells isNamed>
            {items.map((itemId) => (
              <StockCell
                key={itemId}
                itemId={itemId}
                name={nameOfItem(facts, itemId)}
                mark={items.length > 1 || isTotal ? nameOfItem(facts, itemId) : ''}
              />
            ))}
          </StockCells>
          <StockStatus isOfDialog />
          <StockDecisions />
        </>
      )}
    </Dialog>
  );
}
