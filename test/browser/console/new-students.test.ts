import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../until.ts';
import { finish, openRosterPage } from './open-roster.ts';
import { useOwnConsole } from './use-console.ts';

const newStudent = (uid: string, name: string) => ({
  uid,
  names: { ko: name, ja: name, en: name },
  aliases: [],
});

const [service, browser] = await useOwnConsole();
const folder = await mkdtemp(join(tmpdir(), 'rollbook-catalogue-'));
after(() => rm(folder, { recursive: true, force: true }));

test('who is new in the catalogue is told once, and opens with a press', async () => {
  const roster = await openRosterPage(browser, service, {});
  const { page, button } = roster.player;
  const notice = page.getByText('새로 나온 학생');
  const file = join(folder, 'students.json');
  await writeFile(
    file,
    JSON.stringify([...service.students, newStudent('99001', '새봄'), newStudent('99002', '늦봄')]),
  );
  await service.command('catalogue', 'import', file);
  await until('the new catalogue is served', async () => {
    const catalogue = await fetch(`${service.url}/catalogue.json`);
    return (await catalogue.text()).includes('99002');
  });
  await button('새로 고침').click();
  await page.getByText('새로 나온 학생 2명:').waitFor();
  await button('새봄').click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('heading', { name: '새봄' }).waitFor();
  // Nothing is known of the student, and nothing is said.
  await panel.getByText('성급을 정하면 등록할 수 있어요.').waitFor();
  await panel.getByRole('region', { name: '학생 정보' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await button('닫기').click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(`${service.students.length + 2}명 중 0명 모집`).waitFor();
  await notice.waitFor({ state: 'detached' });
  await finish(roster);
});
