import assert from 'node:assert/strict';
import { findViolations } from '../find-violations.ts';
import type { Player } from './player.ts';

/** Both languages and both colour schemes, but not each with each: no colour depends on the language. */
export const APPEARANCES = [
  { locale: 'ko-KR', colorScheme: 'light' },
  { locale: 'en-US', colorScheme: 'dark' },
] as const;

const WIDTHS = [320, 1280];

/** axe on the page as it is, narrow and wide; nothing is wider than the window. */
export async function assertAccessible({ page }: Player, state: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    assert.deepEqual(await findViolations(page), [], `${state}, ${width} px`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${state} is ${overflow} px wider than ${width}`);
  }
}
