import { useId } from 'preact/hooks';
import type { HistoryAuthorsView } from '../../../../server/history/views.ts';
import { Button } from '../../components/button.tsx';
import { Input } from '../../components/controls.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Pill } from '../../components/pill.tsx';
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
          {revoked && <Pill text={revoked} />}
          {author.kind === 'key' && !author.isRevoked && (
            <PageLink to="connections" text={HISTORY.manageKey} />
          )}
        </p>
        <div class={styles.actions}>
          <label for={id}>{translate(HISTORY.since)}</label>
          <Input
            id={id}
            type="date"
            max={toLocalDay(Date.now())}
            value={filter.since ?? ''}
            onChange={({ currentTarget: { value } }) =>
              changeHistoryFilter({ since: value === '' ? undefined : value })
            }
          />
          <Button size="small" text={HISTORY.takeBackAll[author.kind]} action={takeBack} />
        </div>
      </div>
      <ErrorMessage error={takeBack.error.value} />
    </>
  );
}
