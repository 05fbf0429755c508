import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { askByCode, askInBrowser } from '../../apps/oauth-client.ts';
import { APPEARANCES } from './assert-accessible.ts';
import { fillYear } from './fill-year.ts';
import { findLayoutFaults } from './find-layout-faults.ts';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer, type SignedUpPlayer } from './signed-up-player.ts';
import { unfoldStock } from './unfold-stock.ts';
import { useConsole } from './use-console.ts';

const PHONES = [360, 390];
const WIDE = [768, 1024, 1280, 1366, 1440, 1536, 1920, 2560];
const WIDTHS = [...PHONES, ...WIDE];
/** Up to this width a page is used with fingers. */
const TOUCH_WIDTH = 768;
/** For what stands in a page that is checked at all widths. */
const FEW = [...PHONES, 768, 1280];

// As after a year, a roster has all students.
const [service, browser] = await useConsole({ hasAllStudents: true });

let player: SignedUpPlayer;
before(async () => {
  player = await openSignedUpPlayer(browser, service, 'player');
  await fillYear(player, service);
  await service.command('account', 'operator', player.accountId);
  const tool = await player.connectApp('BA-Scanner', 'roster:propose');
  const students = service.students.slice(0, 30).map(({ uid }) => ({ studentUid: uid, level: 90, bond: 1 }));
  await service.callBeta(tool, 'POST', '/proposals', { students, note: '스캐너 메모 '.repeat(28).trim() });
});

