import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import type { Notice } from '../../../../client/formats/index.ts';
import { MAX_STAR_RANK } from '../../../../contract/star-rank.ts';
import { nameStarRank } from '../../../../game/name-stars.ts';
import { Select } from '../../components/controls.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { useAction } from '../../components/use-action.ts';
import { studentsByUid } from '../../roster/catalogue-state.ts';
import { Portrait } from '../../roster/portrait.tsx';
import { describeNotice } from '../../texts/import-texts.ts';
import { SHEET } from '../../texts/sheet-texts.ts';
import { translate } from '../../texts/translate.ts';
import { openReview } from './import-state.ts';
import { givenStars, giveStars, type ImportReview, listStarless, noticesOf } from './review-state.ts';
import styles from './unread-stars.module.css';

/** New students whose stars cannot be read wait for the player to say them. */
export function UnreadStars({ review }: { review: ImportReview }) {
  const { prune, lower } = review;
  const give = useAction(async (studentUid: string, rank: number | undefined) => {
    giveStars(studentUid, rank);
    await openReview({ prune, lower });
  });
  const students = listStarless(review).flatMap((uid) => studentsByUid.value.get(uid) ?? []);
  if (students.length === 0) return null;
  return (
    <section class={styles.students} aria-labelledby="unread-stars">
      <h3 id="unread-stars">{translate(SHEET.starsTitle(students.length))}</h3>
      <p class="hint">{translate(SHEET.starsText)}</p>
      <ul>
        {students.map((student) => (
          <li key={student.studentUid}>
            <StarsField student={student} give={(rank) => void give.run(student.studentUid, rank)} />
          </li>
        ))}
      </ul>
      <ErrorMessage error={give.error.value} />
    </section>
  );
}

const isAboutStars = ({ field, code }: Notice): boolean =>
  code === 'value_left_out' && (field === 'tier' || field === 'weaponTier' || field === 'weaponLevel');

interface FieldProps {
  student: CatalogueStudent;
  give: (rank: number | undefined) => void;
}

/** From the stars with which the student is recruited. */
function StarsField({ student, give }: FieldProps) {
  const { studentUid, attributes } = student;
  const first = attributes.star ?? 1;
  const ranks = Array.from({ length: MAX_STAR_RANK - first + 1 }, (_, at) => first + at);
  const name = nameOfStudent(student);
  return (
    <>
      <Portrait student={student} />
      <strong>{name}</strong>
      <Select
        label={SHEET.starsOf(name)}
        any={SHEET.noStars}
        options={ranks.map((rank) => ({ value: String(rank), label: translate(nameStarRank(rank)) }))}
        value={givenStars.value.get(studentUid)?.toString()}
        onChoose={(rank) => give(rank === undefined ? undefined : Number(rank))}
      />
      <span class="hint">
        {noticesOf(studentUid)
          .filter(isAboutStars)
          .map((notice) => translate(describeNotice(notice)))
          .join(' ')}
      </span>
    </>
  );
}
