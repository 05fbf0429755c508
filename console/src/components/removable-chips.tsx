import chipStyles from './chips.module.css';
import { focusNeighbour } from './focus-neighbour.ts';
import { Icon } from './icon.tsx';
import styles from './removable-chips.module.css';

interface Props {
  chips: readonly { readonly key: string; readonly text: string; readonly removal: string }[];
  remove: (key: string) => void;
  /** Takes the focus to where it goes from the last of them. */
  focusAfterLast?: () => void;
}

/** What is chosen, each a button that removes it. */
export const RemovableChips = ({ chips, remove, focusAfterLast }: Props) =>
  chips.length === 0 ? null : (
    <div class={chipStyles.chips}>
      <ul class={styles.list}>
        {chips.map(({ key, text, removal }) => (
          <li key={key}>
            <button
              type="button"
              aria-label={removal}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget, currentTarget.closest('ul'), focusAfterLast);
                remove(key);
              }}
            >
              {text}
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
