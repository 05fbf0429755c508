import { Icon } from '../../components/icon.tsx';
import { layout } from '../../roster/roster-view-state.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './shortcuts.module.css';

const SHORTCUTS_ID = 'roster-shortcuts';

export const toggleShortcuts = (): void => {
  document.getElementById(SHORTCUTS_ID)?.togglePopover();
};

/** The keys of the layout that is shown. */
export const Shortcuts = () => (
  <>
    <button
      type="button"
      class="icon-button keyboard-only"
      popovertarget={SHORTCUTS_ID}
      aria-label={translate(ROSTER.shortcuts)}
      title={`${translate(ROSTER.shortcuts)} (?)`}
    >
      <Icon name="keyboard" />
    </button>
    <div id={SHORTCUTS_ID} popover="auto" class={styles.shortcuts}>
      <h3>{translate(ROSTER.shortcuts)}</h3>
      <dl>
        {[...ROSTER.shortcutList[layout.value], ...ROSTER.shortcutList.everywhere].map(([keys, does]) => (
          <div key={keys} class={styles.shortcut}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{translate(does)}</dd>
          </div>
        ))}
      </dl>
    </div>
  </>
);
