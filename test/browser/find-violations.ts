import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Injects axe through the debugger, because the page's Content-Security-Policy forbids other scripts. */
export async function findViolations(page: Page, except?: string): Promise<string[]> {
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
