import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { historyApi } from '../../api/history-api.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { setTo, toggle } from '../../components/set-to.ts';
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
    <Section
      id="changes"
      title={HISTORY.changes}
      heading={heading}
      action={
        !isEmpty && (
          <Buttons>
            <Button
              size="small"
              class={styles.filters}
              icon="filter"
              text={FILTERS.title}
              aria-expanded={areFiltersShown.value}
              onClick={toggle(areFiltersShown)}
            />
            <Button size="small" icon="history" text={HISTORY.restore} onClick={setTo(isRestoring, true)} />
          </Buttons>
        )
      }
    >
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
          {translate(HISTORY.oneGroup)} <Button look="text" text={HISTORY.showAll} onClick={showAllChanges} />
        </p>
      )}
      <ChangeList key={query} accountId={accountId} filter={filter} />
      {isRestoring.value && <RestoreDialog onClose={setTo(isRestoring, false)} />}
    </Section>
  );
}
