import assert from 'node:assert/strict';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
    // Chromium refuses to run as root with its sandbox, and CI runs as root. The pages are our own.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/**
 * Opens a page and uses it as its reader would. Whatever the page does meanwhile, it may not complain on the
 * console, break its policy or ask another server.
 */
export async function visit(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<void>,
  options: BrowserContextOptions & { refusals?: boolean } = {},
): Promise<void> {
  const { refusals = false, ...settings } = options;
  const context = await browser.newContext({ locale: 'ko-KR', reducedMotion: 'reduce', ...settings });
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!isOwn(request.url(), url)) faults.push(`asked for ${request.url()}`);
  });
  context.on('weberror', (error) => faults.push(`threw ${error.error()}`));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // The browser itself notes an answer that is an error; some tests ask for one.
    if (refusals && message.text().startsWith('Failed to load resource')) return;
    faults.push(`said ${message.text()}`);
  });
  try {
    const page = await context.newPage();
    const answer = await page.goto(url);
    assert.equal(answer?.status(), 200, url);
    await use(page);
  } finally {
    await context.close();
  }
  assert.deepEqual(faults, [], url);
}

const isOwn = (address: string, url: string): boolean =>
  address.startsWith('data:') || new URL(address).origin === new URL(url).origin;
