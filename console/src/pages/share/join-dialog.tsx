import { useEffect } from 'preact/hooks';
import { MAX_BOARD_MEMBERS } from '../../../../contract/boards.ts';
import type { BoardView } from '../../../../server/boards/views.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { boardApi } from '../../api/board-api.ts';
import { hasCode } from '../../api/console-error.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { useResource } from '../../components/use-resource.ts';
import { forgetAskedPage } from '../../session/asked-page.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { BOARD } from '../../texts/board-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { translate } from '../../texts/translate.ts';
import { PlaceDialog } from './place-dialog.tsx';

interface JoinDialogProps {
  /** That of the address to join. */
  token: string;
  shares: readonly ShareView[];
  onShares: () => void;
  onJoined: (board: BoardView, wasMember: boolean) => void;
  onClose: () => void;
}

/** What an address to join leads to. Nothing is shown until that is known. */
export function JoinDialog({ token, shares, onShares, onJoined, onClose }: JoinDialogProps) {
  const [resource, reload] = useResource(() => boardApi.readInvitation(currentAccountId(), token));
  useEffect(forgetAskedPage, []);
  const { value: board, error } = resource.value;
  const closeButton = <Button text={COMMON.close} onClick={onClose} />;
  if (board === undefined && error === undefined) return null;
  if (board === undefined) {
    const isGone = hasCode(error, 'not_found') || hasCode(error, 'invalid_request');
    return (
      <Dialog title={BOARD.goneTitle} look="narrow" onClose={onClose}>
        {isGone ? <p>{translate(BOARD.gone)}</p> : <ErrorMessage error={error} />}
        <DialogButtons>
          {closeButton}
          {!isGone && <Button look="primary" text={COMMON.retry} onClick={() => void reload()} />}
        </DialogButtons>
      </Dialog>
    );
  }
  const { name, maker, memberCount, isFull, shareId } = board;
  const title = BOARD.joinTitle(name);
  if (isFull)
    return (
      <Dialog title={title} look="narrow" onClose={onClose}>
        <p>{translate(BOARD.noRoom(MAX_BOARD_MEMBERS))}</p>
        <DialogButtons>{closeButton}</DialogButtons>
      </Dialog>
    );
  const current = shares.find((share) => share.shareId === shareId);
  return (
    <PlaceDialog
      title={current === undefined ? title : BOARD.changeTitle(name)}
      submitLabel={current === undefined ? BOARD.joinButton : BOARD.change}
      board={board}
      place={{ token }}
      shares={shares}
      onShares={onShares}
      onPlaced={(joined) => onJoined(joined, current !== undefined)}
      onClose={onClose}
    >
      <p>
        {translate(
          current === undefined ? BOARD.joinText(maker, memberCount) : BOARD.alreadyText(current.name),
        )}
      </p>
    </PlaceDialog>
  );
}
