import type { BrowserContextOptions, Locator } from 'playwright-core';
import { look } from '../../shares/use-shares.ts';
import { type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  permissions: ['clipboard-read', 'clipboard-write'],
};
export const WIDE: BrowserContextOptions = { ...PHONE, ...{ viewport: { width: 1280, height: 900 } } };
Object.assign(WIDE, { hasTouch: false, isMobile: false });

export const [ARU, HARUNA, HINA] = ['10000', '10002', '10004'] as const;
export const STUDENTS = {
  [ARU]: { tier: 3, weaponTier: 0, level: 70, skillEx: 3, bond: 12 },
  [HARUNA]: { tier: 5, weaponTier: 2, weaponLevel: 40, level: 90, skillEx: 5, bond: 30 },
  [HINA]: { tier: 3, weaponTier: 0, level: 1, bond: 1 },
};

/** The console of `useConsole`, and the page of links of its players. */
export async function useShare() {
  const [service, browser] = await useConsole();
  return {
    service,
    browser,
    /** A player on the page of links, which has none. */
    async openShare(options: BrowserContextOptions): Promise<Roster> {
      const roster = await signUpWithRoster(browser, service, STUDENTS, options);
      const { page } = roster.player;
      await page.goto(consoleUrl(service, '/share'));
      await page.getByRole('heading', { name: '아직 링크가 없어요' }).waitFor();
      return roster;
    },
  };
}

export const dialogOf = ({ player: { page } }: Roster, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true });
export const buttonOf = (place: Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: typeof name === 'string' });

/** Opens the dialog that the button of a link opens. */
export async function act(roster: Roster, action: string, dialog: string): Promise<Locator> {
  await roster.player.page.getByRole('button', { name: new RegExp(`: ${action}$`) }).click();
  return dialogOf(roster, dialog);
}

export const addressIn = async (place: Locator): Promise<string> =>
  (await place.getByRole('link', { name: /\/s\/\w{22}$/ }).getAttribute('href')) ?? '';
export const statusOf = async (url: string): Promise<number> => (await look(url)).status;
export const uidsOf = (shared: { students: { studentUid: string }[] }): string[] =>
  shared.students.map(({ studentUid }) => studentUid);
