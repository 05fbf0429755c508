import type { BoardMemberView, BoardView } from '../../../../server/boards/views.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogButtons } from '../../components/dialog.tsx';
import { Pill } from '../../components/pill.tsx';
import { BOARD } from '../../texts/board-texts.ts';
import { COMMON } from '../../texts/common-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './board-members-dialog.module.css';

interface BoardMembersDialogProps {
  board: BoardView;
  onTakeOut: (member: BoardMemberView) => void;
  onClose: () => void;
}

/** Who stands on a board of the player, and takes them out. */
export const BoardMembersDialog = ({ board, onTakeOut, onClose }: BoardMembersDialogProps) => (
  <Dialog title={BOARD.membersTitle(board.name)} onClose={onClose}>
    {board.memberCount === 0 && <p>{translate(BOARD.noMembers)}</p>}
    <ul class={styles.members}>
      {board.members?.map((member) => (
        <li key={member.memberId}>
          <span>
            <bdi class={member.player === null ? 'soft' : undefined}>{nameMember(member)}</bdi>
            {member.isMe && <Pill text={BOARD.me} />}
          </span>
          <Button
            look="danger"
            size="small"
            text={BOARD.takeOut}
            label={SHARE.actionOf(nameMember(member), BOARD.takeOut)}
            onClick={() => onTakeOut(member)}
          />
        </li>
      ))}
    </ul>
    <DialogButtons>
      <Button text={COMMON.close} onClick={onClose} />
    </DialogButtons>
  </Dialog>
);

export const nameMember = ({ player }: BoardMemberView): string => player ?? translate(BOARD.hidden);
