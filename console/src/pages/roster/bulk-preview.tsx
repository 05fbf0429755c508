import { Preview, PreviewItem } from '../../components/preview.tsx';
import { StudentName } from '../../components/student-name.tsx';
import { useResource } from '../../components/use-resource.ts';
import { SpendSwitch } from '../../done/spend-switch.tsx';
import type { BulkPlan, PlannedChange } from '../../roster/bulk-change.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { isStockLoaded, loadStock } from '../../stock/stock-store.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { translate } from '../../texts/translate.ts';

/** What a change to many students does to each, and whether what is raised takes from the stock. */
export const BulkPreview = ({ plan }: { plan: BulkPlan }) => (
  <>
    {plan.changed.some(isRaise) && <Spending />}
    <PreviewList plan={plan} />
  </>
);

/** Who is registered spends nothing. */
const isRaise = ({ entry, differences }: PlannedChange): boolean =>
  entry.state !== null && differences.some(({ from, to }) => (to ?? 0) > (from ?? 0));

function Spending() {
  const accountId = currentAccountId();
  useResource(async () => {
    if (!isStockLoaded.peek()) await loadStock(accountId);
  });
  return <SpendSwitch />;
}

const PreviewList = ({ plan: { changed, unchanged, notRecruited, refused } }: { plan: BulkPlan }) => (
  <Preview label={translate(BULK.preview)}>
    <p role="status">
      <strong>{translate(BULK.willChange(changed.length))}</strong>{' '}
      {unchanged.length > 0 && translate(BULK.unchanged(unchanged.length))}{' '}
      {notRecruited.length > 0 && translate(BULK.skipped(notRecruited.length))}{' '}
      {refused.length > 0 && translate(BULK.refused(refused.length))}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
    <ul tabIndex={0} aria-label={translate(BULK.preview)}>
      {refused.map(({ entry: { student }, fields }) => (
        <PreviewItem
          key={student.studentUid}
          isRefused
          values={fields.map((field) => translate(FIELD_LABELS[field])).join(', ')}
        >
          <StudentName student={student} />
        </PreviewItem>
      ))}
      {changed.map(({ entry: { student }, differences }) => (
        <PreviewItem
          key={student.studentUid}
          values={differences.map(({ field, from, to }) => (
            <span key={field}>
              {translate(FIELD_LABELS[field])} {from ?? '–'} → <b>{to ?? '–'}</b>
            </span>
          ))}
        >
          <StudentName student={student} />
        </PreviewItem>
      ))}
    </ul>
  </Preview>
);
