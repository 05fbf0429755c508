import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import type { ConsoleService } from './use-console.ts';

export const SHIROKO = '10010';
export const STUDENT = { tier: 3, weaponTier: 0, level: 35 };

export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  serviceWorkers: 'allow',
} as const satisfies BrowserContextOptions;

/** A player's phone on the roster page, which opens without a connection from now on. */
export async function openApp(
  browser: Browser,
  service: ConsoleService,
  url = consoleUrl(service),
): Promise<Roster> {
  const roster = await signUpWithRoster(browser, service, { [SHIROKO]: STUDENT }, PHONE);
  const { page } = roster.player;
  await page.goto(url);
  await showsRoster(page);
  await isControlled(page);
  return roster;
}

export const showsRoster = (page: Page) => page.getByText('명 중 1명 모집').waitFor();

/** Its worker has all that it needs. */
export const isControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

export const openCard = (page: Page) => page.getByRole('button', { name: /^시로코 성급/ }).tap();
export const levelField = (page: Page) => page.getByRole('spinbutton', { name: /^레벨/ });

/** Enters a level in the panel of Shiroko, which is kept on the device as long as there is no connection. */
export async function enterLevel(page: Page, level: number): Promise<void> {
  await openCard(page);
  await levelField(page).fill(String(level));
  await page.getByRole('button', { name: /^저장 \(/ }).tap();
}

/** What the browser has stored of accounts, by the first word of its name. */
export const listOfAccount = (page: Page, accountId: string): Promise<string[]> =>
  page.evaluate(
    (id) =>
      [...new Set(Object.keys(localStorage).filter((key) => key.includes(id)))]
        .map((key) => key.split(' ', 1)[0] ?? '')
        .sort()
        .filter((name, place, all) => name !== all[place - 1]),
    accountId,
  );
