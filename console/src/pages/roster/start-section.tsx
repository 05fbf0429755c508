import { Icon } from '../../components/icon.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { SEARCH_FIELD_ID } from './search-field.tsx';
import styles from './start-section.module.css';

/** The two ways to fill a roster that has no students. */
export const StartSection = () => (
  <section class={styles.start} aria-labelledby="start">
    <h2 id="start">{translate(ROSTER.startTitle)}</h2>
    <ul>
      <li>
        <Icon name="import" />
        <h3>{translate(ROSTER.startImportTitle)}</h3>
        <p>{translate(ROSTER.startImportText)}</p>
        <PageLink to="import" class="button primary">
          {translate(ROSTER.startImport)}
        </PageLink>
      </li>
      <li>
        <span class={styles.stars} aria-hidden="true">
          <b>★★★</b>★★
        </span>
        <h3>{translate(ROSTER.startTapTitle)}</h3>
        <p>{translate(ROSTER.startTapText)}</p>
        <a
          class="button quiet"
          href={`#${SEARCH_FIELD_ID}`}
          onClick={(event) => {
            event.preventDefault();
            const field = document.getElementById(SEARCH_FIELD_ID);
            field?.scrollIntoView({ block: 'start' });
            field?.focus({ preventScroll: true });
          }}
        >
          {translate(ROSTER.startTap)}
        </a>
      </li>
    </ul>
  </section>
);
