import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { finish, openRosterPage } from './open-roster.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();
const PHONE = { viewport: { width: 390, height: 760 }, hasTouch: true };
const STATE = { tier: 3, weaponTier: 0, level: 35 };

/** Waits until a toast is shown that leaves each of these buttons free. */
const waitForFreeToast = (buttons: Locator): Promise<void> =>
  buttons.first().evaluate(async (first) => {
    const bar = first.closest('[data-bar], footer, nav') as Element;
    const isFree = () => {
      const toast = document.querySelector('[popover=manual]:popover-open')?.getBoundingClientRect();
      if (toast === undefined || toast.top < 0) return false;
      return [...bar.querySelectorAll(':is(a, button)')].every((button) => {
        const { left, right, top, bottom, width } = button.getBoundingClientRect();
        if (width === 0) return true;
        if (left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top)
          return false;
        return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
    };
    while (!isFree()) await new Promise(requestAnimationFrame);
  });

test('a toast covers no button of the navigation, of a bar, or of the panel', async () => {
  const roster = await openRosterPage(browser, service, { 10000: STATE, 10001: STATE }, PHONE);
  const { page, button } = roster.player;
  const undone = page.getByText(/^되돌렸어요: /).first();
  await button(/등록: 성급 3$/)
    .first()
    .tap();
  await waitForFreeToast(page.getByRole('navigation').getByRole('link'));

  await button('선택').tap();
  await button(/^모두 선택/).waitFor();
  await page.getByRole('search').getByRole('button', { name: '실행 취소' }).tap();
  await undone.waitFor();
  await waitForFreeToast(page.getByRole('region', { name: '선택' }).getByRole('button'));
  await button('선택').tap();

  await button(/^아루 성급/).tap();
  const panel = page.getByRole('dialog');
  await panel.getByRole('spinbutton', { name: '레벨', exact: true }).fill('40');
  await panel.getByRole('button', { name: '저장 (1)' }).tap();
  await panel.getByRole('button', { name: '실행 취소' }).tap();
  await page.getByText('되돌렸어요: 아루').first().waitFor();
  await waitForFreeToast(panel.locator('footer').getByRole('button'));
  await finish(roster);
});
