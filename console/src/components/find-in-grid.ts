/** Where a key leads in items that wrap: arrow keys, Home and End by where they stand on the screen. */
export function findInGrid(
  items: readonly HTMLElement[],
  from: HTMLElement,
  key: string,
): HTMLElement | undefined {
  const at = items.indexOf(from);
  switch (key) {
    case 'ArrowRight':
      return items[at + 1];
    case 'ArrowLeft':
      return items[at - 1];
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    case 'ArrowDown':
      return findInNextRow(items.slice(at + 1), from);
    case 'ArrowUp':
      return findInNextRow(items.slice(0, at).reverse(), from);
  }
  return undefined;
}

/** The item of the next row that stands closest, in items that go away from this one. */
function findInNextRow(items: readonly HTMLElement[], { offsetTop, offsetLeft }: HTMLElement) {
  const first = items.find((item) => item.offsetTop !== offsetTop);
  const row = items.filter((item) => item.offsetTop === first?.offsetTop);
  const distance = (item: HTMLElement) => Math.abs(item.offsetLeft - offsetLeft);
  return row.toSorted((a, b) => distance(a) - distance(b))[0] ?? items.at(-1);
}
