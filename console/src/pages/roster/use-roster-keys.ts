import { useLayoutEffect } from 'preact/hooks';
import { focusTabStop } from '../../components/roving-focus.ts';
import { isSearched, loadSearch } from '../../roster/load-search.ts';
import {
  clearFilters,
  endSelecting,
  hasFilter,
  isSelecting,
  search,
  visibleUids,
} from '../../roster/roster-view-state.ts';
import { undoAndReport } from '../../roster/undo-and-report.ts';
import { SEARCH_FIELD_ID } from './search-field.tsx';
import { toggleShortcuts } from './shortcuts.tsx';
import { undoDirection } from './undo-keys.ts';

const TYPING = 'input, textarea, select, [contenteditable]';

/** Keys that work anywhere on the roster page, unless a dialog is open. */
export function useRosterKeys(): void {
  // From the first frame on: a key may come with it.
  useLayoutEffect(() => {
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}

function handleKey(event: KeyboardEvent): void {
  // Keys of an input method finish a syllable.
  if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
  const target = event.target as HTMLElement;
  const field = document.getElementById(SEARCH_FIELD_ID) as HTMLInputElement | null;
  if (field !== null && target === field) handleSearchKey(event, field);
  else if (target.closest?.(TYPING)) return;
  else if (undoDirection(event) !== undefined) {
    event.preventDefault();
    void undoAndReport(undoDirection(event));
  } else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (event.key === '/') {
    event.preventDefault();
    field?.focus();
    field?.select();
  } else if (event.key === '?') {
    event.preventDefault();
    toggleShortcuts();
  } else if (event.key === 'Escape') {
    if (isSelecting.peek()) endSelecting();
    else if (hasFilter()) clearFilters();
  }
}

function handleSearchKey(event: KeyboardEvent, field: HTMLInputElement): void {
  if (event.key === 'ArrowDown' || event.key === 'Enter') {
    event.preventDefault();
    void enterList(field, event.key === 'Enter');
  } else if (event.key === 'Escape') {
    event.preventDefault();
    if (field.value === '') field.blur();
    else clearFilters();
  }
}

/** From the search into the list, as soon as what is searched is in it. */
async function enterList(field: HTMLInputElement, isOpening: boolean): Promise<void> {
  if (isSearched.peek() && search.peek() === undefined) await loadSearch();
  while (document.activeElement === field && visibleUids.peek().length > 0) {
    const list = document.querySelector<HTMLElement>('[data-tab-stops]');
    const first = list === null ? undefined : focusTabStop(list);
    if (first !== undefined) return isOpening ? first.click() : undefined;
    await new Promise(requestAnimationFrame);
  }
}
