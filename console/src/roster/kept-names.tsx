import { nameOfStudent } from '../components/student-name.tsx';
import { nameLanguage } from '../preferences.ts';
import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../texts/translate.ts';
import type { KeptStudent } from './find-kept-students.ts';

const SHOWN_NAMES = 6;

/** Whom the catalogue has by now. */
export const KeptNames = ({ kept }: { kept: readonly KeptStudent[] }) => (
  <>
    <span lang={nameLanguage()}>
      {kept
        .slice(0, SHOWN_NAMES)
        .map(({ student }) => nameOfStudent(student))
        .join(', ')}
    </span>{' '}
    {kept.length > SHOWN_NAMES && translate(ROSTER.newOthers(kept.length - SHOWN_NAMES))}
  </>
);
