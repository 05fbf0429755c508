import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newDatabase } from '../../database.ts';
import { freePort } from '../../free-port.ts';
import { type Service, startService } from '../../service.ts';
import { until } from '../../until.ts';
import { useBrowser } from '../browser.ts';
import { buildRelease } from './build-release.ts';
import { FEW_STUDENTS } from './few-students.ts';
import { finish } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { openApp, showsRoster } from './use-app.ts';

/** The worker never keeps a program longer than the server has it, and ends with it. */

const browser = await useBrowser();

/** Releases that follow each other at one address, with one database. */
async function useAddress() {
  const { address: database, remove } = await newDatabase();
  after(remove);
  const port = String(await freePort());
  let running: Service | undefined;
  after(() => running?.stop('SIGKILL'));
  return async (launcher?: string) => {
    await running?.stop();
    running = await startService({
      database,
      env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_PORT: port },
      ...(launcher !== undefined && { launcher }),
    });
    return { ...running, students: FEW_STUDENTS };
  };
}

const showsSettings = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`: ${name}$`) }).waitFor();

const listCaches = (page: Page) => page.evaluate(() => caches.keys());

/** The worker waits three seconds for the service, and gives what it has kept where a busy machine takes longer. */
const isAnsweredInTime = (page: Page) =>
  page.evaluate(() => {
    const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return opening !== undefined && opening.responseStart - opening.fetchStart < 3_000;
  });

const isActive = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    return worker?.active?.state === 'activated';
  });

/** How long the browser is waited for before it is asked again. */
const PATIENCE_MS = 15_000;

/**
 * The worker of another release has taken over, and keeps nothing of the former program. A browser looks for one with
 * each opening of the page, and where that fails, not again before the next. One that was found takes over as soon as
 * the former has ended, which each request of a page delays, for up to five minutes. The page is not opened meanwhile,
 * because that may never end where a debugger is attached to the worker, as here.
 */
async function isReplaced(page: Page, [former = '']: string[]): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('ServiceWorker.enable');
  let asked = Date.now();
  await until('the former program is gone', async () => {
    const names = await listCaches(page);
    if (names.length === 1 && names[0] !== former && (await isActive(page))) return true;
    if (Date.now() - asked > PATIENCE_MS) {
      const isFound = await page.evaluate(async () => {
        const worker = await navigator.serviceWorker.getRegistration();
        if (worker?.waiting) return true;
        void worker?.update().catch(() => {});
        return false;
      });
      if (isFound) await protocol.send('ServiceWorker.stopAllWorkers');
      asked = Date.now();
    }
    return false;
  });
  await protocol.detach();
}

test('after an upgrade, and back, the program is that of the server, also without a connection', async () => {
  const start = await useAddress();
  const newer = await buildRelease({ settings: '새 설정' });
  const service = await start();
  const roster = await openApp(browser, service);
  const { page, context } = roster.player;
  await showsSettings(page, '설정');
  const former = await listCaches(page);
  assert.equal(former.length, 1);
  const shows = async (settings: string) => {
    await showsRoster(page);
    await showsSettings(page, settings);
  };
  const opens = async (settings: string) => {
    await page.reload();
    if (await isAnsweredInTime(page)) await shows(settings);
  };
  const opensOffline = async (settings: string) => {
    await context.setOffline(true);
    await page.reload();
    await shows(settings);
    await context.setOffline(false);
  };

  await start(newer);
  await opens('새 설정');
  await isReplaced(page, former);
  const next = await listCaches(page);
  await opensOffline('새 설정');

  await start();
  await opens('설정');
  await isReplaced(page, next);
  await opensOffline('설정');
  await finish(roster);
});

test('an old page beside a new server goes on, and loads the new program where a script is gone', async () => {
  const start = await useAddress();
  const newer = await buildRelease({ settings: '새 설정' });
  const service = await start();
  const roster = await openApp(browser, service);
  const { page, context, heading } = roster.player;
  const former = await listCaches(page);
  await start(newer);
  const other = await context.newPage();
  await other.goto(consoleUrl(service));
  if (await isAnsweredInTime(other)) await showsSettings(other, '새 설정');
  await isReplaced(other, former);
  // The browser's own cache may have the script too.
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.clearBrowserCache');
  await page.getByRole('link', { name: '기록' }).tap();
  await page.getByText('불러오지 못했어요').waitFor();
  await showsSettings(page, '설정');
  // While the server was started anew, the page may have been without a connection.
  await page.getByText(/오프라인이에요/).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '다시 시도' }).tap();
  await heading('기록');
  await showsSettings(page, '새 설정');
  await finish(roster);
});

test('a release without a worker ends the one that is there, with all that it has kept', async () => {
  const start = await useAddress();
  const earlier = await buildRelease({ settings: '옛 설정', hasWorker: false });
  const service = await start();
  const roster = await openApp(browser, service);
  const { page, context } = roster.player;
  await start(earlier);
  await until('the service answers in time', async () => {
    await page.reload();
    return isAnsweredInTime(page);
  });
  await showsSettings(page, '옛 설정');
  await until('no worker is left', async () => {
    const workers = await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistrations()).length,
    );
    return workers === 0 && (await listCaches(page)).length === 0;
  });
  await page.goto('about:blank');
  await context.setOffline(true);
  await assert.rejects(page.goto(consoleUrl(service)), /ERR_INTERNET_DISCONNECTED/);
  await finish(roster);
});

test('below a path prefix the app has the prefix as its own', async () => {
  const proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const { port } = new URL(service.url);
    const passed = send({ port, method, headers, path: url.replace(/^\/club/, '') }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  after(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const started = await startService({
    env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_PUBLIC_URL: `http://localhost:${port}/club` },
  });
  after(() => started.stop('SIGKILL'));
  const service = { ...started, students: FEW_STUDENTS };
  const url = `http://localhost:${port}/club/console`;
  const roster = await openApp(browser, { ...service, url: `http://127.0.0.1:${port}/club` }, url);
  const { page, context } = roster.player;
  const protocol = await context.newCDPSession(page);
  const { errors, manifest } = await protocol.send('Page.getAppManifest');
  assert.deepEqual([errors, manifest.startUrl, manifest.scope], [[], url, url]);
  const scopes = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  );
  assert.deepEqual(scopes, [url]);
  await context.setOffline(true);
  await page.goto(`${url}/plan`);
  await page.getByRole('link', { name: '학생' }).tap();
  await showsRoster(page);
  await finish(roster);
});
