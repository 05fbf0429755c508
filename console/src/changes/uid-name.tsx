import { nameLanguage } from '../preferences.ts';
import { studentsByUid } from '../roster/catalogue-state.ts';
import { CHANGES } from '../texts/change-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './uid-name.module.css';

/** In the language of student names. Where the catalogue lacks the student, `name`, if there is one, and the UID. */
export function UidName({ uid, name }: { uid: string; name?: string | undefined }) {
  const known = studentsByUid.value.get(uid);
  if (known !== undefined) return <span lang={nameLanguage()}>{known.names[nameLanguage()]}</span>;
  const own = [name, uid].filter(Boolean).join(' · ');
  return <span class={styles.foreign}>{own === '' ? translate(CHANGES.noName) : own}</span>;
}
