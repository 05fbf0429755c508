import { chooseUnreleased, showsUnreleased } from '../../preferences.ts';
import { isAvailable } from '../../roster/released-students.ts';
import { rosterEntries } from '../../roster/roster-store.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './unreleased-switch.module.css';

/** Shows the students who are not out on the player's server, if there are any. */
export function UnreleasedSwitch() {
  const count = rosterEntries().filter((entry) => !isAvailable(entry)).length;
  if (count === 0) return null;
  return (
    <label class={styles.switch}>
      <input
        type="checkbox"
        checked={showsUnreleased.value}
        onChange={({ currentTarget }) => chooseUnreleased(currentTarget.checked)}
      />
      {translate(ROSTER.unreleased(count))}
    </label>
  );
}
