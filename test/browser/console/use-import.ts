import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { consoleUrl, type Player } from './player.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

export const STUDENTS_PATH = /\/console\/api\/me\/students$/;
export const CONSOLE_API = /\/console\/api\//;

interface Importer extends SignedUpPlayer {
  /** A write key of the account, for another tool. */
  key: string;
}

/** The console of `useConsole`, and the import page of its players. */
export async function useImport(opened = useConsole()) {
  const [service, browser] = await opened;
  const nameOf = (uid: string) => service.students.find((student) => student.uid === uid)?.names.ko ?? uid;
  const row = (page: Page, uid: string) => page.locator('[data-student]').filter({ hasText: nameOf(uid) });

  async function openImportPage(page: Page): Promise<void> {
    await page.goto(consoleUrl(service, '/import'));
    await textField(page).waitFor();
  }

  return {
    service,
    uids: service.students.map(({ uid }) => uid),
    nameOf,
    row,
    openImportPage,
    /** A player with these students, on the import page. */
    async openImport(
      name: string,
      recruited: readonly object[] = [],
      options: BrowserContextOptions = {},
    ): Promise<Importer> {
      const player = await openSignedUpPlayer(browser, service, name, options);
      const { apiKey } = await player.issueKey();
      for (const student of recruited)
        assert.equal((await service.call(apiKey, 'POST', '/me/students', student)).status, 201);
      await openImportPage(player.page);
      return { ...player, key: apiKey };
    },
    /** The tick of a value that the text would lower or clear. */
    loss: (page: Page, uid: string, name: string | RegExp) => row(page, uid).getByRole('checkbox', { name }),
    /** Not `innerText`, which is empty until a row with `content-visibility` is laid out. */
    readRow: async (page: Page, uid: string) => (await row(page, uid).textContent()) ?? '',
    readStudent: async ({ key }: Importer, uid: string) =>
      (await service.call(key, 'GET', `/me/students/${uid}`)).body,
  };
}

export const textField = (page: Page) =>
  page.getByLabel(/^(다른 도구에서 내보낸 내용|Text from another tool)$/);
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
export const plain = (studentUid: string, more: object = {}) => ({
  studentUid,
  tier: 3,
  weaponTier: 0,
  ...more,
});

export async function review({ page, button }: Player, text: string): Promise<void> {
  await textField(page).fill(text);
  await button('바뀔 내용 보기').click();
  await heading(page, '바뀔 내용').catch(async (error) => {
    throw new Error(`no review, but: ${await page.getByRole('main').innerText()}`, { cause: error });
  });
}

/** The numbers of the report. */
export async function readCounts(page: Page): Promise<Record<string, number>> {
  const terms = page.getByRole('main').getByRole('term');
  await terms.first().waitFor();
  const counts = await page.getByRole('main').getByRole('definition').allTextContents();
  return Object.fromEntries(
    (await terms.allTextContents()).map((term, index) => [term, Number(counts[index])]),
  );
}

/** Answers so many registrations and holds the others back. */
export async function holdAfter(page: Page, answered: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let seen = 0;
  await page.route(STUDENTS_PATH, async (route) => {
    if (route.request().method() === 'POST' && ++seen > answered) await promise;
    // The page may be closed by now.
    await route.continue().catch(() => {});
  });
  return resolve;
}
