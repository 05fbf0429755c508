import { useSignal } from '@preact/signals';
import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { isInCostume, lettersOf } from '../../../game/student-name.ts';
import { setTo } from '../components/set-to.ts';
import { nameOfStudent } from '../components/student-name.tsx';
import styles from './portrait.module.css';
import { arePortraitsPending, portraitUrl } from './portraits.ts';

/**
 * A student's portrait; where the service has none, letters of the name on the colour of the school, with a folded
 * corner for a costume. The box has the same size either way. `undefined` is a student whom the catalogue lacks.
 */
export function Portrait({ student }: { student: CatalogueStudent | undefined }) {
  const failed = useSignal<string | undefined>(undefined);
  const url = student && portraitUrl(student.studentUid);
  const hasImage = url !== undefined && failed.value !== url;
  const name = student && !hasImage && !arePortraitsPending.value ? nameOfStudent(student) : '';
  return (
    <span
      class={styles.portrait}
      aria-hidden="true"
      data-school={student?.attributes.school}
      data-letters={lettersOf(name)}
      data-costume={isInCostume(name)}
    >
      {hasImage && <img src={url} alt="" loading="lazy" decoding="async" onError={setTo(failed, url)} />}
    </span>
  );
}
