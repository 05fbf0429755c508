import type { StateName } from '../../../../contract/state-fields.ts';
import { StudentName } from '../../components/student-name.tsx';
import type { BulkPlan } from '../../roster/bulk-change.ts';
import { FIELD_LABELS } from '../../texts/field-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../translate.ts';

/** What a change to many students does to each. */
export const BulkPreview = ({ plan: { changed, unchanged, notRecruited, refused } }: { plan: BulkPlan }) => (
  <section class="preview" aria-label={translate(ROSTER.preview)}>
    <p role="status">
      <strong>{translate(ROSTER.willChange(changed.length))}</strong>{' '}
      {unchanged.length > 0 && translate(ROSTER.unchanged(unchanged.length))}{' '}
      {notRecruited.length > 0 && translate(ROSTER.skipped(notRecruited.length))}{' '}
      {refused.length > 0 && translate(ROSTER.refused(refused.length))}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
    <ul tabIndex={0} aria-label={translate(ROSTER.preview)}>
      {refused.map(({ entry: { student }, errors }) => (
        <li key={student.studentUid} class="refused">
          <StudentName student={student} />
          <span class="values">
            {errors.map(({ field }) => translate(FIELD_LABELS[field as StateName])).join(', ')}
          </span>
        </li>
      ))}
      {changed.map(({ entry: { student }, differences }) => (
        <li key={student.studentUid}>
          <StudentName student={student} />
          <span class="values">
            {differences.map(({ field, from, to }) => (
              <span key={field}>
                {translate(FIELD_LABELS[field])} {from ?? '–'} → <b>{to ?? '–'}</b>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
