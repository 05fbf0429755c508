import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finish, openRosterPage, type Roster } from './open-roster.ts';
import { useConsole } from './use-console.ts';

const SHIROKO = '10010';
const STATE = { tier: 3, weaponTier: 0, level: 35 };

const [service, browser] = await useConsole();

const openRoster = (students: Record<string, object>) => openRosterPage(browser, service, students);
const openCard = ({ player: { page } }: Roster, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} 성급`) }).click();
const field = ({ player: { page } }: Roster, name: string | RegExp) => page.getByRole('spinbutton', { name });

test('a value that the game does not know gets a remark and is saved, and the most is the cap of the tier', async () => {
  const roster = await openRoster({ [SHIROKO]: { ...STATE, equip1: 5, equip1Level: 40 } });
  const { page, button } = roster.player;
  await openCard(roster, '시로코');
  await button('장비 1 레벨: 최대 45').click();
  assert.equal(await field(roster, '장비 1 레벨').inputValue(), '45');
  await field(roster, '장비 1 레벨').press('ArrowUp');
  assert.equal(await field(roster, '장비 1 레벨').inputValue(), '45');
  await field(roster, '장비 1 레벨').fill('70');
  await page.getByText('게임에서 T5 장비의 레벨은 45까지예요.').waitFor();
  await field(roster, '장비 2 레벨').fill('1');
  await page.getByText('티어가 기록되지 않았어요.').waitFor();
  await field(roster, '장비 2 레벨').press('Enter');
  await page.getByText(/^저장했어요/).waitFor();
  const { equip1Level, equip2Level } = await roster.state(SHIROKO);
  assert.deepEqual([equip1Level, equip2Level], [70, 1]);
  await finish(roster);
});

test('one press enters the maximum of a student, which is saved as any other values', async () => {
  const roster = await openRoster({ [SHIROKO]: { ...STATE, bond: 7 } });
  const { page, button } = roster.player;
  await openCard(roster, '시로코');
  await button('이 학생 최대로').click();
  assert.equal((await roster.state(SHIROKO)).level, 35);
  await field(roster, /^레벨/).press('Enter');
  await page.getByText(/^저장했어요/).waitFor();
  const { tier, weaponLevel, level, equip3Level, abilityAtk, equipSpecial, bond } =
    await roster.state(SHIROKO);
  assert.deepEqual(
    [tier, weaponLevel, level, equip3Level, abilityAtk, equipSpecial, bond],
    [5, 60, 90, 70, 25, null, 7],
  );
  await finish(roster);
});

test('bond experience is entered as the game shows it, within the rank', async () => {
  const roster = await openRoster({ [SHIROKO]: { ...STATE, bond: 10 } });
  const { page } = roster.player;
  await openCard(roster, '시로코');
  // Rank 10 begins at 300 and has 60.
  await field(roster, '이 랭크의 경험치 (60 중)').fill('25');
  assert.equal(await field(roster, '누적 인연 경험치').inputValue(), '325');
  await field(roster, '누적 인연 경험치').fill('340');
  assert.equal(await field(roster, '이 랭크의 경험치 (60 중)').inputValue(), '40');
  await page.keyboard.press('Enter');
  await page.getByText(/^저장했어요/).waitFor();
  assert.equal((await roster.state(SHIROKO)).bondExp, 340);
  await finish(roster);
});

test('going on to the next student saves, and says so', async () => {
  const roster = await openRoster({ 10000: STATE, 10001: STATE });
  const { page, button } = roster.player;
  await openCard(roster, '아루');
  await field(roster, /^레벨/).fill('40');
  await button('다음 학생').click();
  await page.getByRole('dialog', { name: '에이미' }).waitFor();
  await page.getByText('아루: 저장했어요.').waitFor();
  assert.equal((await roster.state('10000')).level, 40);
  await page.getByRole('dialog').getByRole('button', { name: '실행 취소' }).click();
  await page.getByText('되돌렸어요').first().waitFor();
  assert.equal((await roster.state('10000')).level, 35);
  await finish(roster);
});

test('the values of one student are entered for others after a preview', async () => {
  const source = { ...STATE, level: 80, skillEx: 4, equip1: 6, equip1Level: 50, bond: 12 };
  const roster = await openRoster({ 10000: source, 10001: STATE, 10002: { ...STATE, level: 85 } });
  const { page, button } = roster.player;
  await openCard(roster, '아루');
  await button('다른 학생에게 복사').click();
  await page.getByText('아루의 값을 받을 학생을 고르세요.').waitFor();
  await openCard(roster, '에이미');
  await openCard(roster, '하루나');
  await button('아루의 값 넣기').click();
  await page.getByRole('dialog').getByRole('button', { name: '2명 저장' }).click();
  await page.getByText('2명을 저장했어요.').first().waitFor();
  const states = await Promise.all(['10001', '10002'].map((uid) => roster.state(uid)));
  assert.deepEqual(
    states.map(({ level, skillEx, equip1Level, bond }) => [level, skillEx, equip1Level, bond]),
    [
      [80, 4, 50, null],
      [85, 4, 50, null],
    ],
  );
  await finish(roster);
});

test('Page Down goes on from wherever the focus is, and stays in the field', async () => {
  const roster = await openRoster({ 10000: STATE, [SHIROKO]: STATE });
  const { page } = roster.player;
  await openCard(roster, '아루');
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
  const skill = field(roster, 'EX 스킬');
  await skill.focus();
  await page.keyboard.press('PageDown');
  await title.filter({ hasText: '시로코' }).waitFor();
  await skill.and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: '닫기' }).focus();
  await page.keyboard.press('PageUp');
  await title.filter({ hasText: '아루' }).waitFor();
  await finish(roster);
});
