import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startService } from '../service.ts';
import { launchBrowser } from './browser.ts';
import { openForm, send, typeKey } from './reference-form.ts';

/** Takes the screenshots of README and docs from a service started with `--demo`. */
const FOLDER = join(import.meta.dirname, '../../docs/screenshots');
const ADDRESS = 'http://127.0.0.1:8787';

const SCREENSHOTS: Record<string, { path: string; before?: (page: Page) => Promise<unknown> }> = {
  'guide.png': { path: '/docs' },
  'reference.png': {
    path: '/docs/api',
    async before(page) {
      const form = await openForm(page, 'findStudents');
      await form.locator('[name="limit"]').fill('2');
      await typeKey(form, key);
      await send(form);
      await form.locator('.answer').waitFor();
      await form.locator('summary').evaluate((summary) => summary.scrollIntoView());
    },
  },
};

const service = await startService({
  args: ['--demo'],
  env: { ROLLBOOK_PUBLIC_URL: ADDRESS, ROLLBOOK_READ_LIMIT: '60', ROLLBOOK_WRITE_LIMIT: '500' },
});
const browser = await launchBrowser();
const [key = ''] = /rollbook_\w+/.exec(service.stdout()) ?? [];
await mkdir(FOLDER, { recursive: true });
for (const [name, { path, before }] of Object.entries(SCREENSHOTS)) {
  const page = await browser.newPage({
    locale: 'ko-KR',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  // The screenshots show the default address although this service listens on a free port.
  await page.route(`${ADDRESS}/**`, async (route) => {
    const url = route.request().url().replace(ADDRESS, service.url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto(ADDRESS + path);
  await before?.(page);
  await page.screenshot({ path: join(FOLDER, name) });
  process.stdout.write(`docs/screenshots/${name}\n`);
}
await Promise.all([browser.close(), service.stop()]);
