import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CHANGES } from '../../texts/change-texts.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { showAllChanges } from './take-back-state.ts';

/** In place of the list. */
export const EmptyHistory = ({ isOn, isFiltered }: { isOn: boolean; isFiltered: boolean }) => (
  <EmptyState
    icon={isOn ? 'history' : 'information'}
    title={!isOn ? HISTORY.off : isFiltered ? HISTORY.nothingFound : HISTORY.empty}
    text={!isOn ? HISTORY.offText : isFiltered ? HISTORY.nothingFoundText : HISTORY.emptyText}
  >
    {isOn && isFiltered ? (
      <Button text={ROSTER.clearFilters} onClick={showAllChanges} />
    ) : (
      <PageLink to="roster" look="quiet" text={CHANGES.openRoster} />
    )}
  </EmptyState>
);
