import { MAX_STAR_RANK, starsOfRank } from '../../../../contract/star-rank.ts';
import { nameStarRank } from '../../../../game/name-stars.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { nameOfStudent } from '../../components/student-name.tsx';
import { useAction } from '../../components/use-action.ts';
import { findStudent } from '../../roster/roster-store.ts';
import { ATTRIBUTE_LABELS } from '../../texts/attribute-texts.ts';
import { PICK } from '../../texts/pick-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './pick-bar.module.css';
import {
  canUndoPick,
  clearPicks,
  lastPicked,
  picks,
  registrations,
  savePicks,
  saving,
  tapStars,
  undoPick,
} from './pick-state.ts';

/** What a tap gives, and the one save. Stays at the lower edge of the window. */
export function PickBar() {
  const save = useAction(savePicks);
  const count = registrations.value.length;
  const progress = saving.value;
  return (
    <section class={styles.bar} data-bar aria-label={translate(PICK.bar)}>
      <ErrorMessage error={save.error.value} />
      <p class="visually-hidden" role="status">
        {describeLast()}
      </p>
      {progress && (
        <progress
          class={styles.progress}
          aria-label={translate(PICK.saving(progress.done, progress.total))}
          max={Math.max(1, progress.total)}
          value={progress.done}
        />
      )}
      <div class={styles.controls}>
        <StarsSelect />
        <Button
          look="icon"
          icon="undo"
          label={PICK.undoPick}
          title={translate(PICK.undoPick)}
          disabled={!canUndoPick.value}
          onClick={undoPick}
        />
        <Button
          look="icon"
          icon="trash"
          label={PICK.clear}
          title={translate(PICK.clear)}
          disabled={picks.value.size === 0}
          onClick={clearPicks}
        />
        <Button
          look="primary"
          text={PICK.save(count)}
          pending={progress !== undefined}
          disabled={count === 0}
          onClick={() => void save.run()}
        />
      </div>
    </section>
  );
}

function StarsSelect() {
  const ranks = Array.from({ length: MAX_STAR_RANK - 1 }, (_, place) => place + 2);
  return (
    <label class={styles.stars}>
      <span>{translate(PICK.tapGives)}</span>
      <select
        value={tapStars.value}
        onChange={({ currentTarget: { value } }) => {
          tapStars.value = value === 'own' ? value : Number(value);
        }}
      >
        <option value="own">{translate(ATTRIBUTE_LABELS.star)}</option>
        {ranks.map((rank) => (
          <option key={rank} value={rank}>
            {translate(nameStarRank(rank))}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What a screen reader says after a tap. */
function describeLast(): string {
  const uid = lastPicked.value;
  const shown = uid === undefined ? undefined : findStudent(uid);
  const count = translate(PICK.picked(registrations.value.length));
  if (shown === undefined) return count;
  const rank = picks.value.get(shown.student.studentUid);
  const { tier, weaponTier } = starsOfRank(rank ?? 0);
  const stars = translate(rank === undefined ? PICK.notPicked : ROSTER.starsOf(tier, weaponTier));
  return `${nameOfStudent(shown.student)}: ${stars}. ${count}`;
}
