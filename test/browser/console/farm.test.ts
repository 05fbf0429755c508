import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rollbook } from '../../../client/index.ts';
import { addressOf } from '../browser.ts';
import { assertAccessible } from './assert-accessible.ts';
import { finish, type Roster, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useConsole } from './use-console.ts';

/** Where to farm what the goals lack. */

const SHIROKO = '10010';
const ARU = '10000';
const STATE = { tier: 3, weaponTier: 0, level: 1, equip1: 9, equip1Level: 1 };
const WANTED = { tier: 4, equip1: 10, equip2: 10, equip3: 10 };

const [service, browser] = await useConsole();

async function openFarm(width = 1280): Promise<Roster & { rollbook: Rollbook }> {
  const roster = await signUpWithRoster(
    browser,
    service,
    { [SHIROKO]: STATE },
    { viewport: { width, height: 900 } },
  );
  const rollbook = new Rollbook({ baseUrl: `${service.url}/v1`, apiKey: roster.key });
  await rollbook.goals.put(SHIROKO, { wanted: WANTED, labels: ['raid'] });
  await rollbook.goals.put(ARU, { wanted: { tier: 4, equip1: 10 } });
  await roster.player.page.goto(consoleUrl(service, '/plan'));
  await roster.player.heading('계획');
  return { ...roster, rollbook };
}
const stagesOf = ({ player: { page } }: Roster) =>
  page.getByRole('region', { name: '돌 임무' }).getByRole('listitem').locator('b').allTextContents();

test('the plan says what to play tonight, as the API does, and keeps how far one can play', async () => {
  const roster = await openFarm(360);
  const { page } = roster.player;
  const { runs, ap, elephs } = await roster.rollbook.farmPlan();
  // Elephs drop 0.4 times in 20 AP.
  const total = ap + elephs.reduce((sum, { missing }) => sum + missing * 50, 0);
  await page
    .getByRole('button', { name: new RegExp(`어디를 돌까요.*${total.toLocaleString('ko')} AP`) })
    .click();
  await page.getByRole('region', { name: '돌 임무' }).waitFor();
  assert.deepEqual(
    await stagesOf(roster),
    runs.slice(0, 10).map(({ stage, runs: count }) => `${stage} × ${count}`),
  );
  assert.match((await addressOf(page)).search, /view=farm/);
  await page.getByRole('button', { name: /^시로코 100개 42일/ }).waitFor();
  await assertAccessible(roster.player, 'where to farm');

  await page.getByRole('combobox', { name: '열린 지역' }).selectOption('20지역까지');
  await page.getByText('더 먼 지역의 임무').waitFor();
  const near = await roster.rollbook.farmPlan({ area: 20 });
  assert.deepEqual(
    await stagesOf(roster),
    near.runs.slice(0, 10).map(({ stage, runs: count }) => `${stage} × ${count}`),
  );
  await page.getByRole('checkbox', { name: '어려움 임무도 돌기' }).uncheck();
  await page.getByRole('textbox', { name: '하루 AP' }).fill('600');
  await page.getByText(`${near.ap.toLocaleString('ko')} AP, 평균 ${Math.ceil(near.ap / 600)}일`).waitFor();
  await page.reload();
  await page.getByText(`${near.ap.toLocaleString('ko')} AP, 평균 ${Math.ceil(near.ap / 600)}일`).waitFor();
  await finish(roster);
});

test('what is in the stock, and goals with another label, move the stages', async () => {
  const roster = await openFarm();
  const { page } = roster.player;
  await page.goto(consoleUrl(service, '/plan?view=farm'));
  await page.getByRole('region', { name: '돌 임무' }).waitFor();
  const { runs } = await roster.rollbook.farmPlan({ label: 'raid' });
  await page.getByRole('combobox', { name: '라벨' }).selectOption('raid');
  const lines = runs.map(({ stage, runs: count }) => `${stage} × ${count}`);
  await page.getByText(lines[0] ?? '', { exact: true }).waitFor();
  assert.deepEqual(await stagesOf(roster), lines.slice(0, 10));
  await page.getByRole('button', { name: `${lines.length - 10}개 더 보기` }).click();
  assert.deepEqual(await stagesOf(roster), lines);

  const { shortage } = await roster.rollbook.growthPlan({ label: 'raid' });
  const bought = Object.entries(shortage.items).filter(([itemId]) => itemId.startsWith('e'));
  await roster.rollbook.stock.patch(Object.fromEntries(bought));
  await page.reload();
  await page.getByRole('combobox', { name: '라벨' }).selectOption('raid');
  await page.getByRole('button', { name: /^시로코 100개 42일/ }).waitFor();
  assert.deepEqual(await stagesOf(roster), []);
  await finish(roster);
});
