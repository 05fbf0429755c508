import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { MAX_BOARDS } from '../../../../contract/boards.ts';
import type { BoardMemberView, BoardView } from '../../../../server/boards/views.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { boardApi } from '../../api/board-api.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Pending } from '../../components/pending.tsx';
import { Section } from '../../components/section.tsx';
import { setTo } from '../../components/set-to.ts';
import { showToast } from '../../components/toast.tsx';
import type { Resource } from '../../components/use-resource.ts';
import { findInvitation, pageQuery, replaceQuery } from '../../page-address.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { BOARD } from '../../texts/board-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { translate } from '../../texts/translate.ts';
import { type BoardAction, BoardList } from './board-list.tsx';
import { BoardMembersDialog, nameMember } from './board-members-dialog.tsx';
import { BoardNameDialog } from './board-name-dialog.tsx';
import { BoardReadyDialog } from './board-ready-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';

/** The dialog that is open, with what it is about. */
type OpenDialog =
  | { action: 'create' }
  | { action: BoardAction | 'ready' | 'renewed'; board: BoardView }
  | { action: 'take-out'; board: BoardView; member: BoardMemberView };

const HEADING_ID = 'boards';

interface BoardSectionProps {
  resource: Signal<Resource<BoardView[]>>;
  reload: () => Promise<void>;
  shares: readonly ShareView[];
  /** The links are others now. */
  onShares: () => void;
}

