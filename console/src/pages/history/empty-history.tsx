import { Icon } from '../../components/icon.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { HISTORY } from '../../texts/history-texts.ts';
import { translate } from '../../texts/translate.ts';
import { showAllChanges } from './take-back-state.ts';

/** In place of the list. */
export const EmptyHistory = ({ isOn, isFiltered }: { isOn: boolean; isFiltered: boolean }) => (
  <div class="empty">
    <Icon name={isOn ? 'history' : 'information'} />
    <h3>{translate(!isOn ? HISTORY.off : isFiltered ? HISTORY.nothingFound : HISTORY.empty)}</h3>
    <p>{translate(!isOn ? HISTORY.offText : isFiltered ? HISTORY.nothingFoundText : HISTORY.emptyText)}</p>
    {isOn && isFiltered ? (
      <button type="button" class="button quiet" onClick={showAllChanges}>
        {translate(HISTORY.clearFilters)}
      </button>
    ) : (
      <PageLink to="roster" class="button quiet">
        {translate(HISTORY.openRoster)}
      </PageLink>
    )}
  </div>
);
