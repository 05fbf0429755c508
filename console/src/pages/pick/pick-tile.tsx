import { useComputed } from '@preact/signals';
import type { CatalogueStudent } from '../../../../client/catalogue.ts';
import { rankStars, starsOfRank } from '../../../../contract/star-rank.ts';
import { splitName } from '../../../../game/student-name.ts';
import { Icon } from '../../components/icon.tsx';
import { Star } from '../../components/stars.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { nameLanguage } from '../../preferences.ts';
import { labelOf } from '../../roster/attribute-labels.ts';
import { Portrait } from '../../roster/portrait.tsx';
import type { ShownStudent } from '../../roster/roster-store.ts';
import { NewMark } from '../../roster/student-mark.tsx';
import { PICK } from '../../texts/pick-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { picks } from './pick-state.ts';
import styles from './pick-tile.module.css';

/** A student with the stars that are picked, or with those that are recorded. Renders alone. */
export function PickTile({ shown: { student, state } }: { shown: ShownStudent }) {
  const { studentUid, attributes } = student;
  const picked = useComputed(() => picks.value.get(studentUid) ?? 0);
  const isOwned = state.value !== null;
  const rank = state.value === null ? picked.value : rankStars(state.value);
  return (
    <button
      type="button"
      tabIndex={-1}
      data-student={studentUid}
      class={styles.tile}
      aria-pressed={isOwned ? undefined : rank > 0}
      aria-disabled={isOwned}
      aria-description={labelOf('school', attributes.school)}
    >
      <Portrait student={student} />
      <span class={styles.news}>
        <NewMark student={student} />
      </span>
      <TwoLineName student={student} />
      {rank > 0 && <StarCount rank={rank} />}
      {isOwned && (
        <span class={styles.owned}>
          <Icon name="check" />
          <span class="visually-hidden">{translate(PICK.registered)}</span>
        </span>
      )}
    </button>
  );
}

/** The name, and on its own line what the student wears. */
function TwoLineName({ student }: { student: CatalogueStudent }) {
  const { own, costume } = splitName(nameOfStudent(student));
  return (
    <span class={styles.name} lang={nameLanguage()}>
      <strong>{own}</strong>
      {costume !== undefined && <small> {costume}</small>}
    </span>
  );
}

function StarCount({ rank }: { rank: number }) {
  const { tier, weaponTier } = starsOfRank(rank);
  return (
    <span class={styles.stars}>
      <span class="visually-hidden">{translate(ROSTER.starsOf(tier, weaponTier))}</span>
      <Star isOfWeapon={weaponTier > 0} />
      <b aria-hidden="true">{weaponTier || tier}</b>
    </span>
  );
}
