import { Preview, PreviewItem } from '../../components/preview.tsx';
import { StudentName } from '../../components/student-name.tsx';
import { useResource } from '../../components/use-resource.ts';
import { SpendSwitch } from '../../done/spend-switch.tsx';
import type { BulkPlan, LeftOut, PlannedChange } from '../../roster/bulk-change.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { isStockLoaded, loadStock } from '../../stock/stock-store.ts';
import { BULK } from '../../texts/bulk-texts.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { translate } from '../../texts/translate.ts';
import { LeftOutList } from './left-out-list.tsx';

interface BulkPreviewProps {
  plan: BulkPlan & { readonly leftOut?: readonly LeftOut[] };
  /** The keys of what is raised so that students can take the values. */
  raised?: ReadonlySet<string>;
  onRaise?: (key: string) => void;
}

/** What a change to many students does to each, and whether what is raised takes from the stock. */
export const BulkPreview = ({ plan, raised = new Set(), onRaise = () => {} }: BulkPreviewProps) => (
  <>
    {plan.changed.some(isRaise) && <Spending />}
    <Preview label={translate(BULK.preview)}>
      <Counts plan={plan} />
      {plan.leftOut && plan.leftOut.length > 0 && (
        <LeftOutList leftOut={plan.leftOut} raised={raised} onRaise={onRaise} />
      )}
      <PreviewList plan={plan} />
    </Preview>
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

const Counts = ({ plan: { changed, unchanged, notRecruited, refused } }: { plan: BulkPlan }) => (
  <p role="status">
    <strong>{translate(BULK.willChange(changed.length))}</strong>{' '}
    {unchanged.length > 0 && translate(BULK.unchanged(unchanged.length))}{' '}
    {notRecruited.length > 0 && translate(BULK.skipped(notRecruited.length))}{' '}
    {refused.length > 0 && translate(BULK.refused(refused.length))}
  </p>
);

const PreviewList = ({ plan: { changed, refused } }: { plan: BulkPlan }) => (
  <>
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
  </>
);
