import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { MAX_SHARES } from '../../../../contract/shares.ts';
import type { BoardView } from '../../../../server/boards/views.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { boardApi } from '../../api/board-api.ts';
import { shareApi } from '../../api/share-api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pending } from '../../components/pending.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import { useResource } from '../../components/use-resource.ts';
import { studentsToShare } from '../../roster/roster-view-state.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { BOARD } from '../../texts/board-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { BoardSection } from './board-section.tsx';
import { DrawSharePicture } from './draw-share-picture.tsx';
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
  const [boards, reloadBoards] = useResource(() => boardApi.listBoards(accountId));
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const { value: shares, error } = resource.value;
  const open = dialog.value;
  /** Whether the player has not closed, while its request was under way, the dialog that this was rendered for. */
  const isStillOpen = () => dialog.peek() === open;
  const close = () => {
    if (isStillOpen()) dialog.value = undefined;
    // A link may have been changed elsewhere, which is why a change of it was refused.
    void reload();
  };
  const goOn = (next: OpenDialog) => {
    if (isStillOpen()) dialog.value = next;
  };
  const isLoaded = shares !== undefined;
  const isFull = isLoaded && shares.length >= MAX_SHARES;
  const isIdle = open === undefined;
  /** Those of the roster who begin a link, as soon as there may be another. */
  const waiting = useRef<readonly string[]>(undefined);
  useEffect(() => {
    if (!isLoaded || !isIdle) return;
    const asked = studentsToShare.peek();
    studentsToShare.value = undefined;
    if (asked !== undefined && isFull) showToast(SHARE.full(MAX_SHARES), { kind: 'warning' });
    waiting.current = asked ?? waiting.current;
    if (isFull || waiting.current === undefined) return;
    dialog.value = { action: 'create', chosen: waiting.current };
    waiting.current = undefined;
  }, [isLoaded, isFull, isIdle]);
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
  const boardsOf = groupByLink(boards.value.value ?? []);
  return (
    <>
      <PageHeading title={COMMON.share} intro={SHARE.intro} />
      {shares === undefined ? (
        <Pending rows={2} error={error} onRetry={reload} />
      ) : (
        <Links
          shares={shares}
          boardsOf={boardsOf}
          isFull={isFull}
          onCreate={setTo(dialog, { action: 'create' })}
          onAct={(action, share) => {
            dialog.value = { action, share };
          }}
          onChanged={replace}
        />
      )}
      {shares !== undefined && (
        <BoardSection
          resource={boards}
          reload={reloadBoards}
          shares={shares}
          onShares={() => void reload()}
        />
      )}
      {open?.action === 'create' && (
        <ShareDialog
          taken={(shares ?? []).map(({ name }) => name)}
          chosen={open.chosen}
          onClose={close}
          onSaved={(share) => {
            // The list may have been loaded again meanwhile.
            update((all) => [share, ...all.filter(({ shareId }) => shareId !== share.shareId)]);
            goOn({ action: 'ready', share });
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
        <ConfirmDialog
          title={SHARE.renewTitle}
          text={SHARE.renewText(open.share.name)}
          confirmLabel={SHARE.renewButton}
          onClose={close}
          onConfirm={async () => {
            const share = await shareApi.renewShare(accountId, open.share.shareId);
            replace(share);
            goOn({ action: 'renewed', share });
          }}
        />
      )}
      {open?.action === 'draw' && <DrawSharePicture share={open.share} onClose={close} onSaved={replace} />}
      {open?.action === 'delete' && (
        <ConfirmDialog
          title={SHARE.deleteTitle}
          text={deleteText(open.share, boardsOf)}
          confirmLabel={SHARE.delete}
          onClose={close}
          onConfirm={async () => {
            const { shareId, name } = open.share;
            await shareApi.deleteShare(accountId, shareId);
            update((all) => all.filter((one) => one.shareId !== shareId));
            void reloadBoards();
            isDeleted.current = isStillOpen();
            close();
            showToast(SHARE.deleted(name));
          }}
        />
      )}
      {(open?.action === 'ready' || open?.action === 'renewed') && (
        <ShareReadyDialog
          share={open.share}
          isRenewed={open.action === 'renewed'}
          onDraw={() => goOn({ action: 'draw', share: open.share })}
          onClose={close}
        />
      )}
    </>
  );
}

type BoardsOf = ReadonlyMap<string, readonly string[]>;

/** The names of the boards on which a link stands, by its ID. */
function groupByLink(boards: readonly BoardView[]): BoardsOf {
  const names = new Map<string, string[]>();
  for (const { shareId, name } of boards)
    if (shareId !== null) names.set(shareId, [...(names.get(shareId) ?? []), name]);
  return names;
}

function deleteText({ shareId, name }: ShareView, boardsOf: BoardsOf): Bilingual {
  const text = SHARE.deleteText(name);
  const boards = boardsOf.get(shareId);
  if (boards === undefined) return text;
  const leaves = BOARD.leaves(boards);
  return { ko: `${text.ko} ${leaves.ko}`, en: `${text.en} ${leaves.en}` };
}

interface LinksProps {
  shares: readonly ShareView[];
  boardsOf: BoardsOf;
  isFull: boolean;
  onCreate: () => void;
  onAct: (action: ShareAction, share: ShareView) => void;
  onChanged: (share: ShareView) => void;
}

function Links({ shares, boardsOf, isFull, onCreate, onAct, onChanged }: LinksProps) {
  const newButton = (
    <Button look="primary" icon="plus" text={SHARE.newLink} disabled={isFull} onClick={onCreate} />
  );
  if (shares.length === 0)
    return (
      <EmptyState level={2} icon="share" title={SHARE.empty} text={SHARE.emptyText}>
        {newButton}
      </EmptyState>
    );
  return (
    <Section
      id={HEADING_ID}
      title={SHARE.links}
      detail={
        <span class="soft">
          {' '}
          {shares.length}/{MAX_SHARES}
        </span>
      }
      action={newButton}
    >
      {isFull && <p class="hint">{translate(SHARE.full(MAX_SHARES))}</p>}
      <ShareList shares={shares} boardsOf={boardsOf} onAct={onAct} onChanged={onChanged} />
    </Section>
  );
}
