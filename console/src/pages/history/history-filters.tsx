import type { Bilingual } from '../../../../contract/bilingual.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../../../contract/history.ts';
import type { GroupAuthorView, HistoryAuthorsView } from '../../../../server/history/views.ts';
import { optionsOf, Select } from '../../components/controls.tsx';
import { toAuthorFilter } from '../../history/history-query.ts';
import { nameAuthor } from '../../history/name-author.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { describeRevoked } from './describe-revoked.ts';
import { changeHistoryFilter, historyFilter } from './history-filter.ts';
import styles from './history-filters.module.css';
import { StudentFilter } from './student-filter.tsx';

type Authors = HistoryAuthorsView['authors'];

/** By whom, which student and what kind, all in the address of the page. */
export const HistoryFilters = ({
  authors,
  isShownOnPhones,
}: {
  authors: Authors;
  isShownOnPhones: boolean;
}) => (
  <search class={`${styles.filters} ${isShownOnPhones ? '' : styles.closed}`}>
    <StudentFilter />
    <AuthorSelect authors={authors} />
    <Select
      label={HISTORY.kind}
      any={HISTORY.anyKind}
      options={optionsOf(CHANGE_KINDS, HISTORY.kinds)}
      value={historyFilter.value.kind}
      onChoose={(kind: ChangeKind | undefined) => changeHistoryFilter({ kind })}
    />
  </search>
);

function AuthorSelect({ authors }: { authors: Authors }) {
  const { author } = historyFilter.value;
  const known = authors.map((one) => ({ value: toAuthorFilter(one), one }));
  const keys = known.filter(({ one }) => one.kind === 'key');
  const browsers = known.filter(({ one }) => one.kind === 'console');
  const operators = known.filter(({ one }) => one.kind === 'operator');
  const isListed = author === undefined || known.some(({ value }) => value === author);
  return (
    <select
      aria-label={translate(HISTORY.author)}
      value={author ?? ''}
      onChange={({ currentTarget: { value } }) =>
        changeHistoryFilter({ author: value === '' ? undefined : value, since: undefined })
      }
    >
      <option value="">{translate(HISTORY.anyAuthor)}</option>
      {!isListed && <option value={author}>{translate(nameUnknown(author))}</option>}
      {keys.length > 0 && (
        <optgroup label={translate(KEYS.title)}>
          {keys.map(({ value, one }) => (
            <option key={value} value={value}>
              {describeAuthor(one)}
            </option>
          ))}
        </optgroup>
      )}
      {browsers.length > 0 && (
        <optgroup label={translate(HISTORY.browsers)}>
          {browsers.map(({ value, one }) => (
            <option key={value} value={value}>
              {describeAuthor(one)}
            </option>
          ))}
        </optgroup>
      )}
      {operators.map(({ value, one }) => (
        <option key={value} value={value}>
          {describeAuthor(one)}
        </option>
      ))}
    </select>
  );
}

/** An author of the address who has no changes that are kept, or whose name is not there yet. */
function nameUnknown(author: string): Bilingual {
  if (author === 'operator') return HISTORY.operator;
  if (author === 'console') return HISTORY.browsers;
  return author.startsWith('key:') ? HISTORY.otherKey : HISTORY.otherBrowser;
}

function describeAuthor(author: GroupAuthorView): string {
  const name = translate(nameAuthor(author));
  const revoked = describeRevoked(author);
  return revoked ? `${name} (${translate(revoked)})` : name;
}
