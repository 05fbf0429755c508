import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { cleanUpAtEnd } from '../cleanup.ts';
import { ConsoleBrowser } from '../console/console-browser.ts';
import { startFaultyProxy } from '../faults/faulty-proxy.ts';
import { bareEnvironment } from '../service.ts';
import { useSharedService } from '../use-service.ts';
import { share } from './use-shares.ts';

const service = await useSharedService();
const EXAMPLE = join(import.meta.dirname, '../../examples/board-bot.ts');
const CHERINO = '10017';

/** The bot beside a proxy that counts what it asks; each line is answered by as many as there are until `end`. */
async function startBot(link: string, keepMs?: number) {
  const proxy = await startFaultyProxy(service.url, 60_000);
  const bot = spawn(process.execPath, [EXAMPLE, link.replace(service.url, proxy.url)], {
    env: { ...bareEnvironment(), ...(keepMs !== undefined && { KEEP_MS: `${keepMs}` }) },
  });
  cleanUpAtEnd(async () => {
    bot.kill('SIGKILL');
    await proxy.close();
  });
  const lines = createInterface({ input: bot.stdout })[Symbol.asyncIterator]();
  return {
    /** Says a line, and returns the first lines of the answer. */
    async ask(line: string, count: number): Promise<string[]> {
      bot.stdin.write(`${line}\n`);
      const answered: string[] = [];
      while (answered.length < count) {
        const next = await lines.next();
        assert.ok(!next.done, answered.join('\n'));
        answered.push(next.value);
      }
      return answered;
    },
    boardReads: () => proxy.exchanges.flatMap(({ path, status }) => (/^\/b\//.test(path) ? status : [])),
    async end(): Promise<void> {
      bot.stdin.end();
      assert.deepEqual(await once(bot, 'exit'), [0, null]);
      assert.equal((await lines.next()).done, true);
    },
  };
}

test('the example answers from a board who can lend a student, best first, and asks for the board again by its tag', async () => {
  const maker = new ConsoleBrowser(service);
  await maker.signUp('보드장');
  const board = await maker.ok('POST', '/boards', { name: '서클' });
  const token = new URL(board.joinUrl).searchParams.get('join');
  const joinAs = async (name: string, state: object | undefined, settings: object = {}) => {
    const browser = new ConsoleBrowser(service);
    await browser.signUp(name);
    if (state) await browser.ok('POST', '/me/students', { studentUid: CHERINO, weaponTier: 0, ...state });
    const { shareId } = await share(browser, { showsPlayer: true, shows: ['weapon', 'growth'], ...settings });
    await browser.ok('POST', '/boards/join', { token, shareId });
    return browser;
  };
  const lends = { borrow: { raid: [CHERINO], tower: [CHERINO] } };
  await joinAs('성급만', { tier: 4, level: 90 }, { shows: ['weapon'] });
  const low = await joinAs('낮음', { tier: 5, weaponTier: 1, level: 70 });
  await joinAs('높음', { tier: 5, weaponTier: 3, level: 90 });
  await joinAs('빌려줌', { tier: 3, level: 60 }, lends);
  await joinAs('이름만', { tier: 5 }, { shows: [] });
  await joinAs('없음', undefined);

  const expected = [
    '체리노',
    '빌려줌: ★3, 레벨 60 (총력전, 제약해제결전에 빌려줌)',
    '높음: ★5, 고유무기 3, 레벨 90',
    '낮음: ★5, 고유무기 1, 레벨 70',
    '성급만: ★4',
    '이름만: 있음',
  ];
  const bot = await startBot(board.url);
  assert.deepEqual(await bot.ask('안녕하세요\n!lend 체리노', 6), expected);
  assert.deepEqual(await bot.ask('Who can lend Cherino?', 6), expected);
  assert.deepEqual(await bot.ask('!lend 시로코', 1), ['시로코: 보드에 아무도 없습니다.']);
  assert.match((await bot.ask('!lend 하루', 1))[0] ?? '', /^누구입니까\? .*하루나.*하루카/);
  assert.deepEqual(bot.boardReads(), [200]);
  await bot.end();

  const eager = await startBot(board.url, 0);
  assert.deepEqual(await eager.ask('!lend 체리노', 6), expected);
  assert.deepEqual(await eager.ask('!lend 체리노', 6), expected);
  assert.deepEqual(eager.boardReads(), [200, 304]);
  await low.ok('DELETE', `/boards/${board.boardId}/place`);
  assert.deepEqual(
    await eager.ask('!lend 체리노', 5),
    expected.filter((line) => !line.startsWith('낮음')),
  );
  await maker.ok('DELETE', `/boards/${board.boardId}`);
  assert.deepEqual(await eager.ask('!lend 체리노', 1), ['보드가 없습니다. 끝났거나 주소가 바뀌었습니다.']);
  await eager.end();
});
