import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { MAX_BOARD_MEMBERS } from '../../../../contract/boards.ts';
import { SHARED_PART_LABELS } from '../../../../contract/share-labels.ts';
import { MAX_SHARES } from '../../../../contract/shares.ts';
import type { BoardView } from '../../../../server/boards/views.ts';
import type { ShareView } from '../../../../server/shares/views.ts';
import { boardApi } from '../../api/board-api.ts';
import { hasCode } from '../../api/console-error.ts';
import { shareApi } from '../../api/share-api.ts';
import { Choice } from '../../components/controls.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useAction } from '../../components/use-action.ts';
import { currentAccountId, signedInSession } from '../../session/session-state.ts';
import { BOARD } from '../../texts/board-texts.ts';
import { SHARE } from '../../texts/share-texts.ts';
import { type PageText, translate } from '../../texts/translate.ts';
import { clubSettings, listOpenLinks, NEW_LINK, suggestLink } from './board-links.ts';

/** How a link comes to stand on a board: by the address to join, or in place of the one that stands there. */
export type Place =
  | { readonly token: string; readonly boardId?: undefined }
  | { readonly boardId: string; readonly token?: undefined };

interface PlaceDialogProps {
  title: PageText;
  submitLabel: PageText;
  board: { readonly name: string; readonly shareId: string | null };
  place: Place;
  shares: readonly ShareView[];
  /** A link was made on the way, or is gone again. */
  onShares: () => void;
  onPlaced: (board: BoardView) => void;
  onClose: () => void;
  /** What is to be said of the board. */
  children: ComponentChildren;
}

/** Which link of the player is to stand on a board: one that there is, or one that is made on the way. */
export function PlaceDialog({
  title,
  submitLabel,
  board: { name, shareId: current },
  place,
  shares,
  onShares,
  onPlaced,
  onClose,
  children,
}: PlaceDialogProps) {
  const accountId = currentAccountId();
  const open = listOpenLinks(shares);
  const hasRoom = shares.length < MAX_SHARES;
  const chosen = useSignal(useRef(suggestLink(open, current, hasRoom)).current);
  /** A link whose way to the board was cut off: the next attempt makes no other. */
  const made = useRef<ShareView>(undefined);
  const put = (shareId: string): Promise<BoardView> =>
    place.token === undefined
      ? boardApi.changePlace(accountId, place.boardId, shareId)
      : boardApi.joinBoard(accountId, place.token, shareId);
  const save = useAction(async () => {
    if (chosen.value === undefined) return;
    if (chosen.value !== NEW_LINK) return onPlaced(await put(chosen.value).catch(explain));
    made.current ??= await makeLink();
    const { shareId } = made.current;
    const placed = await put(shareId).catch(async (error) => {
      if (!isRefusal(error)) throw error;
      // Nobody has asked for a link that stands nowhere.
      made.current = undefined;
      await shareApi.deleteShare(accountId, shareId).catch(() => {});
      return explain(error);
    });
    onShares();
    onPlaced(placed);
  });
  /** What was not found is the link, where it was deleted elsewhere; then another one is chosen. */
  const explain = async (error: unknown): Promise<never> => {
    if (hasCode(error, 'limit_reached')) throw refusal(BOARD.noRoom(MAX_BOARD_MEMBERS));
    if (!hasCode(error, 'not_found')) throw error;
    if (chosen.value === NEW_LINK) throw refusal(BOARD.gone);
    const left = await shareApi.listShares(accountId);
    const stillOpen = listOpenLinks(left);
    if (stillOpen.some(({ shareId }) => shareId === chosen.value)) throw refusal(BOARD.gone);
    chosen.value = suggestLink(stillOpen, current, left.length < MAX_SHARES);
    onShares();
    throw refusal(BOARD.linkGone);
  };
  const makeLink = () =>
    shareApi
      .createShare(
        accountId,
        clubSettings(
          name,
          shares.map((share) => share.name),
          Date.now(),
        ),
      )
      .catch((error) => {
        if (hasCode(error, 'limit_reached')) throw refusal(SHARE.full(MAX_SHARES));
        throw error;
      });
  const player = signedInSession()?.account.name ?? '';
  const options = [
    ...open.map((share) => ({
      value: share.shareId,
      label: share.name,
      hint: translate(describeLink(share, player)),
    })),
    ...(hasRoom
      ? [
          {
            value: NEW_LINK,
            label: translate(BOARD.newLink),
            hint: translate(BOARD.newLinkHint(player)),
          },
        ]
      : []),
  ];
  return (
    <DialogForm
      title={title}
      submitLabel={submitLabel}
      disabled={chosen.value === undefined || chosen.value === current}
      action={save}
      isValid={chosen.value !== undefined && chosen.value !== current}
      onClose={onClose}
    >
      {children}
      {chosen.value === undefined ? (
        <p>{translate(BOARD.noLinkLeft)}</p>
      ) : open.length === 0 ? (
        <p>{translate(BOARD.newLinkHint(player))}</p>
      ) : (
        <Choice
          legend={BOARD.whichLink}
          look="cards"
          options={options}
          value={chosen.value}
          onChoose={(value) => {
            chosen.value = value;
          }}
        />
      )}
    </DialogForm>
  );
}

/** Under which name a link stands on a board, and what it shows there. */
const describeLink = ({ name, shows, students, showsPlayer }: ShareView, player: string): Bilingual => {
  const parts = (language: keyof Bilingual) =>
    shows.length === 0
      ? SHARE.showsNames[language]
      : shows.map((part) => SHARED_PART_LABELS[part][language]).join(', ');
  const count = students === null ? SHARE.studentChoices.all : SHARE.studentCount(students.length);
  const shownAs = showsPlayer ? player : name;
  return {
    ko: BOARD.shownAs(shownAs, parts('ko'), count.ko).ko,
    en: BOARD.shownAs(shownAs, parts('en'), count.en).en,
  };
};

const REFUSALS = ['not_found', 'limit_reached', 'precondition_failed'] as const;
const isRefusal = (error: unknown): boolean => REFUSALS.some((code) => hasCode(error, code));

/** An error with a text of its own. */
const refusal = (text: Bilingual): Error => Object.assign(new Error(text.en), text);
