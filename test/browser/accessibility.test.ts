import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { useService } from '../use-service.ts';
import { useBrowser, visit } from './browser.ts';

const [service, browser] = await Promise.all([useService(), useBrowser()]);

const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 360, height: 740 };

describe('accessibility', () => {
  for (const path of ['/', '/en', '/docs', '/docs/en', '/docs/api', '/docs/en/api'])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [WIDE, PHONE])
        test(`axe finds no violation on ${path} in ${colorScheme} mode, ${viewport.width} px wide`, () =>
          visit(
            browser,
            service.url + path,
            async (page) => {
              // What is folded is checked too.
              for (const details of await page.locator('details').all())
                await details.evaluate((element: HTMLDetailsElement) => {
                  element.open = true;
                });
              assert.deepEqual(await findViolations(page), []);
            },
            { colorScheme, viewport },
          ));
});

/** Injects axe through the debugger, because the page's Content-Security-Policy forbids other scripts. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}): ${target.join(' ')}: ${failureSummary}`),
  );
}
