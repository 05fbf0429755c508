import type { Bilingual } from '../../../../contract/bilingual.ts';
import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import { PageLink } from '../../components/page-link.tsx';
import { RelativeTime } from '../../components/time-text.tsx';
import { toQuery } from '../../history/history-query.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './written-link.module.css';

interface Props {
  keyId: string;
  written: HistoryAuthorView;
  text: (groups: number) => Bilingual;
}

/** How often a key has changed something, and the way to that in the history. */
export const WrittenLink = ({ keyId, written, text }: Props) => (
  <span class={styles.written}>
    <PageLink to="history" query={keyQuery(keyId)} text={text(written.groups)} /> ·{' '}
    {translate(KEYS.lastWritten)} <RelativeTime at={written.lastAt} />
  </span>
);

/** The address of what the key has changed. */
export const keyQuery = (keyId: string): string => toQuery({ author: `key:${keyId}` });
