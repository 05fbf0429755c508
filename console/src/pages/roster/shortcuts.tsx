import { useSignal } from '@preact/signals';
import { Button } from '../../components/button.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './shortcuts.module.css';

const SHORTCUTS_ID = 'roster-shortcuts';

const ShortcutList = lazyPart(async () => (await import('./used-parts.ts')).ShortcutList);

export const toggleShortcuts = (): void => {
  document.getElementById(SHORTCUTS_ID)?.togglePopover();
};

/** The keys of the roster, beside the button that shows them. */
export function Shortcuts() {
  const isOpen = useSignal(false);
  return (
    <>
      <Button
        look="icon"
        class="keyboard-only"
        icon="keyboard"
        type="button"
        popovertarget={SHORTCUTS_ID}
        label={ROSTER.shortcuts}
        title={`${translate(ROSTER.shortcuts)} (?)`}
      />
      <div
        id={SHORTCUTS_ID}
        popover="auto"
        class={styles.shortcuts}
        onBeforeToggle={({ newState }) => {
          isOpen.value = newState === 'open';
        }}
      >
        <h3>{translate(ROSTER.shortcuts)}</h3>
        {isOpen.value && <ShortcutList />}
      </div>
    </>
  );
}
