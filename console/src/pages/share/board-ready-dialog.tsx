import type { BoardView } from '../../../../server/boards/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { BOARD } from '../../texts/board-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { translate } from '../../texts/translate.ts';
import { OnlyHereHint, ShareAddress, ShareLinkButtons } from './share-address.tsx';

interface BoardReadyDialogProps {
  board: BoardView;
  /** It had another address to join before. */
  isRenewed: boolean;
  onPut: () => void;
  onClose: () => void;
}

/** The address to join, ready to be sent. */
export function BoardReadyDialog({ board, isRenewed, onPut, onClose }: BoardReadyDialogProps) {
  const join = { name: board.name, url: board.joinUrl ?? '' };
  return (
    <Dialog title={isRenewed ? BOARD.renewedTitle : BOARD.readyTitle} onClose={onClose}>
      <p>{translate(BOARD.joinHint)}</p>
      <ShareAddress share={join} isText />
      <OnlyHereHint url={join.url} />
      <DialogButtons>
        <Button text={COMMON.close} onClick={onClose} />
        {board.shareId === null && <Button text={BOARD.put} onClick={onPut} />}
        <ShareLinkButtons share={join} isMain copyText={BOARD.copyJoin} copiedText={BOARD.copiedJoin} />
      </DialogButtons>
    </Dialog>
  );
}
