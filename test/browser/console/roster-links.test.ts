import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { LINK_SITES } from '../../../client/formats/index.ts';
import { until } from '../../until.ts';
import { assertAccessible } from './assert-accessible.ts';
import { rollbookJson } from './roster-texts.ts';
import { useOwnConsole } from './use-console.ts';
import { heading, plain, review, useImport } from './use-import.ts';

/** The roster as links to other sites, which hear of it by the player's own tap alone. */

const { service, openImport, openImportPage } = await useImport(useOwnConsole());

const { bamystudents, midokuni } = LINK_SITES;
const linkTo = (page: Page, { name }: { name: string }) =>
  page.getByRole('link', { name: `새 탭에서 열기: ${name}` });
const hrefOf = (page: Page, site: { name: string }) => linkTo(page, site).getAttribute('href');

test('a site hears of the roster when its link is opened, and of nothing but who is recruited', async () => {
  const player = await openImport('links', [plain('10000', { level: 90, bond: 20 }), plain('10005')]);
  const { page, context } = player;
  const requests: { url: string; referrer: string | undefined }[] = [];
  await context.route(
    ({ host }) => host !== new URL(page.url()).host,
    (route) => {
      requests.push({ url: route.request().url(), referrer: route.request().headers().referer });
      return route.fulfill({ contentType: 'text/html', body: '<title>another site</title>' });
    },
  );
  const urls = [
    [bamystudents, `https://bamystudents.netlify.app/h${'A'.repeat(45)}`],
    [midokuni, 'https://hina.loves.midokuni.com/Tool/Roster?s10=Lo'],
  ] as const;
  for (const [site, url] of urls) {
    await page
      .getByText(`주소에 모집한 학생 2명의 목록이 담겨 ${site.host}에 전해져요.`, { exact: false })
      .waitFor();
    assert.equal(await hrefOf(page, site), url);
    await linkTo(page, site).hover();
    await linkTo(page, site).focus();
  }
  await assertAccessible(player, 'links to other sites');
  assert.deepEqual(requests, []);
  player.assertNoProblems();

  for (const [site, url] of urls) {
    const opened = context.waitForEvent('page');
    await linkTo(page, site).press('Enter');
    const tab = await opened;
    await tab.waitForURL(url);
    assert.deepEqual(await tab.evaluate(() => [document.referrer, opener]), ['', null]);
    assert.deepEqual(requests.splice(0), [{ url, referrer: undefined }]);
    await tab.close();
  }
  await context.close();
});

test('the links follow the roster, and say how many students a site does not know', async () => {
  const player = await openImport('changed-links');
  const { page, button } = player;
  await page.getByText('모집한 학생이 생기면 여기에서 열 수 있어요.').waitFor();
  assert.equal(await linkTo(page, bamystudents).count(), 0);

  const folder = await mkdtemp(join(tmpdir(), 'rollbook-newcomer-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const newcomer = { uid: '10999', names: { ko: '새봄', ja: '新春', en: 'Newcomer' }, aliases: [] };
  const file = join(folder, 'students.json');
  await writeFile(file, JSON.stringify([...service.students, newcomer]));
  await service.command('catalogue', 'import', file);
  await until('the newcomer is served', async () =>
    (await (await fetch(`${service.url}/catalogue.json`)).text()).includes('10999'),
  );

  await openImportPage(page);
  await review(player, rollbookJson([plain('10000'), plain('10999')]));
  await button('2명 저장').click();
  await heading(page, '가져오기를 마쳤어요');
  await button('다른 목록 가져오기').click();
  const rowOf = (site: { name: string }) => page.getByRole('listitem').filter({ has: linkTo(page, site) });
  await rowOf(bamystudents).getByText('모집한 학생 1명의 목록').waitFor();
  assert.match(
    (await rowOf(bamystudents).textContent()) ?? '',
    /그 사이트가 모르는 학생 1명은 담기지 않아요/,
  );
  assert.match((await rowOf(midokuni).textContent()) ?? '', /모집한 학생 2명의 목록(?!.*모르는)/);
  assert.equal(await hrefOf(page, bamystudents), `https://${bamystudents.host}/g${'A'.repeat(45)}`);
  player.assertNoProblems();
  await player.context.close();
});
