import { EmptyState } from '../../components/empty-state.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CHANGES } from '../../texts/change-texts.ts';
import { HISTORY } from '../../texts/history-texts.ts';
import { ROSTER } from '../../texts/roster-texts.ts';
import { translate } from '../../texts/translate.ts';
import { showAllChanges } from './take-back-state.ts';

/** In place of the list. */
export const EmptyHistory = ({ isOn, isFiltered }: { isOn: boolean; isFiltered: boolean }) => (
  <EmptyState
    icon={isOn ? 'history' : 'information'}
    title={translate(!isOn ? HISTORY.off : isFiltered ? HISTORY.nothingFound : HISTORY.empty)}
    text={translate(!isOn ? HISTORY.offText : isFiltered ? HISTORY.nothingFoundText : HISTORY.emptyText)}
  >
    {isOn && isFiltered ? (
      <button type="button" class="button quiet" onClick={showAllChanges}>
        {translate(ROSTER.clearFilters)}
      </button>
    ) : (
      <PageLink to="roster" class="button quiet">
        {translate(CHANGES.openRoster)}
      </PageLink>
    )}
  </EmptyState>
);
