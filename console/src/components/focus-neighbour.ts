/** The focus goes on before a button that removes itself is gone: to the next of its list, the one before, or as said. */
export function focusNeighbour(button: HTMLElement, list: Element | null, afterLast?: () => void): void {
  const all = [...(list?.querySelectorAll<HTMLElement>('[aria-label]') ?? [])];
  const at = all.indexOf(button);
  const neighbour = all[at + 1] ?? all[at - 1];
  if (neighbour) neighbour.focus();
  else afterLast?.();
}
