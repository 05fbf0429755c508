import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { type Service, startService } from '../service.ts';
import { launchBrowser, visit } from './browser.ts';

let service: Service;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
after(() => Promise.all([service?.stop(), browser?.close()]));

/** What a page leads to, and the places in it to which others may lead. */
interface Leads {
  to: string[];
  places: Set<string>;
}

test('every link of every page leads to something that is there', async () => {
  const pages = new Map<string, Leads>();
  const waiting = ['/', '/docs/api'].map((path) => service.url + path);
  for (const url of waiting) {
    if (pages.has(url)) continue;
    const leads = await leadsOf(url);
    pages.set(url, leads);
    for (const address of leads.to) {
      const target = withoutHash(address);
      assert.equal(new URL(target).origin, service.url, `${url} leads to ${address}`);
      if (!waiting.includes(target) && (await isPage(target, url))) waiting.push(target);
    }
  }
  assert.deepEqual([...pages.keys()].map((url) => new URL(url).pathname).sort(), [
    '/',
    '/docs',
    '/docs/api',
    '/docs/en',
  ]);
  for (const [url, { to }] of pages)
    for (const address of to) {
      const { hash } = new URL(address);
      const target = pages.get(withoutHash(address));
      // Scalar draws its places when they are come to.
      if (hash === '' || target === undefined || address.includes('/docs/api#')) continue;
      assert.ok(target.places.has(decodeURIComponent(hash.slice(1))), `${url} leads to ${address}`);
    }
});

async function leadsOf(url: string): Promise<Leads> {
  let leads: Leads = { to: [], places: new Set() };
  await visit(browser, url, async (page) => {
    if (url.endsWith('/docs/api')) await page.getByRole('link', { name: '학생 검색' }).first().waitFor();
    const to = await page
      .locator('a[href], link[href]')
      .evaluateAll((links) =>
        (links as HTMLAnchorElement[])
          .filter((link) => link.matches('link') || link.checkVisibility())
          .map((link) => link.href),
      );
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map((element) => element.id));
    leads = { to: [...new Set(to)], places: new Set(ids) };
  });
  return leads;
}

async function isPage(url: string, from: string): Promise<boolean> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, `${from} leads to ${url}`);
  await answer.arrayBuffer();
  return answer.headers.get('content-type')?.startsWith('text/html') ?? false;
}

const withoutHash = (address: string): string => address.split('#', 1)[0] as string;
