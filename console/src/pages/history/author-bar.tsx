import { useId } from 'preact/hooks';
import type { HistoryAuthorsView } from '../../../../server/history/views.ts';
import { ActionButton } from '../../components/form-fields.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useAction } from '../../components/use-action.ts';
import { type HistoryFilter, toAuthorFilter } from '../../history/history-query.ts';
import { nameAuthor } from '../../history/name-author.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './author-bar.module.css';
import { describeRevoked } from './describe-revoked.ts';
import { changeHistoryFilter } from './history-filter.ts';
import { toLocalDay } from './local-time.ts';
import { openTakeBack } from './take-back-state.ts';

interface AuthorBarProps {
  filter: HistoryFilter;
  authors: HistoryAuthorsView['authors'];
}

/** Takes back everything that the chosen author did since a day. */
export function AuthorBar({ filter, authors }: AuthorBarProps) {
  const id = useId();
  const author = authors.find((one) => toAuthorFilter(one) === filter.author);
  const takeBack = useAction(async () => {
    if (author !== undefined) await openTakeBack({ kind: 'author', author, filter });
  });
  if (author === undefined) return null;
  const revoked = describeRevoked(author);
  return (
    <>
      <div class={styles.bar}>
        <p>
          <strong>{translate(HISTORY.authorTitle(translate(nameAuthor(author))))}</strong>
          {revoked && <span class="pill">{translate(revoked)}</span>}
          {author.kind === 'key' && !author.isRevoked && (
            <PageLink to="connections">{translate(HISTORY.manageKey)}</PageLink>
          )}
        </p>
        <div class={styles.actions}>
          <label for={id}>{translate(HISTORY.since)}</label>
          <input
            id={id}
            type="date"
            class="input"
            max={toLocalDay(Date.now())}
            value={filter.since ?? ''}
            onChange={({ currentTarget: { value } }) =>
              changeHistoryFilter({ since: value === '' ? undefined : value })
            }
          />
          <ActionButton
            class="small quiet"
            pending={takeBack.pending.value}
            onClick={() => void takeBack.run()}
          >
            {translate(HISTORY.takeBackAll[author.kind])}
          </ActionButton>
        </div>
      </div>
      <ErrorMessage error={takeBack.error.value} />
    </>
  );
}
