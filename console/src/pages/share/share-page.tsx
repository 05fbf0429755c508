import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
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
import { DrawSharePicture } from './draw-share-picture.tsx';
import { RenewShareDialog } from './renew-share-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { type ShareAction, ShareList } from './share-list.tsx';
import { ShareReadyDialog } from './share-ready-dialog.tsx';

/** The dialog that is open, with what it is about. */
type OpenDialog =
  | { action: 'create'; chosen?: readonly string[] | undefined }
  | { action: ShareAction; share: ShareView }
  | { action: 'ready' | 'renewed'; share: ShareView };

const HEADING_ID = 'links';

export function SharePage() {
  const accountId = currentAccountId();
  const [resource, reload] = useResource(() => shareApi.listShares(accountId));
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const { value: shares, error } = resource.value;
  const open = dialog.value;
  const close = () => {
    dialog.value = undefined;
    // A link may have been changed elsewhere, which is why a change of it was refused.
    void reload();
  };
  const isLoaded = shares !== undefined;
  useEffect(() => {
    const chosen = studentsToShare.peek();
    if (!isLoaded || chosen === undefined) return;
    studentsToShare.value = undefined;
    dialog.value = { action: 'create', chosen };
  }, [isLoaded]);
  const isDeleted = useRef(false);
  useEffect(() => {
    if (open !== undefined || !isDeleted.current) return;
    isDeleted.current = false;
    // The button that had the focus is gone.
    (document.getElementById(HEADING_ID) ?? document.querySelector('h1'))?.focus();
  }, [open]);
  const update = (change: (shares: readonly ShareView[]) => ShareView[]) => {
    resource.value = { value: change(resource.peek().value ?? []), error: undefined };
  };
  const replace = (share: ShareView) =>
    update((all) => all.map((one) => (one.shareId === share.shareId ? share : one)));
  return (
    <>
      <PageHeading title={translate(SHARE.title)}>
        <p>{translate(SHARE.intro)}</p>
      </PageHeading>
      {shares === undefined ? (
        <Pending rows={2} error={error} onRetry={reload} />
      ) : (
        <Links
          shares={shares}
          onCreate={() => {
            dialog.value = { action: 'create' };
          }}
          onAct={(action, share) => {
            dialog.value = { action, share };
          }}
          onChanged={replace}
        />
      )}
      {open?.action === 'create' && (
        <ShareDialog
          taken={(shares ?? []).map(({ name }) => name)}
          chosen={open.chosen}
          onClose={close}
          onSaved={(share) => {
            update((all) => [share, ...all]);
            dialog.value = { action: 'ready', share };
          }}
        />
      )}
      {open?.action === 'edit' && (
        <ShareDialog
          share={open.share}
          onClose={close}
          onSaved={(share) => {
            replace(share);
            close();
            showToast(SHARE.changed(share.name));
          }}
        />
      )}
      {open?.action === 'renew' && (
        <RenewShareDialog
          share={open.share}
          onClose={close}
          onRenewed={(share) => {
            replace(share);
            dialog.value = { action: 'renewed', share };
          }}
        />
      )}
      {open?.action === 'draw' && <DrawSharePicture share={open.share} onClose={close} onSaved={replace} />}
      {open?.action === 'delete' && (
        <DeleteShareDialog
          share={open.share}
          onClose={close}
          onDeleted={({ shareId, name }) => {
            update((all) => all.filter((one) => one.shareId !== shareId));
            isDeleted.current = true;
            close();
            showToast(SHARE.deleted(name));
          }}
        />
      )}
      {(open?.action === 'ready' || open?.action === 'renewed') && (
        <ShareReadyDialog
          share={open.share}
          isRenewed={open.action === 'renewed'}
          onDraw={() => {
            dialog.value = { action: 'draw', share: open.share };
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface LinksProps {
  shares: readonly ShareView[];
  onCreate: () => void;
  onAct: (action: ShareAction, share: ShareView) => void;
  onChanged: (share: ShareView) => void;
}

function Links({ shares, onCreate, onAct, onChanged }: LinksProps) {
  const isFull = shares.length >= MAX_SHARES;
  const newButton = (
    <button
      type="button"
      class="button primary"
      aria-disabled={isFull}
      onClick={() => {
        if (!isFull) onCreate();
      }}
    >
      <Icon name="plus" />
      <span>{translate(SHARE.newLink)}</span>
    </button>
  );
  if (shares.length === 0)
    return (
      <EmptyState level={2} icon="share" title={translate(SHARE.empty)} text={translate(SHARE.emptyText)}>
        {newButton}
      </EmptyState>
    );
  return (
    <section aria-labelledby={HEADING_ID}>
      <div class="section-heading">
        <h2 id={HEADING_ID} tabIndex={-1}>
          {translate(SHARE.links)}{' '}
          <span class="soft">
            {shares.length}/{MAX_SHARES}
          </span>
        </h2>
        {newButton}
      </div>
      {isFull && <p class="hint">{translate(SHARE.full(MAX_SHARES))}</p>}
      <ShareList shares={shares} onAct={onAct} onChanged={onChanged} />
    </section>
  );
}
