import { SHARED_PART_LABELS } from '../../../../contract/share-labels.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Pill } from '../../components/pill.tsx';
import { DateText, RelativeTime } from '../../components/time-text.tsx';
import { SHARE } from '../../texts/share-texts.ts';
import { translate } from '../../texts/translate.ts';
import { WORDS } from '../../texts/word-texts.ts';
import { ShareAddress, ShareLinkButtons } from './share-address.tsx';
import styles from './share-list.module.css';
import { SharePicture } from './share-picture.tsx';
import { type ShareState, stateOfShare } from './share-state.ts';

const ACTIONS = ['draw', 'edit', 'renew', 'delete'] as const;
export type ShareAction = (typeof ACTIONS)[number];

interface ShareListProps {
  shares: readonly ShareView[];
  onAct: (action: ShareAction, share: ShareView) => void;
  /** What a row has done by itself. */
  onChanged: (share: ShareView) => void;
}

export const ShareList = ({ shares, onAct, onChanged }: ShareListProps) => (
  <ul class={styles.list}>
    {shares.map((share) => (
      <ShareRow
        key={share.shareId}
        share={share}
        onAct={(action) => onAct(action, share)}
        onChanged={onChanged}
      />
    ))}
  </ul>
);

interface ShareRowProps {
  share: ShareView;
  onAct: (action: ShareAction) => void;
  onChanged: (share: ShareView) => void;
}

function ShareRow({ share, onAct, onChanged }: ShareRowProps) {
  const { shareId, name, showsPlayer, picture } = share;
  const state = stateOfShare(share);
  const isEnded = state === 'ended';
  const titleId = `share-${shareId}`;
  return (
    <li class={isEnded ? `${styles.share} ${styles.ended}` : styles.share} aria-labelledby={titleId}>
      <div class={styles.title}>
        <h3 id={titleId}>
          <bdi>{name}</bdi>
        </h3>
        {isEnded && <Pill look="warning" text={SHARE.ended} />}
        {state === 'ends-soon' && <Pill look="warning" text={SHARE.endsSoon} />}
        {showsPlayer && <Pill text={SHARE.playerShown} />}
      </div>
      <ShareAddress share={share} isEnded={isEnded} />
      {isEnded && <p class={styles.note}>{translate(SHARE.endedText)}</p>}
      <Facts share={share} state={state} />
      {picture && <SharePicture share={share} picture={picture} onChanged={onChanged} />}
      <Buttons class={styles.buttons}>
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
      </Buttons>
    </li>
  );
}

function Facts({ share, state }: { share: ShareView; state: ShareState }) {
  const { shows, students, borrow, expiresAt, createdAt, renewedAt } = share;
  const borrowed = new Set(Object.values(borrow).flat()).size;
  return (
    <dl class={styles.facts}>
      <div>
        <dt>{translate(SHARE.shown)}</dt>
        <dd class={styles.parts}>
          {shows.length === 0 && translate(SHARE.showsNames)}
          {shows.map((part) => (
            <Pill key={part} look="accent" text={SHARED_PART_LABELS[part]} />
          ))}
        </dd>
      </div>
      <div>
        <dt>{translate(WORDS.students)}</dt>
        <dd>
          {translate(students === null ? SHARE.studentChoices.all : SHARE.studentCount(students.length))}
          {borrowed > 0 && ` · ${translate(SHARE.borrowCount(borrowed))}`}
        </dd>
      </div>
      <div>
        <dt>{translate(SHARE.end)}</dt>
        <dd>
          {expiresAt === null ? translate(SHARE.ends.never) : <DateText at={expiresAt} />}
          {expiresAt !== null && state === 'ends-soon' && (
            <span class="soft">
              {' '}
              (<RelativeTime at={expiresAt} />)
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{translate(renewedAt === null ? SHARE.made : SHARE.renewed)}</dt>
        <dd>
          <DateText at={renewedAt ?? createdAt} />
        </dd>
      </div>
    </dl>
  );
}
