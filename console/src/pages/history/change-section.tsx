import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { historyApi } from '../../api/history-api.ts';
import { Icon } from '../../components/icon.tsx';
import { setTo } from '../../components/set-to.ts';
import { useResource } from '../../components/use-resource.ts';
import { toQuery } from '../../history/history-query.ts';
import { FILTERS } from '../../texts/attribute-texts.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { AuthorBar } from './author-bar.tsx';
import { ChangeList } from './change-list.tsx';
import styles from './change-section.module.css';
import { historyFilter } from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { showAllChanges, writer } from './take-back-state.ts';

/** The changes with their filters. Says so if there are none at all, or if the server keeps none. */
export function ChangeSection({ accountId }: { accountId: string }) {
  const [authors] = useResource(async () => (await historyApi.listAuthors(accountId)).authors);
  const isRestoring = useSignal(false);
  const areFiltersShown = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const filter = historyFilter.value;
  const query = toQuery(filter);
  useLayoutEffect(() => {
    // The player comes back from a plan or from one filter, whose focus is gone.
    if (!writer.isStepNew.peek()) return;
    writer.isStepNew.value = false;
    heading.current?.focus();
  }, [query]);
  const isFiltered = query !== '';
  const isEmpty = authors.value.value?.length === 0 && !isFiltered;
  return (
    <section aria-labelledby="changes">
      <div class="section-heading">
        <h2 id="changes" ref={heading} tabIndex={-1}>
          {translate(HISTORY.changes)}
        </h2>
        {!isEmpty && (
          <div class="buttons">
            <button
              type="button"
              class={`button small quiet ${styles.filters}`}
              aria-expanded={areFiltersShown.value}
              onClick={() => {
                areFiltersShown.value = !areFiltersShown.peek();
              }}
            >
              <Icon name="filter" />
              <span>{translate(FILTERS.title)}</span>
            </button>
            <button type="button" class="button small quiet" onClick={setTo(isRestoring, true)}>
              <Icon name="history" />
              <span>{translate(HISTORY.restore)}</span>
            </button>
          </div>
        )}
      </div>
      {!isEmpty && (
        <HistoryFilters
          authors={authors.value.value ?? []}
          isShownOnPhones={areFiltersShown.value || isFiltered}
        />
      )}
      {filter.group === undefined ? (
        filter.author !== undefined && <AuthorBar filter={filter} authors={authors.value.value ?? []} />
      ) : (
        <p class={styles.oneGroup}>
          {translate(HISTORY.oneGroup)}{' '}
          <button type="button" class="text-button small" onClick={showAllChanges}>
            {translate(HISTORY.showAll)}
          </button>
        </p>
      )}
      <ChangeList key={query} accountId={accountId} filter={filter} />
      {isRestoring.value && <RestoreDialog onClose={setTo(isRestoring, false)} />}
    </section>
  );
}
