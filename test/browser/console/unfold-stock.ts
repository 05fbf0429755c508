import type { Locator, Page } from 'playwright-core';
import { until } from '../../until.ts';

/** Unfolds every kind of the stock, until this is there. The kinds come one after the other. */
export const unfoldStock = (page: Page, last: Locator): Promise<void> =>
  until('the stock is unfolded', async () => {
    const folded = page.locator('h2 [aria-expanded=false]');
    if ((await folded.count()) > 0) await folded.first().press('Enter');
    return (await folded.count()) === 0 && last.isVisible();
  });
