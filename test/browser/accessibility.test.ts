import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { type Service, startService } from '../service.ts';
import { launchBrowser, visit } from './browser.ts';

let service: Service;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
after(() => Promise.all([service?.stop(), browser?.close()]));

const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 360, height: 740 };

/** Scalar's buttons that copy an example have no accessible name. */
const KNOWN_SCALAR_VIOLATIONS = ['button-name (critical): button[aria-controls'];

describe('accessibility', () => {
  for (const path of ['/', '/docs', '/docs/en'])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const viewport of [WIDE, PHONE])
        test(`axe finds no violation on ${path} in ${colorScheme} mode, ${viewport.width} px wide`, () =>
          visit(
            browser,
            service.url + path,
            async (page) => {
              assert.deepEqual(await findViolations(page), []);
            },
            { colorScheme, viewport },
          ));

  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds only the known violations of Scalar on /docs/api in ${colorScheme} mode`, () =>
      visit(
        browser,
        `${service.url}/docs/api`,
        async (page) => {
          await page.getByRole('link', { name: '학생 검색' }).first().waitFor();
          await page.getByRole('button', { name: '요청 보내 보기' }).first().waitFor();
          assert.deepEqual(await findViolations(page, '#reference'), []);
          const scalarViolations = await findViolations(page);
          assert.deepEqual(
            scalarViolations.filter(
              (violation) => !KNOWN_SCALAR_VIOLATIONS.some((rule) => violation.startsWith(rule)),
            ),
            [],
          );
        },
        { colorScheme, viewport: WIDE },
      ));
});

/** Injects axe through the debugger, because the page's Content-Security-Policy forbids other scripts. */
async function findViolations(page: Page, except?: string): Promise<string[]> {
  await page.evaluate(axe.source);
  const context = { include: ['html'], ...(except !== undefined && { exclude: [except] }) };
  const { violations } = await page.evaluate<AxeResults, typeof context>(
    (context) => (globalThis as unknown as { axe: typeof axe }).axe.run(context),
    context,
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}): ${target.join(' ')}: ${failureSummary}`),
  );
}
