import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCatalogueSource } from '../../catalogue-source.ts';
import { NEXT } from '../../catalogue-step.ts';
import { until } from '../../until.ts';
import { finish, openRosterPage, signUpWithRoster } from './open-roster.ts';
import { consoleUrl } from './player.ts';
import { useOwnConsole } from './use-console.ts';

/** Pages that are open when the catalogue gets a school, a club and a kind of recruitment that they have never heard of. */

const [service, browser] = await useOwnConsole({}, { hasAllStudents: true });
const source = await startCatalogueSource();
after(() => source.close());

const { newcomer, school, club, recruit } = NEXT;
const GOAL = { wanted: { tier: 3, skillEx: 2 } };
const STATE = { tier: 3, weaponTier: 0, skillEx: 1 };

test('open pages show a school that they have never heard of: its name, its filter in both languages, its materials', async () => {
  const roster = await openRosterPage(browser, service, { 10149: STATE });
  const plan = await signUpWithRoster(browser, service, { 10149: STATE });
  assert.equal((await service.callBeta(plan.key, 'PUT', '/goals/10149', GOAL)).status, 200);
  await plan.player.page.goto(consoleUrl(service, '/plan'));
  await plan.player.heading('계획');
  const material = (name: string) =>
    plan.player.page.getByRole('button', { name: new RegExp(`BD \\(${name}\\): 12 필요`) });
  await material('오디세이아').waitFor();

  source.put('next', NEXT.files);
  await service.command('catalogue', 'import', '--from', `${source.origin}/next/`);
  await until(
    'the new catalogue is served',
    async () => (await (await fetch(`${service.url}/catalogue.json`)).text()).includes(newcomer.uid),
    { every: 50 },
  );
  for (const { key } of [roster, plan]) {
    const registered = { studentUid: newcomer.uid, ...STATE };
    assert.equal((await service.call(key, 'POST', '/me/students', registered)).status, 201);
    assert.equal((await service.callBeta(key, 'PUT', `/goals/${newcomer.uid}`, GOAL)).status, 200);
  }
  // It looks by itself, as soon as it comes to the front too.
  await plan.player.page.evaluate(() => dispatchEvent(new Event('focus')));
  await material(school.names.ko).waitFor();
  await plan.player.page.locator('option', { hasText: newcomer.names.ko }).waitFor({ state: 'attached' });

  const { page, button } = roster.player;
  await button('새로 고침').click();
  await page.getByText('새로 나온 학생').first().waitFor();
  const panel = page.getByRole('dialog');
  await page.locator(`[data-student="${newcomer.uid}"]`).click();
  await panel.getByText(`${school.names.ko} · ${club.names.ko}`).waitFor();
  await panel.getByText(recruit.names.ko, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  for (const language of ['ko', 'en'] as const) {
    await page.evaluate((chosen) => localStorage.setItem('rollbook-console-language', chosen), language);
    await page.goto(`${consoleUrl(service)}?school=${school.code}`);
    await page.getByRole('button', { name: school.names[language] }).first().waitFor();
    await page.locator(`[data-student="${newcomer.uid}"]`).waitFor();
    assert.equal(await page.locator('[data-student]').count(), 1, language);
  }
  await Promise.all([finish(roster), finish(plan)]);
});
