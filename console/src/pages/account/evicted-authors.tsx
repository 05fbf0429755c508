import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RelativeTime } from '../../components/time-text.tsx';
import { toAuthorFilter, toQuery } from '../../history/history-query.ts';
import { nameAuthor } from '../../history/name-author.ts';
import { ACCOUNT } from '../../texts/account-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './evicted-authors.module.css';

/** What those who were locked out have changed, each with the way to take it back. */
export const EvictedAuthors = ({
  authors,
  onClose,
}: {
  authors: readonly HistoryAuthorView[];
  onClose: () => void;
}) => (
  <Dialog title={ACCOUNT.evictedChanges} onClose={onClose}>
    <p>{translate(ACCOUNT.evictedChangesText)}</p>
    <ul class={styles.evicted}>
      {authors.map((author) => (
        <li key={toAuthorFilter(author)}>
          <PageLink
            to="history"
            query={toQuery({ author: toAuthorFilter(author) })}
            text={nameAuthor(author)}
          />{' '}
          <span>
            {translate(ACCOUNT.evictedGroups(author.groups))} <RelativeTime at={author.lastAt} />
          </span>
        </li>
      ))}
    </ul>
    <DialogButtons>
      <Button look="primary" text={COMMON.close} onClick={onClose} />
    </DialogButtons>
  </Dialog>
);
