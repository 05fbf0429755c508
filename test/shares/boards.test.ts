import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_BOARD_MEMBERS, MAX_BOARDS, type SharedBoard } from '../../contract/boards.ts';
import type { BoardView } from '../../server/boards/views.ts';
import type { ShareSettings } from '../../server/shares/views.ts';
import { refused } from '../blackbox/error-response.ts';
import { ConsoleBrowser } from '../console/console-browser.ts';
import { query } from '../database.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import { SHARED_SETTINGS, useSharedService } from '../use-service.ts';
import { look, share } from './use-shares.ts';

const service = await useSharedService();

interface Player {
  readonly browser: ConsoleBrowser;
  readonly accountId: string;
  readonly name: string;
}

async function openPlayer(name: string, students: Record<string, object> = {}): Promise<Player> {
  const browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp(name);
  for (const [studentUid, state] of Object.entries(students))
    await browser.ok('POST', '/me/students', { studentUid, tier: 3, weaponTier: 0, ...state });
  return { browser, accountId, name };
}

const SHOWN: Partial<ShareSettings> = { showsPlayer: true, shows: ['weapon', 'growth'] };
const createBoard = ({ browser }: Player, name = '우리 서클'): Promise<BoardView> =>
  browser.ok('POST', '/boards', { name });
const tokenOf = ({ joinUrl }: BoardView): string => new URL(joinUrl ?? '').searchParams.get('join') ?? '';
async function join(player: Player, board: BoardView, settings: Partial<ShareSettings> = {}) {
  const link = await share(player.browser, { ...SHOWN, ...settings });
  const joined: BoardView = await player.browser.ok('POST', '/boards/join', {
    token: tokenOf(board),
    shareId: link.shareId,
  });
  return { link, joined };
}
async function read({ url }: BoardView): Promise<SharedBoard> {
  const { status, text } = await look(`${url}.json`);
  assert.equal(status, 200, text);
  return JSON.parse(text);
}
const namesOn = async (board: BoardView) => (await read(board)).members.map(({ player }) => player).sort();

