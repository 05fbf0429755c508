import { useSignal } from '@preact/signals';
import type { HistoryAuthorView } from '../../../../server/history/history-views.ts';
import type { IssuedKeyView, KeyView } from '../../../../server/keys/key-views.ts';
import { consoleApi } from '../../api/console-api.ts';
import { historyApi } from '../../api/history-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { setTo } from '../../components/set-to.ts';
import { useResource } from '../../components/use-resource.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { KEYS } from '../../texts/keys-texts.ts';
import { translate } from '../../texts/translate.ts';
import { IssueKeyDialog } from './issue-key-dialog.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import { stateOfKey } from './key-state.ts';
import { RateLimits } from './rate-limits.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** The dialog that is open, with what it is about. */
type OpenDialog =
  | { action: 'issue' }
  | { action: 'rotate' | 'revoke'; key: KeyView }
  | { action: 'show'; issued: IssuedKeyView; replaced?: KeyView };

export function KeysPage() {
  const [keys, reload] = useResource(consoleApi.listKeys);
  const accountId = currentAccountId();
  // Without it the page does all but tell what a key has changed.
  const [authors] = useResource(async () => (await historyApi.listAuthors(accountId)).authors);
  const writtenBy = new Map<string, HistoryAuthorView>(
    (authors.value.value ?? []).flatMap((author) =>
      author.kind === 'key' ? [[author.id, author] as const] : [],
    ),
  );
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const close = () => {
    dialog.value = undefined;
  };
  const finish = (next?: OpenDialog) => {
    dialog.value = next;
    void reload();
  };
  const { value: all, error } = keys.value;
  const open = dialog.value;
  return (
    <>
      <PageHeading title={translate(KEYS.title)}>
        <p>{translate(KEYS.intro)}</p>
      </PageHeading>
      {all === undefined ? (
        <Pending rows={3} error={error} onRetry={reload} />
      ) : (
        <KeyList
          keys={all}
          writtenBy={writtenBy}
          onIssue={setTo(dialog, { action: 'issue' })}
          onAct={(action, key) => {
            dialog.value = { action, key };
          }}
        />
      )}
      <RateLimits />
      {open?.action === 'issue' && (
        <IssueKeyDialog onClose={close} onIssued={(issued) => finish({ action: 'show', issued })} />
      )}
      {open?.action === 'rotate' && (
        <RotateKeyDialog
          apiKey={open.key}
          onClose={close}
          onRotated={({ replaced, ...issued }) => finish({ action: 'show', issued, replaced })}
        />
      )}
      {open?.action === 'revoke' && (
        <RevokeKeyDialog
          apiKey={open.key}
          hasWritten={writtenBy.has(open.key.keyId)}
          onClose={close}
          onRevoked={() => finish()}
        />
      )}
      {open?.action === 'show' && (
        <IssuedKeyDialog issued={open.issued} replaced={open.replaced} onClose={close} />
      )}
    </>
  );
}

interface KeyListProps {
  keys: readonly KeyView[];
  /** What each key has changed, by ID. */
  writtenBy: ReadonlyMap<string, HistoryAuthorView>;
  onIssue: () => void;
  onAct: (action: 'rotate' | 'revoke', key: KeyView) => void;
}

function KeyList({ keys, writtenBy, onIssue, onAct }: KeyListProps) {
  const newestFirst = keys.toSorted((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt));
  const active = newestFirst.filter((key) => !stateOfKey(key).isEnded);
  const ended = newestFirst.filter((key) => stateOfKey(key).isEnded);
  const issueButton = (
    <button type="button" class="button primary" onClick={onIssue}>
      <Icon name="plus" />
      <span>{translate(KEYS.newKey)}</span>
    </button>
  );
  return (
    <section aria-labelledby="active-keys">
      <div class={active.length > 0 ? 'section-heading' : 'visually-hidden'}>
        <h2 id="active-keys">{translate(KEYS.activeKeys(active.length))}</h2>
        {active.length > 0 && issueButton}
      </div>
      {active.length === 0 ? (
        <EmptyState icon="keys" title={translate(KEYS.empty)} text={translate(KEYS.emptyText)}>
          {issueButton}
        </EmptyState>
      ) : (
        <ul class="rows">
          {active.map((key) => (
            <KeyRow key={key.keyId} apiKey={key} written={writtenBy.get(key.keyId)} onAct={onAct} />
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <details>
          <summary>{translate(KEYS.endedKeys(ended.length))}</summary>
          <ul class="rows">
            {ended.map((key) => (
              <KeyRow key={key.keyId} apiKey={key} written={writtenBy.get(key.keyId)} onAct={onAct} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
