import { type BrowserServer, chromium } from 'playwright-core';
import { LAUNCH_OPTIONS } from './browser.ts';

let server: BrowserServer | undefined;

/** One Chromium for all files of a test run: each opens contexts of its own, which share nothing. */
export async function globalSetup(): Promise<void> {
  server = await chromium.launchServer(LAUNCH_OPTIONS);
  process.env.ROLLBOOK_TEST_BROWSER_SERVER = server.wsEndpoint();
}

export async function globalTeardown(): Promise<void> {
  await server?.close();
}
