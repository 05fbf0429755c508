import { useSignal } from '@preact/signals';
import type { CatalogueStudent } from '../../../client/catalogue.ts';
import { setTo } from '../components/set-to.ts';
import { nameOfStudent } from '../components/student-name.tsx';
import styles from './portrait.module.css';
import { arePortraitsPending, portraitUrl } from './portraits.ts';

/**
 * A student's portrait; where the service has none, the first letter of the name on the colour of the school. The box
 * has the same size either way. `undefined` is a student whom the catalogue lacks.
 */
export function Portrait({ student }: { student: CatalogueStudent | undefined }) {
  const failed = useSignal<string | undefined>(undefined);
  const url = student && portraitUrl(student.studentUid);
  const hasImage = url !== undefined && failed.value !== url;
  const [letter] = student && !hasImage && !arePortraitsPending.value ? nameOfStudent(student) : '';
  return (
    <span
      class={styles.portrait}
      aria-hidden="true"
      data-school={student?.attributes.school}
      data-letter={letter}
    >
      {hasImage && <img src={url} alt="" loading="lazy" decoding="async" onError={setTo(failed, url)} />}
    </span>
  );
}
