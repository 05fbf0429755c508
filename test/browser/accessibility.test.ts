import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useProcess } from '../use-service.ts';
import { useBrowser, visit } from './browser.ts';
import { findViolations } from './find-violations.ts';

const [service, browser] = await Promise.all([useProcess(), useBrowser()]);

const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 360, height: 740 };

/** Each language at each width, and each width in each colour scheme: no colour depends on the language. */
const APPEARANCES = [
  { paths: ['/', '/docs', '/docs/api', '/docs/assistants'], colorScheme: 'light', viewport: WIDE },
  { paths: ['/', '/docs', '/docs/api', '/docs/assistants'], colorScheme: 'dark', viewport: PHONE },
  { paths: ['/en', '/docs/en', '/docs/en/api', '/docs/en/assistants'], colorScheme: 'dark', viewport: WIDE },
  {
    paths: ['/en', '/docs/en', '/docs/en/api', '/docs/en/assistants'],
    colorScheme: 'light',
    viewport: PHONE,
  },
] as const;

describe('accessibility', () => {
  for (const { paths, colorScheme, viewport } of APPEARANCES)
    for (const path of paths)
      test(`axe finds no violation on ${path} in ${colorScheme} mode, ${viewport.width} px wide`, () =>
        visit(
          browser,
          service.url + path,
          async (page) => {
            // What is folded is checked too.
            await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
              for (const details of all) details.open = true;
            });
            assert.deepEqual(await findViolations(page), []);
          },
          { colorScheme, viewport },
        ));
});
