import { MAX_BOARD_MEMBERS } from '../../../../contract/boards.ts';
import type { BoardView } from '../../../../server/boards/views.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { boardApi } from '../../api/board-api.ts';
import { Button, Buttons, buttonClass } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/notice.tsx';
import { Pill } from '../../components/pill.tsx';
import { DateText } from '../../components/time-text.tsx';
import { useAction } from '../../components/use-action.ts';
import { currentAccountId } from '../../session/session-state.ts';
import { BOARD } from '../../texts/board-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import styles from './board-list.module.css';
import { CardFacts, LinkCard, LinkCards } from './link-card.tsx';
import { ShareAddress, ShareLinkButtons } from './share-address.tsx';

const OWN_ACTIONS = ['members', 'rename', 'end'] as const;
export type BoardAction = (typeof OWN_ACTIONS)[number] | 'place' | 'renew';

interface BoardListProps {
  boards: readonly BoardView[];
  shares: readonly ShareView[];
  onAct: (action: BoardAction, board: BoardView) => void;
  /** The player stands there no more. */
  onLeft: (board: BoardView) => void;
}

export const BoardList = ({ boards, shares, onAct, onLeft }: BoardListProps) => (
  <LinkCards>
    {boards.map((board) => (
      <BoardRow
        key={board.boardId}
        board={board}
        link={shares.find(({ shareId }) => shareId === board.shareId)}
        onAct={(action) => onAct(action, board)}
        onLeft={() => onLeft(board)}
      />
    ))}
  </LinkCards>
);

interface BoardRowProps {
  board: BoardView;
  /** The one of the player that stands there. */
  link: ShareView | undefined;
  onAct: (action: BoardAction) => void;
  onLeft: () => void;
}

function BoardRow({ board, link, onAct, onLeft }: BoardRowProps) {
  const { boardId, name, maker, isMine, url, memberCount, createdAt } = board;
  const leaveId = `leave-${boardId}`;
  const leave = useAction(async () => {
    await boardApi.leaveBoard(currentAccountId(), boardId);
    // The button that has the focus goes, and the one before it stays on a board of one's own.
    const button = document.getElementById(leaveId);
    if (button === document.activeElement) (button?.previousElementSibling as HTMLElement | null)?.focus();
    onLeft();
  });
  const leaveText = isMine ? BOARD.takeDown : BOARD.leave;
  const placeText = link === undefined ? BOARD.put : BOARD.change;
  return (
    <LinkCard
      id={`board-${boardId}`}
      name={name}
      pills={isMine && <Pill look="accent" text={BOARD.mine} />}
      buttons={
        <>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            class={buttonClass({ size: 'small' })}
            aria-label={translate(SHARE.actionOf(name, BOARD.open))}
          >
            {translate(BOARD.open)}
          </a>
          <ShareLinkButtons share={board} copyText={BOARD.copy} canSend={false} />
          <Button
            size="small"
            text={placeText}
            label={SHARE.actionOf(name, placeText)}
            onClick={() => onAct('place')}
          />
          {(!isMine || link !== undefined) && (
            <Button
              id={leaveId}
              look={isMine ? 'quiet' : 'danger'}
              size="small"
              text={leaveText}
              label={SHARE.actionOf(name, leaveText)}
              action={leave}
            />
          )}
          {isMine &&
            OWN_ACTIONS.map((action) => (
              <Button
                key={action}
                look={action === 'end' ? 'danger' : 'quiet'}
                size="small"
                text={BOARD[action]}
                label={SHARE.actionOf(name, BOARD[action])}
                onClick={() => onAct(action)}
              />
            ))}
        </>
      }
    >
      <ShareAddress share={board} />
      <CardFacts
        facts={[
          [BOARD.ownLink, link === undefined ? translate(BOARD.noLink) : <bdi>{link.name}</bdi>],
          [BOARD.maker, <bdi>{maker}</bdi>],
          [BOARD.memberCount, translate(BOARD.countOf(memberCount, MAX_BOARD_MEMBERS))],
          [SHARE.made, <DateText at={createdAt} />],
        ]}
      />
      {board.joinUrl !== null && (
        <JoinAddress name={name} url={board.joinUrl} onRenew={() => onAct('renew')} />
      )}
      <ErrorMessage error={leave.error.value} />
    </LinkCard>
  );
}

interface JoinAddressProps {
  name: string;
  url: string;
  onRenew: () => void;
}

const JoinAddress = ({ name, url, onRenew }: JoinAddressProps) => (
  <div class={styles.join}>
    <strong>{translate(BOARD.joinAddress)}</strong>
    <ShareAddress share={{ url }} isText />
    <p class="hint">{translate(BOARD.joinHint)}</p>
    <Buttons>
      <ShareLinkButtons share={{ name, url }} copyText={BOARD.copyJoin} copiedText={BOARD.copiedJoin} />
      <Button size="small" text={BOARD.renew} label={SHARE.actionOf(name, BOARD.renew)} onClick={onRenew} />
    </Buttons>
  </div>
);
