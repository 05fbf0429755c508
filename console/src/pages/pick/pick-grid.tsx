import { Fragment, type JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../../contract/bilingual.ts';
import { Button } from '../../components/button.tsx';
import { findInGrid } from '../../components/find-in-grid.ts';
import { useRovingFocus } from '../../components/roving-focus.ts';
import { useRenderedCount } from '../../components/use-rendered-count.ts';
import { findStudent } from '../../roster/roster-store.ts';
import { PICK } from '../../texts/pick-texts.ts';
import { translate } from '../../texts/translate.ts';
import { createLongPress } from './long-press.ts';
import styles from './pick-grid.module.css';
import { giveRank, pickAll, picks, takeStar, tap, unpickAll } from './pick-state.ts';
import { PickTile } from './pick-tile.tsx';

const ELEMENTS_PER_TILE = 10;

/** Students below one heading; without one they are what a search has found. */
export interface PickGroup {
  readonly heading: Bilingual | undefined;
  readonly uids: readonly string[];
}

/** One of the tiles is a tab stop; the arrow keys go to the others. A long press takes a star back. */
export function PickGrid({ groups }: { groups: readonly PickGroup[] }) {
  const list = useRef<HTMLDivElement>(null);
  const uids = useMemo(() => groups.flatMap((group) => group.uids), [groups]);
  const count = useRenderedCount(uids, ELEMENTS_PER_TILE);
  useRovingFocus(list, TILE, uids, count);
  // The same element again tells Preact that the tile need not be compared.
  const tiles = useMemo(() => new Map<string, JSX.Element>(), []);
  const longPress = useMemo(() => createLongPress((target) => actOn(target, takeStar)), []);
  let left = count;
  const renderTiles = (group: PickGroup) => {
    const rendered = group.uids.slice(0, left);
    left -= rendered.length;
    return rendered.map((uid) => {
      const shown = findStudent(uid);
      if (shown === undefined) return null;
      const element = tiles.get(uid) ?? (
        <li key={uid}>
          <PickTile shown={shown} />
        </li>
      );
      tiles.set(uid, element);
      return element;
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the focus.
    <div
      ref={list}
      class={styles.grid}
      data-tab-stops
      onClick={({ target }) => actOn(target as Element, tap)}
      onKeyDown={handleKey}
      {...longPress}
    >
      {groups.map((group) => (
        <Fragment key={group.heading?.en}>
          {group.heading && <GroupHeading heading={translate(group.heading)} uids={group.uids} />}
          <ul class={styles.tiles}>{renderTiles(group)}</ul>
        </Fragment>
      ))}
    </div>
  );
}

const TILE = '[data-student]';

function actOn(target: Element, act: (studentUid: string) => void): void {
  const uid = target.closest<HTMLElement>(TILE)?.dataset.student;
  if (uid !== undefined) act(uid);
}

/** How many of a group are there or picked, and a button for all of them. Renders alone. */
function GroupHeading({ heading, uids }: { heading: string; uids: readonly string[] }) {
  const open = uids.filter((uid) => findStudent(uid)?.state.value === null);
  const picked = open.filter((uid) => picks.value.has(uid)).length;
  const isWhole = picked === open.length;
  return (
    <div class={styles.heading}>
      <h2>
        {heading}{' '}
        <span class="soft">{translate(PICK.ownedOf(uids.length - open.length + picked, uids.length))}</span>
      </h2>
      {open.length > 0 && (
        <Button look="text" onClick={() => (isWhole ? unpickAll(open) : pickAll(open))}>
          {translate(isWhole ? PICK.unpickAll : PICK.pickAll)}
          <span class="visually-hidden">: {heading}</span>
        </Button>
      )}
    </div>
  );
}

function handleKey(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { key, currentTarget: grid } = event;
  const target = event.target as Element;
  const item = target.closest<HTMLElement>('li');
  if (item === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(key)) return void actOn(target, (uid) => giveRank(uid, Number(key)));
  if (key === '-' || key === 'Backspace' || key === 'Delete') return void actOn(target, takeStar);
  const next = findInGrid([...grid.querySelectorAll<HTMLElement>('li')], item, key);
  if (next === undefined) return;
  event.preventDefault();
  next.querySelector<HTMLElement>(TILE)?.focus();
}