const STATES: { name: string; path?: string; widths?: readonly number[]; reach: () => Promise<void> }[] = [
  {
    name: 'not recruited',
    path: '?recruited=no',
    widths: FEW,
    reach: () => player.page.locator('[data-student]').first().waitFor(),
  },
  { name: 'roster', path: '?q=', reach: () => player.page.locator('[data-student]').nth(200).waitFor() },
  {
    name: 'filters',
    widths: [768, 1280, 1920],
    async reach() {
      await player.button(/^(필터|Filters)(, \d+)?$/).click();
      await player.page.getByRole('region', { name: /^(필터|Filters)$/ }).waitFor();
    },
  },
  {
    name: 'selection',
    widths: FEW,
    async reach() {
      await player.button(/^(필터|Filters)(, \d+)?$/).click();
      await player.button(/^(선택|Select)$/).click();
      for (const place of [0, 1, 2]) await player.page.locator('[data-student]').nth(place).click();
    },
  },
  {
    name: 'picture',
    widths: FEW,
    async reach() {
      await player.button(/^(이미지로 저장|Save as picture)$/).click();
      await player.page.locator('dialog canvas[aria-busy=false]').waitFor();
      await player.page.getByRole('dialog').getByRole('checkbox').nth(3).waitFor();
    },
  },
  {
    name: 'table',
    widths: FEW,
    async reach() {
      await player.page.keyboard.press('Escape');
      await player.button(/^(선택 끝내기|Done)$/).click();
      // A phone has the layouts among its filters.
      await player.page.setViewportSize({ width: 768, height: 1000 });
      await player.button(/^(표|Table)$/).click();
      await player.page.getByRole('grid').waitFor();
    },
  },
  {
    name: 'filter sheet',
    widths: PHONES,
    async reach() {
      await player.button(/^(필터|Filters)(, \d+)?$/).click();
      await player.page.getByRole('dialog').waitFor();
      await player.button(/^(카드|Cards)$/).click();
    },
  },
  {
    name: 'panel',
    widths: FEW,
    async reach() {
      await player.page.keyboard.press('Escape');
      await player.page.locator('[data-student]').first().click();
      await player.page.getByRole('dialog').waitFor();
      await player.page.getByRole('dialog').getByRole('spinbutton').first().waitFor();
    },
  },
  {
    name: 'missing',
    path: '/plan',
    async reach() {
      await player.page.getByRole('checkbox').first().check();
      await player.page.getByRole('button', { name: /크레딧|Credits/ }).waitFor();
    },
  },
  {
    name: 'who needs it',
    widths: FEW,
    async reach() {
      await player.page.getByRole('button', { name: /크레딧|Credits/ }).click();
      await player.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'where to farm',
    path: '/plan?view=farm',
    reach: () => player.page.getByRole('checkbox', { name: /^(BD와|Farm BDs)/ }).check(),
  },
  {
    name: 'goals',
    path: '/plan?view=goals',
    reach: () => player.page.locator('[aria-expanded]').first().click(),
  },
  {
    name: 'done',
    widths: FEW,
    async reach() {
      await player
        .button(/: (달성했어요|done)$/)
        .first()
        .click();
      await player.page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  {
    name: 'chosen goals',
    async reach() {
      await player.page.keyboard.press('Escape');
      await player.button(/^(여러 목표 고르기|Choose several goals)$/).click();
      // By keys: the bar at the bottom covers what a click would scroll to.
      for (const place of [0, 1, 2])
        await player.page.locator('[data-goal]').nth(place).getByRole('checkbox').press('Space');
    },
  },
  {
    name: 'stock',
    path: '/plan?view=stock',
    reach: () => unfoldStock(player.page, player.page.locator('input[inputmode=numeric]').nth(200)),
  },
  {
    name: 'import',
    path: '/import',
    reach: () =>
      player.page
        .getByRole('textbox')
        .first()
        .fill(JSON.stringify({ students: [] })),
  },
  {
    name: 'columns of a sheet',
    path: '/import',
    widths: FEW,
    async reach() {
      const values = '아주 긴 값이 적힌 칸이라서 줄이 바뀌어야 하는 메모,90';
      await player.page
        .getByRole('textbox')
        .first()
        .fill(
          `이름,제목이 아주 길어서 무엇인지 알 수 없는 열,쪼렙\n아루,${values}\n모르는 학생 이름,${values}\n`,
        );
      await player.button(/^(바뀔 내용 보기|See what would change)$/).click();
      await player.page.getByRole('combobox').nth(1).waitFor();
    },
  },
  {
    name: 'unknown names of a sheet',
    path: '/import',
    widths: FEW,
    async reach() {
      await player.page.getByRole('textbox').first().fill('아루\n에이미\n호시농\n모르는 학생의 긴 이름\n');
      await player.button(/^(바뀔 내용 보기|See what would change)$/).click();
      await player.page.getByRole('group', { name: /호시농/ }).waitFor();
      await player
        .button(/^(다른 학생…|Another student…)$/)
        .first()
        .click();
    },
  },
  {
    name: 'proposals',
    path: '/proposals',
    widths: FEW,
    reach: () => player.button(/^(BA-Scanner: 확인하기|Look at it: BA-Scanner)$/).waitFor(),
  },
  {
    name: 'review of a proposal',
    widths: FEW,
    async reach() {
      await player.button(/^(BA-Scanner: 확인하기|Look at it: BA-Scanner)$/).click();
      await player.page.getByRole('checkbox', { name: /아루|Aru/ }).waitFor();
    },
  },
  {
    name: 'pick',
    path: '/pick',
    async reach() {
      await player.page.locator('[data-student]').nth(200).waitFor();
      await player.page.locator('[aria-pressed=false][data-student]').first().click();
    },
  },
  {
    name: 'history',
    path: '/history',
    async reach() {
      await player.page.locator('summary').first().click();
      await player.page.getByRole('slider').waitFor();
      await player.button(/^(필터|Filters)$/).click();
      await player.page.locator('ul [aria-expanded=false]').first().click();
    },
  },
  {
    name: 'connections',
    path: '/connections',
    reach: () => player.page.getByText('Planner', { exact: true }).waitFor(),
  },
  {
    name: 'share',
    path: '/share',
    reach: () => player.page.getByRole('heading', { level: 3 }).nth(9).waitFor(),
  },
  {
    name: 'link',
    async reach() {
      await player
        .button(/: 편집$|^Edit: /)
        .nth(1)
        .click();
      await player.page
        .getByRole('dialog')
        .getByRole('group', { name: /^(점령전|Conquest)$/ })
        .waitFor();
    },
  },
  {
    name: 'students of a link',
    async reach() {
      await player.button(/^(학생 고르기|Choose students)$/).click();
      await player.page.getByRole('dialog').getByRole('checkbox').nth(200).waitFor();
      await player
        .button(/^(필터|Filters)$/)
        .last()
        .click();
    },
  },
  {
    name: 'boards',
    path: '/share',
    widths: FEW,
    reach: () =>
      player.page
        .getByText(/\/console\/share\?join=/)
        .nth(2)
        .waitFor(),
  },
  {
    name: 'members of a board',
    widths: FEW,
    async reach() {
      await player
        .button(/: 멤버$|^Members: /)
        .first()
        .click();
      await player.page.getByRole('dialog').getByRole('listitem').waitFor();
    },
  },
  {
    name: 'link of a board',
    widths: FEW,
    async reach() {
      await player.page.keyboard.press('Escape');
      await player
        .button(/: 링크 바꾸기$|^Change link: /)
        .first()
        .click();
      await player.page.getByRole('dialog').getByRole('radio').nth(9).waitFor();
    },
  },
  {
    name: 'consent',
    widths: FEW,
    async reach() {
      const scope = 'roster:write plan:write history:read';
      const clientId = `https://${'planner.'.repeat(20)}example/`;
      const query = await askInBrowser(
        { url: consoleUrl(service).replace('/console', '') },
        { clientId, scope },
      ).open();
      await player.page.goto(consoleUrl(service, `/consent?${query}`));
      await player.page.getByRole('checkbox').nth(4).waitFor();
    },
  },
  {
    name: 'code',
    path: '/device',
    widths: FEW,
    reach: () => player.button(/^(계속|Continue)$/).waitFor(),
  },
  {
    name: 'device',
    widths: FEW,
    async reach() {
      const { user_code } = await askByCode(service, 'roster:write history:read', 'Scanner '.repeat(7));
      await player.page.getByRole('textbox').fill(user_code);
      await player.button(/^(계속|Continue)$/).click();
      await player.page.getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'an address without a page',
    path: '/nowhere',
    widths: FEW,
    reach: () => player.page.getByRole('main').getByRole('link').waitFor(),
  },
  { name: 'account', path: '/account', reach: () => player.page.getByText('laptop').first().waitFor() },
  { name: 'server', path: '/server', reach: () => player.page.getByText(player.accountId).waitFor() },
];

for (const { locale, colorScheme } of APPEARANCES)
  test(`nothing on any page overlaps, is cut or too small for a finger at any width, in ${locale}`, async () => {
    const { page } = player;
    const language = locale.slice(0, 2);
    await page.emulateMedia({ colorScheme });
    const protocol = await player.context.newCDPSession(page);
    const found: string[] = [];
    await page.goto(consoleUrl(service, '/connections'));
    await page.evaluate((value) => localStorage.setItem('rollbook-console-language', value), language);
    for (const { name, path, widths = WIDTHS, reach } of STATES) {
      await page.setViewportSize({ width: widths[0] ?? 0, height: 1000 });
      if (path !== undefined) {
        await page.goto(consoleUrl(service, path));
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
      await reach();
      for (const width of widths) {
        const enabled = width <= TOUCH_WIDTH;
        await protocol.send('Emulation.setTouchEmulationEnabled', { enabled });
        await page.setViewportSize({ width, height: 1000 });
        const faults = await findLayoutFaults(page, enabled);
        found.push(...faults.map((fault) => `${name}, ${width} px: ${fault}`));
      }
    }
    assert.deepEqual(found, []);
    player.assertNoProblems();
  });