describe('a board', () => {
  test('shows the links of its members side by side, each as far as the link does', async () => {
    const maker = await openPlayer('하나', { 10005: { level: 71 }, 10010: { level: 3 } });
    const member = await openPlayer('유우카', { 10005: { tier: 5, weaponTier: 3, level: 90, skillEx: 5 } });
    const board = await createBoard(maker);
    assert.match(board.url, /\/b\/[0-9A-Za-z]{22}$/);
    assert.deepEqual(
      { ...board, boardId: '', url: '', joinUrl: '', createdAt: '' },
      {
        ...{ boardId: '', name: '우리 서클', maker: '하나', isMine: true, url: '', joinUrl: '' },
        ...{ members: [], memberCount: 0, shareId: null, createdAt: '' },
      },
    );
    assert.deepEqual(await read(board), { name: '우리 서클', members: [], students: [], borrow: {} });

    const own = await join(maker, board, { borrow: { raid: ['10010'] } });
    assert.deepEqual([own.joined.shareId, own.joined.memberCount], [own.link.shareId, 1]);
    const invitation = await member.browser.ok('POST', '/boards/invitation', { token: tokenOf(board) });
    assert.deepEqual(invitation, {
      ...{ name: '우리 서클', maker: '하나', memberCount: 1, isFull: false, shareId: null },
    });
    const other = await join(member, board, { shows: ['weapon'], name: '숨긴 이름', showsPlayer: false });
    assert.deepEqual([other.joined.isMine, other.joined.joinUrl, other.joined.members], [false, null, null]);
    const { members, students, borrow } = await read(board);
    assert.deepEqual(
      members.map(({ player }) => player),
      ['하나', '숨긴 이름'],
    );
    assert.deepEqual(
      students.map(({ studentUid, name, of }) => [studentUid, name, of.map(({ member }) => member)]),
      [
        ['10005', '호시노', [0, 1]],
        ['10010', '시로코', [0]],
      ],
    );
    const [hoshino] = students;
    assert.equal(hoshino?.of[0]?.level, 71);
    assert.deepEqual(hoshino?.of[1], { member: 1, tier: 5, weaponTier: 3, weaponLevel: null });
    assert.deepEqual(
      borrow.raid?.map(({ member, studentUid }) => [member, studentUid]),
      [[0, '10010']],
    );
    const page = await look(board.url);
    for (const url of [board.url, `${board.url}.json`]) {
      const { headers } = await look(url);
      assert.equal(headers.get('cache-control'), 'no-cache');
      assert.equal((await look(url, { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
    }
    for (const text of ['우리 서클', '하나', '숨긴 이름', '호시노', '시로코'])
      assert.ok(page.text.includes(text));
    assert.ok(!page.text.includes('유우카'));
    // Two taps at once are one.
    const twice = { token: tokenOf(board), shareId: other.link.shareId };
    await Promise.all([1, 2, 3].map(() => member.browser.ok('POST', '/boards/join', twice)));
    assert.equal((await read(board)).members.length, 2);
    // A player stands once on a board: another link takes the place of the first.
    const again = await join(member, board, SHOWN);
    assert.deepEqual([again.joined.memberCount, (await namesOn(board)).length], [2, 2]);
    assert.deepEqual(await namesOn(board), ['유우카', '하나']);
    assert.deepEqual((await member.browser.ok('GET', '/boards')).boards[0].shareId, again.link.shareId);
    // Of two links at once, one stands there, and the console names the one that is shown.
    const links = [other.link, again.link];
    for (let i = 0; i < 5; i += 1) {
      await Promise.all(
        links.map(({ shareId }) =>
          member.browser.ok('POST', '/boards/join', { token: tokenOf(board), shareId }),
        ),
      );
      const { boards } = await member.browser.ok('GET', '/boards');
      assert.equal(boards.length, 1);
      const shown = (await namesOn(board)).includes('유우카') ? again.link : other.link;
      assert.equal(boards[0].shareId, shown.shareId);
    }
  });

  test('shows nothing of a member from the next answer on who leaves, is taken out, or whose link or account ends', async () => {
    const maker = await openPlayer('하나');
    const board = await createBoard(maker);
    const names = [
      '나간 사람',
      '빠진 사람',
      '지운 링크',
      '끝난 링크',
      '정지된 계정',
      '지운 계정',
      '남은 사람',
    ];
    const players = await Promise.all(names.map((name) => openPlayer(name, { 10005: {} })));
    const links = [];
    for (const player of players) links.push((await join(player, board)).link);
    assert.deepEqual(await namesOn(board), names.toSorted());
    const [left, taken, deleted, ended, suspended, gone] = players as [
      Player,
      Player,
      Player,
      Player,
      Player,
      Player,
    ];
    await look(board.url);

    await left.browser.ok('DELETE', `/boards/${board.boardId}/place`);
    refused(await left.browser.call('DELETE', `/boards/${board.boardId}/place`), 404, 'not_found');
    assert.ok(!(await namesOn(board)).includes(left.name));
    const { boards } = await maker.browser.ok('GET', '/boards');
    const { memberId } = boards[0].members.find(({ player }: { player: string }) => player === taken.name);
    await maker.browser.ok('DELETE', `/boards/${board.boardId}/members/${memberId}`);
    assert.ok(!(await namesOn(board)).includes(taken.name));
    assert.deepEqual(await taken.browser.ok('GET', '/boards'), { boards: [] });
    await deleted.browser.ok('DELETE', `/shares/${links[2]?.shareId}`);
    assert.ok(!(await namesOn(board)).includes(deleted.name));
    await query(
      service.database,
      `UPDATE share_link SET expires_at = 1 WHERE share_id = '${links[3]?.shareId}'`,
    );
    assert.ok(!(await namesOn(board)).includes(ended.name));
    await service.command('account', 'suspend', suspended.accountId);
    assert.ok(!(await namesOn(board)).includes(suspended.name));
    await gone.browser.ok('DELETE', '/account', {});
    assert.deepEqual(await namesOn(board), ['남은 사람']);
    const { text } = await look(board.url);
    for (const { name } of players.slice(0, -1)) assert.ok(!text.includes(name), name);
    await service.command('account', 'activate', suspended.accountId);
    assert.deepEqual(await namesOn(board), ['남은 사람', '정지된 계정'].toSorted());
  });

  test('is renamed, given another address to join, and ended by its maker alone', async () => {
    const [maker, member] = [await openPlayer('하나'), await openPlayer('유우카', { 10005: {} })];
    const board = await createBoard(maker);
    await join(member, board);
    for (const [method, path, body] of [
      ['PATCH', '', { name: '훔친 보드' }],
      ['POST', '/renew', {}],
      ['DELETE', '', undefined],
      ['DELETE', '/members/mbr_1', undefined],
    ] as const)
      refused(await member.browser.call(method, `/boards/${board.boardId}${path}`, body), 404, 'not_found');
    assert.equal(
      (await maker.browser.ok('PATCH', `/boards/${board.boardId}`, { name: '새 이름' })).name,
      '새 이름',
    );
    const renewed = await maker.browser.ok('POST', `/boards/${board.boardId}/renew`, {});
    assert.notEqual(renewed.joinUrl, board.joinUrl);
    assert.equal(renewed.url, board.url);
    const late = await openPlayer('아루', { 10005: {} });
    const link = await share(late.browser, SHOWN);
    const body = { token: tokenOf(board), shareId: link.shareId };
    refused(await late.browser.call('POST', '/boards/join', body), 404, 'not_found');
    refused(
      await late.browser.call('POST', '/boards/invitation', { token: tokenOf(board) }),
      404,
      'not_found',
    );
    await late.browser.ok('POST', '/boards/join', { ...body, token: tokenOf(renewed) });
    await maker.browser.ok('DELETE', `/boards/${board.boardId}`);
    assert.equal((await look(board.url)).status, 404);
    refused(
      await late.browser.call('POST', '/boards/join', { ...body, token: tokenOf(renewed) }),
      404,
      'not_found',
    );
    assert.deepEqual(await member.browser.ok('GET', '/boards'), { boards: [] });
  });

  test('lets a member change the link that stands there, and nobody else', async () => {
    const maker = await openPlayer('하나');
    const member = await openPlayer('유우카', { 10005: {} });
    const board = await createBoard(maker);
    const { link } = await join(member, board);
    const other = await share(member.browser, { ...SHOWN, name: '다른 이름', showsPlayer: false });
    const path = `/boards/${board.boardId}/place`;
    const body = { shareId: other.shareId };
    const changed = await member.browser.ok('PATCH', path, body);
    assert.deepEqual([changed.shareId, changed.memberCount], [other.shareId, 1]);
    assert.deepEqual(await namesOn(board), ['다른 이름']);
    const { boards } = await member.browser.ok('GET', '/boards');
    assert.deepEqual(boards, [changed]);
    const stranger = await openPlayer('아루', { 10005: {} });
    const strange = await share(stranger.browser, SHOWN);
    for (const [player, shareId] of [
      [stranger, strange.shareId],
      [stranger, link.shareId],
      [member, strange.shareId],
      [maker, other.shareId],
    ] as const)
      refused(await player.browser.call('PATCH', path, { shareId }), 404, 'not_found');
    // Whoever was taken out has a place no more, although the link still names the board.
    const [{ members }] = (await maker.browser.ok('GET', '/boards')).boards;
    await maker.browser.ok('DELETE', `/boards/${board.boardId}/members/${members[0].memberId}`);
    refused(await member.browser.call('PATCH', path, body), 404, 'not_found');
    assert.deepEqual(await namesOn(board), []);
  });

  test('takes a link of the player alone, and no address leads to it but its own', async () => {
    const [maker, other] = [
      await openPlayer('하나', { 10005: {} }),
      await openPlayer('유우카', { 10005: {} }),
    ];
    const board = await createBoard(maker);
    const { link } = await join(maker, board);
    const stolen = { token: tokenOf(board), shareId: link.shareId };
    refused(await other.browser.call('POST', '/boards/join', stolen), 404, 'not_found');
    assert.equal((await read(board)).members.length, 1);
    const page = board.url.slice(-22);
    const own = await share(other.browser, SHOWN);
    for (const token of [page, 'x'.repeat(22), link.url.slice(-22), ''])
      assert.ok(
        (await other.browser.call('POST', '/boards/join', { token, shareId: own.shareId })).status >= 400,
      );
    const at = (path: string) => board.url.replace(/\/b\/.*/, path);
    for (const path of [
      `/b/${tokenOf(board)}`,
      `/b/${link.url.slice(-22)}`,
      `/s/${page}`,
      `/b/${page}x`,
      '/b/',
    ])
      assert.equal((await look(at(path))).status, 404, path);
    assert.equal((await look(`${board.url}.png`)).status, 404);
  });

  test('has thirty places, and the last one is taken once however many ask at once', async () => {
    const [maker, ...racers] = await Promise.all(
      Array.from({ length: 4 }, (_, i) => openPlayer(`선수 ${i}`, { 10005: {} })),
    );
    const board = await createBoard(maker as Player);
    await join(maker as Player, board);
    const members = Array.from({ length: MAX_BOARD_MEMBERS - 1 }, (_, i) => ({
      memberId: `mbr_${i}`,
      accountId: (maker as Player).accountId,
      joinedAt: 1,
    }));
    await query(
      service.database,
      `UPDATE board SET members = '${JSON.stringify(members)}' WHERE board_id = '${board.boardId}'`,
    );
    const links = await Promise.all(racers.map(({ browser }) => share(browser, SHOWN)));
    const answers = await Promise.all(
      racers.map(({ browser }, i) =>
        browser.call('POST', '/boards/join', { token: tokenOf(board), shareId: links[i]?.shareId }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.deepEqual(
      answers.flatMap(({ body }) => body.error?.code ?? []),
      ['limit_reached', 'limit_reached'],
    );
    // The places of links that have ended are given to whoever asks next.
    const late = answers.findIndex(({ status }) => status === 409);
    const { browser } = racers[late] as Player;
    const asked = () => browser.ok('POST', '/boards/invitation', { token: tokenOf(board) });
    assert.equal((await asked()).isFull, true);
    await query(
      service.database,
      `UPDATE share_link SET expires_at = 1 WHERE account_id = '${(maker as Player).accountId}'`,
    );
    assert.equal((await asked()).isFull, false);
    const joined = { token: tokenOf(board), shareId: links[late]?.shareId };
    assert.equal((await browser.ok('POST', '/boards/join', joined)).memberCount, 2);
  });

  test('is left by all links of an account that puts an intruder out, and its boards get other addresses', async () => {
    const [maker, member] = [
      await openPlayer('하나', { 10005: {} }),
      await openPlayer('유우카', { 10005: {} }),
    ];
    const [board, other] = [await createBoard(maker), await createBoard(member)];
    await join(member, board);
    await join(member, other);
    await member.browser.verify();
    await member.browser.ok('POST', '/eviction', { keptPasskeys: [] });
    assert.deepEqual(await namesOn(board), []);
    assert.equal((await look(other.url)).status, 404);
    const [renewed] = (await member.browser.ok('GET', '/boards')).boards;
    assert.notEqual(renewed.joinUrl, other.joinUrl);
    assert.deepEqual(await namesOn(renewed), []);
  });

  test('has its addresses in no log and no error', async () => {
    const logged = await startService({ env: { ...SHARED_SETTINGS, ROLLBOOK_LOG_LEVEL: 'debug' } });
    const browser = new ConsoleBrowser(logged);
    await browser.signUp('하나');
    const board: BoardView = await browser.ok('POST', '/boards', { name: '우리 서클' });
    const tokens = [board.url.slice(-22), tokenOf(board)];
    await browser.ok('POST', '/boards/invitation', { token: tokens[1] });
    for (const token of tokens)
      for (const path of [`/b/${token}.json`, `/b/${token}/`, `/B/${token}`, `/rollbook/b/${token}`]) {
        const { status, text } = await look(logged.url + path);
        assert.ok(status === 200 || !text.includes(token), text.slice(0, 300));
      }
    await browser.ok('DELETE', `/boards/${board.boardId}`);
    await until('the requests are logged', () =>
      logged.stdout().includes('"operation":"consoleDeleteBoard"'),
    );
    await logged.stop();
    for (const token of tokens) assert.ok(!`${logged.stdout()}${logged.stderr()}`.includes(token));
  });

  test('shows a change of a link at once, and one of a roster within 30 seconds', async () => {
    const maker = await openPlayer('하나', { 10005: { level: 3 } });
    const board = await createBoard(maker);
    const { link } = await join(maker, board);
    const levelOf = async () => (await read(board)).students[0]?.of[0]?.level;
    assert.equal(await levelOf(), 3);
    const {
      shareId,
      url: _,
      version: __,
      createdAt: ___,
      renewedAt: ____,
      picture: _____,
      ...settings
    } = link;
    await maker.browser.ok('PATCH', `/shares/${shareId}`, { ...settings, shows: ['weapon'] });
    assert.equal(await levelOf(), undefined);
    await maker.browser.ok('PATCH', `/shares/${shareId}`, { ...settings, shows: ['growth'] });
    assert.equal(await levelOf(), 3);
  });

  test('cannot be made more than five times by an account', async () => {
    const player = await openPlayer('하나');
    const answers = await Promise.all(
      Array.from({ length: MAX_BOARDS + 2 }, () => player.browser.call('POST', '/boards', { name: '보드' })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, MAX_BOARDS);
    const { status, body } = await player.browser.call('POST', '/boards', { name: '보드' });
    assert.deepEqual([status, body.error.code], [409, 'limit_reached']);
    for (const name of ['', 'x'.repeat(200), 3])
      refused(await player.browser.call('POST', '/boards', { name }), 400, 'invalid_request', ['name']);
  });
});
