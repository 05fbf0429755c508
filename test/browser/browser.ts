import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find.ts';

/** How long a page is waited for: a minute, because other work may share the machine's cores. */
export const PAGE_TIMEOUT_MS = 60_000;

export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
    // Chromium refuses to run as root with its sandbox, and CI runs as root. The pages are our own.
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
}

/** Launches a browser for the tests of a file, and closes it after them. Awaited at the top of the file. */
export async function useBrowser(args: readonly string[] = []): Promise<Browser> {
  const browser = await launchBrowser(args);
  after(() => browser.close());
  return browser;
}

/** Opens a page and runs `use`. Fails on any console error, policy violation or request to another server. */
export async function visit(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions & { allowErrorResponses?: boolean } = {},
): Promise<void> {
  const { allowErrorResponses = false, ...settings } = options;
  const context = await browser.newContext({ locale: 'ko-KR', reducedMotion: 'reduce', ...settings });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const problems: string[] = [];
  context.on('request', (request) => {
    if (!isSameOrigin(request.url(), url)) problems.push(`requested ${request.url()}`);
  });
  context.on('weberror', (error) => problems.push(`threw ${error.error()}`));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // The browser logs every error response, and some tests provoke one.
    if (allowErrorResponses && message.text().startsWith('Failed to load resource')) return;
    problems.push(`logged ${message.text()}`);
  });
  try {
    const page = await context.newPage();
    const answer = await page.goto(url);
    assert.equal(answer?.status(), 200, url);
    await use(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(problems, [], url);
}

/** Where the page is, asked of it: `page.url()` follows a change of its history a moment later. */
export const addressOf = async (page: Page): Promise<URL> =>
  new URL(await page.evaluate(() => location.href));

const isSameOrigin = (address: string, url: string): boolean =>
  address.startsWith('data:') || new URL(address).origin === new URL(url).origin;
