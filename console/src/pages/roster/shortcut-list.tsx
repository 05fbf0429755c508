import { layout } from '../../roster/roster-view-state.ts';
import { SHORTCUTS } from '../../texts/shortcut-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './shortcuts.module.css';

/** The keys of the layout that is shown. */
export const ShortcutList = () => (
  <dl>
    {[...SHORTCUTS[layout.value], ...SHORTCUTS.everywhere].map(([keys, does]) => (
      <div key={keys} class={styles.shortcut}>
        <dt>
          <kbd>{keys}</kbd>
        </dt>
        <dd>{translate(does)}</dd>
      </div>
    ))}
  </dl>
);
