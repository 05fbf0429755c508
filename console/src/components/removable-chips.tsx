import chipStyles from './chips.module.css';
import { Icon } from './icon.tsx';
import styles from './removable-chips.module.css';

interface Props {
  chips: readonly { readonly key: string; readonly text: string; readonly removal: string }[];
  remove: (key: string) => void;
}

/** What is chosen, each a button that removes it. */
export const RemovableChips = ({ chips, remove }: Props) =>
  chips.length === 0 ? null : (
    <div class={chipStyles.chips}>
      <ul class={styles.list}>
        {chips.map(({ key, text, removal }) => (
          <li key={key}>
            <button type="button" aria-label={removal} onClick={() => remove(key)}>
              {text}
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
