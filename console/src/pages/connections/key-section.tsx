import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import type { KeyView } from '../../../../server/keys/views.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { ConnectionRows, EndedList, splitByEnd } from './connection-list.tsx';
import { KeyRow } from './key-row.tsx';

interface KeySectionProps {
  keys: readonly KeyView[];
  /** What each key has changed, by ID. */
  writtenBy: ReadonlyMap<string, HistoryAuthorView>;
  onIssue: () => void;
  onAct: (action: 'rotate' | 'end', key: KeyView) => void;
}

/** The keys that the player has made by hand. */
export function KeySection({ keys, writtenBy, onIssue, onAct }: KeySectionProps) {
  const { active, ended } = splitByEnd(keys);
  const renderRow = (key: KeyView) => (
    <KeyRow key={key.keyId} apiKey={key} written={writtenBy.get(key.keyId)} onAct={onAct} />
  );
  const issueButton = <Button icon="plus" text={KEYS.newKey} onClick={onIssue} />;
  return (
    <Section id="keys" title={KEYS.title} action={active.length > 0 && issueButton}>
      {active.length === 0 ? (
        <EmptyState icon="key" title={KEYS.empty} text={KEYS.emptyText}>
          {issueButton}
        </EmptyState>
      ) : (
        <>
          <p class="hint">{translate(KEYS.intro)}</p>
          <ConnectionRows>{active.map(renderRow)}</ConnectionRows>
        </>
      )}
      <EndedList summary={translate(KEYS.endedKeys(ended.length))} rows={ended.map(renderRow)} />
    </Section>
  );
}
