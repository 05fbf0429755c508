import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useProcess } from '../use-service.ts';
import { useBrowser, visit } from './browser.ts';

const [service, browser] = await Promise.all([useProcess(), useBrowser()]);

interface PageLinks {
  targets: string[];
  /** The element ids of the page, which links may point to. */
  ids: Set<string>;
}

test('every link of every page points to an existing page and section', async () => {
  const pages = new Map<string, PageLinks>();
  const queue = ['/', '/docs', '/docs/api'].map((path) => service.url + path);
  for (const url of queue) {
    if (pages.has(url)) continue;
    const links = await collectLinks(url);
    pages.set(url, links);
    for (const address of links.targets) {
      const target = stripHash(address);
      // The console may not be built; its tests open it.
      if (target === `${service.url}/console`) continue;
      assert.equal(new URL(target).origin, service.url, `${url} links to ${address}`);
      if (!queue.includes(target) && (await isPage(target, url))) queue.push(target);
    }
  }
  assert.deepEqual([...pages.keys()].map((url) => new URL(url).pathname).sort(), [
    '/',
    '/docs',
    '/docs/api',
    '/docs/assistants',
    '/docs/changelog',
    '/docs/en',
    '/docs/en/api',
    '/docs/en/assistants',
    '/docs/en/changelog',
    '/docs/ko',
    '/en',
    '/ko',
  ]);
  for (const [url, { targets }] of pages)
    for (const address of targets) {
      const { hash } = new URL(address);
      const target = pages.get(stripHash(address));
      if (hash === '' || target === undefined) continue;
      assert.ok(target.ids.has(decodeURIComponent(hash.slice(1))), `${url} links to ${address}`);
    }
});

async function collectLinks(url: string): Promise<PageLinks> {
  let found: PageLinks = { targets: [], ids: new Set() };
  await visit(browser, url, async (page) => {
    const targets = await page
      .locator('a[href], link[href]')
      .evaluateAll((links) =>
        (links as HTMLAnchorElement[])
          .filter((link) => link.matches('link') || link.checkVisibility())
          .map((link) => link.href),
      );
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map((element) => element.id));
    found = { targets: [...new Set(targets)], ids: new Set(ids) };
  });
  return found;
}

async function isPage(url: string, from: string): Promise<boolean> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, `${from} links to ${url}`);
  await answer.arrayBuffer();
  return answer.headers.get('content-type')?.startsWith('text/html') ?? false;
}

const stripHash = (address: string): string => address.split('#', 1)[0] as string;
