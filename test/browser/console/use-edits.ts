import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openRosterPage, type Roster } from './open-roster.ts';
import { useConsole } from './use-console.ts';

export const SHIROKO = '10010';
export const STATE = { tier: 3, weaponTier: 0, level: 35 };

/** The console of `useConsole`, and the roster page of its players. */
export async function useEdits() {
  const [service, browser] = await useConsole();
  return {
    service,
    openRoster: (students: Record<string, object> = { [SHIROKO]: STATE }): Promise<Roster> =>
      openRosterPage(browser, service, students),
    /** Changes the student as another tool does. */
    async changeElsewhere({ key }: Roster, changes: object): Promise<void> {
      const answer = await service.call(key, 'PATCH', `/me/students/${SHIROKO}`, changes);
      assert.equal(answer.status, 200, answer.text);
    },
  };
}

export const openCard = ({ player: { page } }: Roster) =>
  page.getByRole('button', { name: /^시로코 성급/ }).click();
export const levelField = ({ player: { page } }: Roster) => page.getByRole('spinbutton', { name: /^레벨/ });

export async function openTable({ player: { page, button } }: Roster): Promise<void> {
  await button('표').click();
  await page.getByRole('grid').waitFor();
}

export const cell = (page: Page, field: string, studentUid = SHIROKO) =>
  page.locator(`[data-uid="${studentUid}"] [data-field="${field}"]`);

export async function typeInCell(
  page: Page,
  field: string,
  value: string,
  studentUid = SHIROKO,
): Promise<void> {
  await cell(page, field, studentUid).click();
  await page.keyboard.type(value);
  await page.keyboard.press('Enter');
}

export const isMarked = (page: Page, field: string, mark: 'waiting' | 'conflict', studentUid = SHIROKO) =>
  cell(page, field, studentUid).locator(`[data-mark=${mark}]`).waitFor();
export const isUnmarked = (page: Page) => page.locator('[data-mark]').first().waitFor({ state: 'detached' });
