import { useSignal } from '@preact/signals';
import type { HistoryAuthorView } from '../../../../server/history/views.ts';
import type { IssuedKeyView, KeyView } from '../../../../server/keys/views.ts';
import { historyApi } from '../../api/history-api.ts';
import { keyApi } from '../../api/key-api.ts';
import { isApp } from '../../components/connected-app.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { setTo } from '../../components/set-to.ts';
import { useResource } from '../../components/use-resource.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';
import { AppSection } from './app-section.tsx';
import { EndDialog, type Ended } from './end-dialog.tsx';
import { IssueKeyDialog } from './issue-key-dialog.tsx';
import { IssuedKeyDialog } from './issued-key-dialog.tsx';
import { KeySection } from './key-section.tsx';
import { RateLimits } from './rate-limits.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** The dialog that is open, with what it is about. */
type OpenDialog =
  | { action: 'issue' }
  | { action: 'rotate'; key: KeyView }
  | { action: 'end'; keys: Ended }
  | { action: 'show'; issued: IssuedKeyView; replaced?: KeyView };

export function ConnectionsPage() {
  const [keys, reload] = useResource(keyApi.listKeys);
  const accountId = currentAccountId();
  // Without it the page does all but tell what a key has changed.
  const [authors] = useResource(async () => (await historyApi.listAuthors(accountId)).authors);
  const writtenBy = new Map<string, HistoryAuthorView>(
    (authors.value.value ?? []).flatMap((author) =>
      author.kind === 'key' ? [[author.id, author] as const] : [],
    ),
  );
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const close = setTo(dialog, undefined);
  const finish = (next?: OpenDialog) => {
    dialog.value = next;
    void reload();
  };
  const { value: all, error } = keys.value;
  const open = dialog.value;
  return (
    <>
      <PageHeading title={COMMON.connections} intro={CONNECTIONS.intro} />
      {all === undefined ? (
        <Pending rows={3} error={error} onRetry={reload} />
      ) : (
        <>
          <AppSection
            apps={all.filter(isApp)}
            writtenBy={writtenBy}
            onDisconnect={(connections) => {
              dialog.value = { action: 'end', keys: connections };
            }}
            onChanged={() => void reload()}
          />
          <KeySection
            keys={all.filter((key) => !isApp(key))}
            writtenBy={writtenBy}
            onIssue={setTo(dialog, { action: 'issue' })}
            onAct={(action, key) => {
              dialog.value = action === 'end' ? { action, keys: [key] } : { action, key };
            }}
          />
        </>
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
      {open?.action === 'end' && (
        <EndDialog
          ended={open.keys}
          hasWritten={open.keys.some(({ keyId }) => writtenBy.has(keyId))}
          onClose={close}
          onEnded={() => finish()}
        />
      )}
      {open?.action === 'show' && (
        <IssuedKeyDialog issued={open.issued} replaced={open.replaced} onClose={close} />
      )}
    </>
  );
}
