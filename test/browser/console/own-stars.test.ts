import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../until.ts';
import { finish, openRosterPage } from './open-roster.ts';
import { useConsole } from './use-console.ts';

/** Of the shipped catalogue: three stars, two and one. */
const [SHIROKO, AKANE, ASUNA] = ['10010', '13000', '16001'];

const [service, browser] = await useConsole();

test('the panel of a student who is not recruited begins with the own stars', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page, button } = roster.player;
  await page.getByRole('searchbox').fill('아스나');
  await button('아스나 미모집').click();
  const panel = page.getByRole('dialog');
  await panel.getByText('기본 성급 ★1에서 시작해요.').waitFor();
  assert.ok(await panel.getByRole('radio', { name: '★1' }).first().isChecked());
  // Going on registers nobody who was only looked at.
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await panel.getByText('기본 성급 ★1에서 시작해요.').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await page.getByText(`${service.students.length}명 중 0명 모집`).waitFor();
  await button('아스나 미모집').click();
  await button('모집으로 등록').click();
  await panel.getByText(/^등록했어요/).waitFor();
  const { tier, weaponTier } = await roster.state(ASUNA);
  assert.deepEqual([tier, weaponTier], [1, 0]);
  await finish(roster);
});

test('0 registers the student who has the focus with the own stars, which the stars show', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page, button } = roster.player;
  await page.waitForLoadState('networkidle');
  await page.getByRole('searchbox').fill('아카네');
  const line = page.getByRole('listitem').filter({ has: button('아카네 미모집') });
  assert.equal(await line.locator('[data-own]').count(), 2);
  await button('아카네 미모집').focus();
  await page.keyboard.press('0');
  await page.getByText('등록했어요: 아카네 ★2').first().waitFor();
  assert.equal((await roster.state(AKANE)).tier, 2);
  await finish(roster);
});

test('several selected students are registered with the own stars of each', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page, button } = roster.player;
  await button('선택').click();
  for (const name of ['시로코', '아카네', '아스나']) await button(`${name} 미모집`).click();
  await button('기본 성급으로 (3)').click();
  await page.getByText(`${service.students.length}명 중 3명 모집`).waitFor();
  // The page shows them before they are saved.
  const areSaved = async () => {
    const states = await Promise.all([SHIROKO, AKANE, ASUNA].map((uid) => roster.state(uid ?? '')));
    return states.map(({ tier }) => tier).join() === '3,2,1';
  };
  await until('they are saved', areSaved, { every: 500 });
  await finish(roster);
});

test('fewer stars than the own ones, and a favourite item that there is not, get a remark', async () => {
  const roster = await openRosterPage(browser, service, { [SHIROKO]: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  await page.getByRole('button', { name: /^시로코 성급/ }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('★2', { exact: true }).first().waitFor();
  await panel.getByRole('radio', { name: '★2' }).first().check();
  await panel.getByText('시로코의 기본 성급은 3이에요.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '저장하지 않고 닫기' }).click();
  await page.getByRole('searchbox').fill('세리나(크리스마스)');
  await page.getByRole('button', { name: '세리나(크리스마스) 미모집' }).click();
  await panel.getByRole('spinbutton', { name: '애용품 티어' }).fill('1');
  await panel.getByText('게임에 이 학생의 애용품이 없어요.').waitFor();
  await finish(roster);
});

test('the panel tells what is known of a student, and a card tells it to a screen reader', async () => {
  const roster = await openRosterPage(browser, service, { 10000: { tier: 3, weaponTier: 0 } });
  const { page } = roster.player;
  const card = page.getByRole('button', { name: /^아루 성급/ });
  assert.equal(await card.getAttribute('aria-description'), '게헨나, 딜러, 폭발, 경장갑');
  await card.click();
  const facts = page.getByRole('region', { name: '학생 정보' });
  for (const text of [
    '게헨나 · 흥신소 68',
    '스트라이커 · BACK · 딜러',
    '폭발',
    '경장갑',
    '3월 12일',
    '일본 2021. 2. 4.',
  ])
    await facts.getByText(text).waitFor();
  await page.getByRole('spinbutton', { name: '장비 1 티어 · 모자' }).waitFor();
  await finish(roster);
});
