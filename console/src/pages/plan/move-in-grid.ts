const CELLS = 'input[data-item]';

/** Enter and the arrow keys go from field to field; up and down to the nearest one of the next line. */
export function moveInGrid(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { key, target } = event;
  if (event.isComposing || !(target instanceof HTMLInputElement) || !target.matches(CELLS)) return;
  const cells = [...event.currentTarget.querySelectorAll<HTMLInputElement>(CELLS)];
  const next = findNext(key, event.shiftKey, cells, target);
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function findNext(
  key: string,
  isBack: boolean,
  cells: readonly HTMLInputElement[],
  cell: HTMLInputElement,
): HTMLInputElement | undefined {
  const place = cells.indexOf(cell);
  switch (key) {
    case 'Enter':
      return cells[place + (isBack ? -1 : 1)];
    case 'ArrowLeft':
      return cell.selectionStart === 0 ? cells[place - 1] : undefined;
    case 'ArrowRight':
      return cell.selectionEnd === cell.value.length ? cells[place + 1] : undefined;
    case 'ArrowDown':
      return findInNextLine(cells.slice(place + 1), cell, 1);
    case 'ArrowUp':
      return findInNextLine(cells.slice(0, place).reverse(), cell, -1);
    default:
      return undefined;
  }
}

function findInNextLine(
  following: readonly HTMLInputElement[],
  cell: HTMLInputElement,
  direction: 1 | -1,
): HTMLInputElement | undefined {
  const { top, left } = cell.getBoundingClientRect();
  let line: number | undefined;
  let nearest: { cell: HTMLInputElement; distance: number } | undefined;
  for (const candidate of following) {
    const rect = candidate.getBoundingClientRect();
    if ((rect.top - top) * direction < 1) continue;
    line ??= rect.top;
    if (Math.abs(rect.top - line) > 1) break;
    const distance = Math.abs(rect.left - left);
    if (nearest === undefined || distance < nearest.distance) nearest = { cell: candidate, distance };
  }
  return nearest?.cell;
}
