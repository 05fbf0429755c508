import { GAME_SERVERS } from '../../../../game/attributes.ts';
import { Button, Buttons, buttonClass } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { useAction } from '../../components/use-action.ts';
import { chooseGameServer, chosenGameServer } from '../../roster/game-server.ts';
import { isAvailable } from '../../roster/released-students.ts';
import { rosterEntries } from '../../roster/roster-store.ts';
import { readPicks } from '../../roster/stored-picks.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { START } from '../../texts/start-texts.ts';
import { translate } from '../../texts/translate.ts';
import { SEARCH_FIELD_ID } from './search-field.tsx';
import styles from './start-section.module.css';

/** The ways to fill a roster that has no students, and what they depend on. */
export function StartSection() {
  const picks = readPicks(currentAccountId());
  const picked = rosterEntries().filter(
    (entry) => picks.has(entry.student.studentUid) && isAvailable(entry),
  ).length;
  return (
    <Section id="start" title={START.title} class={styles.start}>
      <ServerQuestion />
      <ul>
        <li>
          <Icon name="grid" />
          <h3>{translate(START.pickTitle)}</h3>
          <p>{translate(START.pickText)}</p>
          <PageLink to="pick" look="primary" text={picked === 0 ? START.pick : START.goOn(picked)} />
        </li>
        <li>
          <Icon name="import" />
          <h3>{translate(START.importTitle)}</h3>
          <p>{translate(START.importText)}</p>
          <PageLink to="import" look="quiet" text={START.import} />
        </li>
        <li>
          <span class={styles.stars} aria-hidden="true">
            <b>★★★</b>★★
          </span>
          <h3>{translate(START.tapTitle)}</h3>
          <p>{translate(START.tapText)}</p>
          <a
            class={buttonClass()}
            href={`#${SEARCH_FIELD_ID}`}
            onClick={(event) => {
              event.preventDefault();
              const field = document.getElementById(SEARCH_FIELD_ID);
              field?.scrollIntoView({ block: 'start' });
              field?.focus({ preventScroll: true });
            }}
          >
            {translate(START.tap)}
          </a>
        </li>
      </ul>
    </Section>
  );
}

/** Asked until it is answered. The account keeps the server, but only this device knows that Japan, its default, was chosen. */
function ServerQuestion() {
  const choose = useAction(chooseGameServer);
  const chosen = chosenGameServer();
  return (
    <fieldset class={styles.server}>
      <legend>{translate(START.server)}</legend>
      <Buttons>
        {GAME_SERVERS.map((server) => (
          <Button
            key={server}
            text={COMMON.gameServers[server]}
            aria-pressed={server === chosen}
            onClick={() => void choose.run(server)}
          />
        ))}
      </Buttons>
      <p class="hint">{translate(START.serverText)}</p>
      <ErrorMessage error={choose.error.value} />
    </fieldset>
  );
}
