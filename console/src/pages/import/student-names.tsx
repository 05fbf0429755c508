import { computed } from '@preact/signals';
import { nameLanguage } from '../../preferences.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { IMPORT } from '../../texts/import-texts.ts';
import { translate } from '../../translate.ts';
import { review } from './review-state.ts';

/** The names that the text itself has. */
const namesInText = computed(
  () => new Map(review.value?.roster.students.map(({ studentUid, name }) => [studentUid, name])),
);

/** In the language of student names; that of the text, or the UID, where the catalogue lacks the student. */
export function StudentName({ uid, name }: { uid: string; name?: string | undefined }) {
  const known = studentsByUid.value.get(uid);
  if (known !== undefined) return <span lang={nameLanguage()}>{known.names[nameLanguage()]}</span>;
  const own = [name ?? namesInText.value.get(uid), uid].filter(Boolean).join(' · ');
  return <span class="foreign-name">{own === '' ? translate(IMPORT.noName) : own}</span>;
}