/** The boards that the player has made, and those on which a link of the player stands. */
export function BoardSection({ resource, reload, shares, onShares }: BoardSectionProps) {
  const accountId = currentAccountId();
  const dialog = useSignal<OpenDialog | undefined>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const { value: boards, error } = resource.value;
  const open = dialog.value;
  const invited = findInvitation(pageQuery.value);
  /** What had the focus is gone once the dialogs are. */
  const isFocusLost = useRef(false);
  useEffect(() => {
    if (open !== undefined || invited !== undefined || !isFocusLost.current) return;
    isFocusLost.current = false;
    heading.current?.focus();
  }, [open, invited, boards]);
  /** Whether the player has not closed, while its request was under way, the dialog that this was rendered for. */
  const isStillOpen = () => dialog.peek() === open;
  const goOn = (next: OpenDialog | undefined) => {
    if (isStillOpen()) dialog.value = next;
  };
  const close = () => {
    goOn(undefined);
    // A board may have been changed elsewhere, which is why a change of it was refused.
    void reload();
  };
  const update = (change: (boards: readonly BoardView[]) => BoardView[]) => {
    resource.value = { value: change(resource.peek().value ?? []), error: undefined };
  };
  const put = (board: BoardView) =>
    update((all) => {
      const isKnown = all.some(({ boardId }) => boardId === board.boardId);
      return isKnown ? all.map((one) => (one.boardId === board.boardId ? board : one)) : [...all, board];
    });
  const remove = (board: BoardView) =>
    update((all) => all.filter(({ boardId }) => boardId !== board.boardId));
  const isFull = (boards ?? []).filter(({ isMine }) => isMine).length >= MAX_BOARDS;
  const sayPlaced = (board: BoardView, wasMember: boolean) => {
    put(board);
    showToast(wasMember ? BOARD.changed(board.name) : BOARD.joined(board.name), {
      action: { label: BOARD.open, run: () => void window.open(board.url, '_blank', 'noreferrer') },
    });
  };
  return (
    <Section
      id={HEADING_ID}
      title={BOARD.boards}
      heading={heading}
      action={
        boards !== undefined && (
          <Button
            icon="plus"
            text={BOARD.newBoard}
            disabled={isFull}
            onClick={setTo(dialog, { action: 'create' })}
          />
        )
      }
    >
      {boards === undefined ? (
        <Pending rows={1} error={error} onRetry={() => void reload()} />
      ) : (
        <>
          <p class="hint">{translate(isFull ? BOARD.full(MAX_BOARDS) : BOARD.intro)}</p>
          <BoardList
            boards={boards}
            shares={shares}
            onAct={(action, board) => {
              dialog.value = { action, board };
            }}
            onLeft={(board) => {
              if (board.isMine) showToast(BOARD.takenDown(board.name));
              else {
                isFocusLost.current = true;
                remove(board);
                showToast(BOARD.left(board.name));
              }
              void reload();
            }}
          />
        </>
      )}
      {invited !== undefined && (
        <JoinDialog
          key={invited}
          token={invited}
          shares={shares}
          onShares={onShares}
          onClose={() => replaceQuery('')}
          onJoined={(board, wasMember) => {
            isFocusLost.current = true;
            sayPlaced(board, wasMember);
            replaceQuery('');
          }}
        />
      )}
      {open?.action === 'create' && (
        <BoardNameDialog
          title={BOARD.newTitle}
          text={BOARD.intro}
          initialName=""
          saveLabel={BOARD.create}
          onClose={close}
          onSave={async (name) => {
            const board = await boardApi.createBoard(accountId, name);
            put(board);
            goOn({ action: 'ready', board });
          }}
        />
      )}
      {open?.action === 'rename' && (
        <BoardNameDialog
          title={BOARD.renameTitle}
          initialName={open.board.name}
          saveLabel={COMMON.save}
          onClose={close}
          onSave={async (name) => {
            const board = await boardApi.renameBoard(accountId, open.board.boardId, name);
            put(board);
            close();
            showToast(BOARD.renamed(board.name));
          }}
        />
      )}
      {open?.action === 'renew' && (
        <ConfirmDialog
          title={BOARD.renewTitle}
          text={BOARD.renewText(open.board.name)}
          confirmLabel={BOARD.renewButton}
          onClose={close}
          onConfirm={async () => {
            const board = await boardApi.renewBoard(accountId, open.board.boardId);
            put(board);
            goOn({ action: 'renewed', board });
          }}
        />
      )}
      {(open?.action === 'ready' || open?.action === 'renewed') && (
        <BoardReadyDialog
          board={open.board}
          isRenewed={open.action === 'renewed'}
          onPut={() => goOn({ action: 'place', board: open.board })}
          onClose={close}
        />
      )}
      {open?.action === 'place' && (
        <PlaceDialog
          title={BOARD.changeTitle(open.board.name)}
          submitLabel={open.board.shareId === null ? BOARD.put : BOARD.change}
          board={open.board}
          place={placeOn(open.board)}
          shares={shares}
          onShares={onShares}
          onClose={close}
          onPlaced={(board) => {
            sayPlaced(board, open.board.shareId !== null);
            close();
          }}
        >
          <p>{translate(BOARD.changeText)}</p>
        </PlaceDialog>
      )}
      {open?.action === 'members' && (
        <BoardMembersDialog
          board={open.board}
          onClose={close}
          onTakeOut={(member) => goOn({ action: 'take-out', board: open.board, member })}
        />
      )}
      {open?.action === 'take-out' && (
        <ConfirmDialog
          title={BOARD.takeOutTitle(nameMember(open.member))}
          text={BOARD.takeOutText}
          confirmLabel={BOARD.takeOut}
          onClose={() => goOn({ action: 'members', board: open.board })}
          onConfirm={async () => {
            const { boardId } = open.board;
            const board = await boardApi.takeOut(accountId, boardId, open.member.memberId);
            put(board);
            goOn({ action: 'members', board });
            showToast(BOARD.takenOut(nameMember(open.member)));
          }}
        />
      )}
      {open?.action === 'end' && (
        <ConfirmDialog
          title={BOARD.endTitle}
          text={BOARD.endText(open.board.name)}
          confirmLabel={BOARD.end}
          onClose={close}
          onConfirm={async () => {
            await boardApi.endBoard(accountId, open.board.boardId);
            remove(open.board);
            isFocusLost.current = isStillOpen();
            close();
            showToast(BOARD.ended(open.board.name));
          }}
        />
      )}
    </Section>
  );
}

/** A maker joins by the address as others do; whoever stands on another player's board has it no more. */
const placeOn = ({ boardId, joinUrl }: BoardView) => {
  const token = joinUrl && findInvitation(new URL(joinUrl).search);
  return token ? { token } : { boardId };
};
