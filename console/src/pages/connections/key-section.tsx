import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import type { KeyView } from '../../../../server/keys/views.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ConnectionRows, EndedList, splitByEnd } from './connection-list.tsx';
import { KeyRow } from './key-row.tsx';

interface KeySectionProps {
  keys: readonly KeyView[];
  /** What each key has changed, by ID. */
  writtenBy: ReadonlyMap<string, HistoryAuthorView>;
  onIssue: () => void;
  onAct: (action: 'rotate' | 'revoke', key: KeyView) => void;
}

/** The keys that the player has made by hand. */
export function KeySection({ keys, writtenBy, onIssue, onAct }: KeySectionProps) {
  const { active, ended } = splitByEnd(keys);
  const renderRow = (key: KeyView) => (
    <KeyRow key={key.keyId} apiKey={key} written={writtenBy.get(key.keyId)} onAct={onAct} />
  );
  const issueButton = (
    <button type="button" class="button quiet" onClick={onIssue}>
      <Icon name="plus" />
      <span>{translate(KEYS.newKey)}</span>
    </button>
  );
  return (
    <section aria-labelledby="keys">
      <div class="section-heading">
        <h2 id="keys">{translate(KEYS.title)}</h2>
        {active.length > 0 && issueButton}
      </div>
      {active.length === 0 ? (
        <EmptyState icon="key" title={translate(KEYS.empty)} text={translate(KEYS.emptyText)}>
          {issueButton}
        </EmptyState>
      ) : (
        <>
          <p class="hint">{translate(KEYS.intro)}</p>
          <ConnectionRows>{active.map(renderRow)}</ConnectionRows>
        </>
      )}
      <EndedList summary={translate(KEYS.endedKeys(ended.length))} rows={ended.map(renderRow)} />
    </section>
  );
}
