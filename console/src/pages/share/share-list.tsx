import { SHARED_PART_LABELS } from '../../../../contract/share-labels.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { Button } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { BOARD } from '../../texts/board-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { CardFacts, CardNote, CardPills, LinkCard, LinkCards } from './link-card.tsx';
import { ShareAddress, ShareLinkButtons } from './share-address.tsx';
import { SharePicture } from './share-picture.tsx';
import { type ShareState, stateOfShare } from './share-state.ts';

const ACTIONS = ['draw', 'edit', 'renew', 'delete'] as const;
export type ShareAction = (typeof ACTIONS)[number];

interface ShareListProps {
  shares: readonly ShareView[];
  /** The names of the boards on which a link stands, by its ID. */
  boardsOf: ReadonlyMap<string, readonly string[]>;
  onAct: (action: ShareAction, share: ShareView) => void;
  /** What a row has done by itself. */
  onChanged: (share: ShareView) => void;
}

export const ShareList = ({ shares, boardsOf, onAct, onChanged }: ShareListProps) => (
  <LinkCards>
    {shares.map((share) => (
      <ShareRow
        key={share.shareId}
        share={share}
        boards={boardsOf.get(share.shareId) ?? []}
        onAct={(action) => onAct(action, share)}
        onChanged={onChanged}
      />
    ))}
  </LinkCards>
);

interface ShareRowProps {
  share: ShareView;
  boards: readonly string[];
  onAct: (action: ShareAction) => void;
  onChanged: (share: ShareView) => void;
}

function ShareRow({ share, boards, onAct, onChanged }: ShareRowProps) {
  const { shareId, name, showsPlayer, picture } = share;
  const state = stateOfShare(share);
  const isEnded = state === 'ended';
  return (
    <LinkCard
      id={`share-${shareId}`}
      name={name}
      isEnded={isEnded}
      pills={
        <>
          {isEnded && <Pill look="warning" text={SHARE.ended} />}
          {state === 'ends-soon' && <Pill look="warning" text={SHARE.endsSoon} />}
          {showsPlayer && <Pill text={SHARE.playerShown} />}
        </>
      }
      buttons={
        <>
          {!isEnded && <ShareLinkButtons share={share} />}
          {ACTIONS.map((action) => (
            <Button
              key={action}
              look={action === 'delete' ? 'danger' : 'quiet'}
              size="small"
              text={SHARE[action]}
              label={SHARE.actionOf(name, SHARE[action])}
              onClick={() => onAct(action)}
            />
          ))}
        </>
      }
    >
      <ShareAddress share={share} isText={isEnded} />
      {isEnded && <CardNote>{translate(SHARE.endedText)}</CardNote>}
      <Facts share={share} state={state} />
      {boards.length > 0 && <CardNote>{translate(BOARD.standsOn(boards))}</CardNote>}
      {picture && <SharePicture share={share} picture={picture} onChanged={onChanged} />}
    </LinkCard>
  );
}

function Facts({ share, state }: { share: ShareView; state: ShareState }) {
  const { shows, students, borrow, expiresAt, createdAt, renewedAt } = share;
  const borrowed = new Set(Object.values(borrow).flat()).size;
  return (
    <CardFacts
      facts={[
        [
          SHARE.shown,
          <CardPills>
            {shows.length === 0 && translate(SHARE.showsNames)}
            {shows.map((part) => (
              <Pill key={part} look="accent" text={SHARED_PART_LABELS[part]} />
            ))}
          </CardPills>,
        ],
        [
          WORDS.students,
          <>
            {translate(students === null ? SHARE.studentChoices.all : SHARE.studentCount(students.length))}
            {borrowed > 0 && ` · ${translate(SHARE.borrowCount(borrowed))}`}
          </>,
        ],
        [
          SHARE.end,
          <>
            {expiresAt === null ? translate(SHARE.ends.never) : <DateText at={expiresAt} />}
            {expiresAt !== null && state === 'ends-soon' && (
              <span class="soft">
                {' '}
                (<RelativeTime at={expiresAt} />)
              </span>
            )}
          </>,
        ],
        [renewedAt === null ? SHARE.made : SHARE.renewed, <DateText at={renewedAt ?? createdAt} />],
      ]}
    />
  );
}
