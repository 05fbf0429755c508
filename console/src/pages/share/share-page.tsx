import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MAX_SHARES } from '../../../../contract/shares.ts';
import type { ShareView } from '../../../../server/shares/share-views.ts';
import { shareApi } from '../../api/share-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { showToast } from '../../components/toast.tsx';
import { useResource } from '../../components/use-resource.ts';
import { studentsToShare } from '../../roster/roster-view-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { DeleteShareDialog } from './delete-share-dialog.tsx';
import { RenewShareDialog } from './renew-share-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { type ShareAction, ShareList } from './share-list.tsx';
import { ShareReadyDialog } from './share-ready-dialog.tsx';

/** The dialog that is open, with what it is about. */
type OpenDialog =
  | { action: 'create'; chosen?: readonly string[] | undefined }
  | { action: ShareAction; share: ShareView }
  | { action: 'ready' | 'renewed'; share: ShareView };

export function SharePage() {
  const accountId = currentAccountId();
  const [resource, reload] = useResource(() => shareApi.listShares(accountId));
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const { value: shares, error } = resource.value;
  const isLoaded = shares !== undefined;
  useEffect(() => {
    const chosen = studentsToShare.peek();
    if (!isLoaded || chosen === undefined) return;
    studentsToShare.value = undefined;
    dialog.value = { action: 'create', chosen };
  }, [isLoaded]);
  const finish = async (next?: OpenDialog) => {
    await reload();
    dialog.value = next;
  };
  const close = () => {
    dialog.value = undefined;
  };
  const isFull = shares !== undefined && shares.length >= MAX_SHARES;
  const newButton = (
    <button
      type="button"
      class="button primary"
      aria-disabled={isFull}
      onClick={() => {
        if (!isFull) dialog.value = { action: 'create' };
      }}
    >
      <Icon name="plus" />
      <span>{translate(SHARE.newLink)}</span>
    </button>
  );
  const open = dialog.value;
  return (
    <>
      <PageHeading title={translate(SHARE.title)}>
        <p>{translate(SHARE.intro)}</p>
      </PageHeading>
      {shares === undefined ? (
        <Pending rows={2} error={error} onRetry={reload} />
      ) : shares.length === 0 ? (
        <EmptyState level={2} icon="share" title={translate(SHARE.empty)} text={translate(SHARE.emptyText)}>
          {newButton}
        </EmptyState>
      ) : (
        <section aria-labelledby="links">
          <div class="section-heading">
            <h2 id="links" tabIndex={-1}>
              {translate(SHARE.links)}{' '}
              <span class="soft">
                {shares.length}/{MAX_SHARES}
              </span>
            </h2>
            {newButton}
          </div>
          {isFull && <p class="hint">{translate(SHARE.full(MAX_SHARES))}</p>}
          <ShareList
            shares={shares}
            onAct={(action, share) => {
              dialog.value = { action, share };
            }}
            onChanged={reload}
          />
        </section>
      )}
      {open?.action === 'create' && (
        <ShareDialog
          taken={(shares ?? []).map(({ name }) => name)}
          chosen={open.chosen}
          onClose={close}
          onSaved={(share) => finish({ action: 'ready', share })}
        />
      )}
      {open?.action === 'edit' && (
        <ShareDialog
          share={open.share}
          onClose={close}
          onSaved={async ({ name }) => {
            await finish();
            showToast(SHARE.changed(name));
          }}
        />
      )}
      {open?.action === 'renew' && (
        <RenewShareDialog
          share={open.share}
          onClose={close}
          onRenewed={(share) => finish({ action: 'renewed', share })}
        />
      )}
      {open?.action === 'delete' && (
        <DeleteShareDialog share={open.share} onClose={close} onDeleted={finish} />
      )}
      {(open?.action === 'ready' || open?.action === 'renewed') && (
        <ShareReadyDialog share={open.share} isRenewed={open.action === 'renewed'} onClose={close} />
      )}
    </>
  );
}
