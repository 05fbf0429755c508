import type { Page } from 'playwright-core';

/** What stands on the page in a row or grid and may neither touch its neighbours nor be left by its text. */
const CELLS = '.total, .need, .stock-cell, .goal-line, .steps li, .need-students li, .part-costs > div';

/**
 * Cells that overlap a sibling's, texts that leave their cell or are cut, inputs whose text is wider than their box, and a
 * page that is wider than the window; at most ten.
 */
export const findLayoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const ROUNDING = 1;
    const faults: string[] = [];
    const nameOf = (element: Element) =>
      `${element.className || element.tagName} “${(element.getAttribute('title') ?? element.textContent ?? '').slice(0, 40)}”`;
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('main');
    const cells = [...(scope?.querySelectorAll(selector) ?? [])].filter(isSeen);
    if (cells.length === 0) faults.push('there are no cells');
    // What a list has scrolled out of sight overlaps nothing.
    const isScrolledAway = (cell: Element) => {
      const list = cell.closest('.need-students')?.getBoundingClientRect();
      const { top, bottom } = cell.getBoundingClientRect();
      return list !== undefined && (bottom > list.bottom || top < list.top);
    };
    const boxes = cells
      .filter((cell) => !isScrolledAway(cell))
      .map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
    boxes.sort((a, b) => a.box.top - b.box.top);
    for (const [place, { cell, box }] of boxes.entries())
      for (const { cell: other, box: otherBox } of boxes.slice(place + 1)) {
        if (otherBox.top > box.bottom - ROUNDING) break;
        if (cell.contains(other) || other.contains(cell)) continue;
        const isBeside = otherBox.left > box.right - ROUNDING || otherBox.right < box.left + ROUNDING;
        if (!isBeside) faults.push(`${nameOf(cell)} overlaps ${nameOf(other)}`);
      }
    for (const { cell, box } of boxes) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        if (text.parentElement?.closest('.visually-hidden') != null || text.textContent?.trim() === '')
          continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { left, right } of range.getClientRects())
          if (left < box.left - ROUNDING || right > box.right + ROUNDING)
            faults.push(
              `${nameOf(cell)} does not hold its text, by ${Math.max(box.left - left, right - box.right)}`,
            );
        for (const { 0: number, index } of text.textContent?.matchAll(/\d[\d,]*/g) ?? []) {
          range.setStart(text, index);
          range.setEnd(text, index + number.length);
          if (range.getClientRects().length > 1) faults.push(`${nameOf(cell)} breaks the number ${number}`);
        }
      }
      for (const [one, next] of [...cell.querySelectorAll('.seen')].flatMap(({ children }) =>
        [...children].slice(1).map((child, at) => [children[at] as Element, child] as const),
      )) {
        const a = one.getBoundingClientRect();
        const b = next.getBoundingClientRect();
        const overlaps = a.right > b.left + ROUNDING && b.right > a.left + ROUNDING;
        if (overlaps && a.bottom > b.top + ROUNDING && b.bottom > a.top + ROUNDING)
          faults.push(`${nameOf(cell)}: its parts overlap`);
      }
    }
    for (const input of scope?.querySelectorAll('input:not([type=checkbox])') ?? [])
      if (isSeen(input) && input.scrollWidth > input.clientWidth)
        faults.push(
          `“${(input as HTMLInputElement).value}” is cut, ${input.scrollWidth} > ${input.clientWidth}`,
        );
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth - innerWidth} px too wide`);
    return faults.slice(0, 10);
  }, CELLS);
