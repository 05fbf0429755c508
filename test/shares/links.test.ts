import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELDS_OF_PART, SHARED_PARTS, type SharedPart } from '../../contract/shares.ts';
import { refused } from '../blackbox/error-response.ts';
import { ConsoleBrowser, signUpPlayer } from '../console/console-browser.ts';
import { query } from '../database.ts';
import { until } from '../until.ts';
import { useSharedService } from '../use-service.ts';
import { png } from './png.ts';
import { look, lookJson, SETTINGS, share, signUpWithStudents } from './use-shares.ts';

const service = await useSharedService();

test('a link is off until it is made, and then shows page and JSON to whoever has its address', async () => {
  const { browser } = await signUpWithStudents(service);
  assert.deepEqual(await browser.ok('GET', '/shares'), { shares: [] });
  const made = await share(browser);
  assert.match(made.url, /\/s\/[0-9A-Za-z]{22}$/);
  assert.deepEqual(
    { ...made, url: '', shareId: '', version: '', createdAt: '' },
    {
      ...SETTINGS,
      url: '',
      shareId: '',
      version: '',
      createdAt: '',
      renewedAt: null,
      picture: null,
    },
  );
  assert.deepEqual(await browser.ok('GET', '/shares'), { shares: [made] });
  const page = await look(made.url);
  assert.equal(page.status, 200);
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
  for (const name of ['내 학생', '아루', '히비키']) assert.match(page.text, new RegExp(name));
  const { updatedAt, ...shown } = await lookJson(made.url);
  assert.ok(Math.abs(Date.parse(updatedAt) - Date.now()) < 120_000);
  assert.deepEqual(Object.keys(shown), ['name', 'shows', 'students']);
  assert.deepEqual(
    shown.students.map(({ studentUid, name, level, wanted }: Record<string, unknown>) => [
      studentUid,
      name,
      level,
      wanted,
    ]),
    [
      ['10000', '아루', 87, undefined],
      ['10005', '호시노', 71, { level: 90, skillEx: 5 }],
      ['20000', '히비키', 64, { bond: 42 }],
    ],
  );
});

for (const shows of [[], ...SHARED_PARTS.map((part) => [part]), ['weapon', 'goals']] as SharedPart[][])
  test(`a link that shows ${shows.join(' and ') || 'names only'} has the fields of that and no others`, async () => {
    const { browser } = await signUpWithStudents(service);
    const { url } = await share(browser, { shows });
    const shown = await lookJson(url);
    assert.deepEqual(shown.shows, shows);
    const fields = shows.flatMap((part) => FIELDS_OF_PART[part]);
    for (const student of shown.students) {
      const { studentUid, name, wanted, ...values } = student;
      assert.deepEqual(Object.keys(values).sort(), [...fields].sort());
      assert.equal(wanted !== undefined, shows.includes('goals') && studentUid !== '10000');
    }
    // No value of a part that is hidden is in the page either: they differ from all that is shown.
    const { text } = await look(url);
    const body = text.slice(text.indexOf('<main')).replace(/<time .*?<\/time>/, '');
    const numbers = new Set(body.replace(/<[^>]*>/g, ' ').match(/\d+/g));
    const hidden = { weapon: [], growth: ['87', '71', '64'], bond: ['33', '21', '17'], goals: ['90', '42'] };
    for (const part of SHARED_PARTS)
      for (const value of shows.includes(part) ? [] : hidden[part])
        assert.ok(!numbers.has(value), `${part}: ${value}`);
    for (const secret of ['몰래 둔 라벨', '혼자 보는 메모', '4321', 'arona'])
      assert.ok(!text.includes(secret));
  });

test('all students follow the roster, and a list stays as it was made, without those who have left', async () => {
  const { browser } = await signUpWithStudents(service);
  const all = await share(browser);
  const list = await share(browser, { students: ['20000', '10005'] });
  assert.deepEqual(list.students, ['10005', '20000']);
  const uids = async (url: string) =>
    (await lookJson(url)).students.map(({ studentUid }: { studentUid: string }) => studentUid);
  await browser.ok('POST', '/me/students', { studentUid: '10001', tier: 3, weaponTier: 0 });
  assert.deepEqual(await uids(all.url), ['10000', '10001', '10005', '20000']);
  assert.deepEqual(await uids(list.url), ['10005', '20000']);
  await browser.ok('DELETE', '/me/students/20000');
  assert.deepEqual(await uids(list.url), ['10005']);
  await browser.ok('PATCH', '/me/students/10005', { level: 88 });
  assert.equal((await lookJson(list.url)).students[0].level, 88);
});

test('borrow slots name students who are recruited, and show them beside a list', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser, {
    students: ['10000'],
    borrow: { tower: ['10005'], raid: ['10000', '10001'], conquest: ['10002'] },
  });
  const shown = await lookJson(url);
  assert.deepEqual(shown.borrow, { raid: ['10000'], tower: ['10005'] });
  assert.deepEqual(
    shown.students.map(({ studentUid }: { studentUid: string }) => studentUid),
    ['10000', '10005'],
  );
});

test('the player’s name is shown only if wanted, and as it is now', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser, { showsPlayer: true });
  assert.equal((await lookJson(url)).player, 'arona');
  await browser.ok('PATCH', '/account', { name: '아로나' });
  assert.equal((await lookJson(url)).player, '아로나');
});

test('what is narrowed, renewed, ended or deleted is so from the next request on', async () => {
  const { browser } = await signUpWithStudents(service);
  const { shareId, url } = await share(browser);
  const path = `/shares/${shareId}`;
  const narrowed = await browser.ok('PATCH', path, { ...SETTINGS, shows: ['weapon'], students: ['10000'] });
  assert.equal(narrowed.url, url);
  assert.deepEqual(Object.keys((await lookJson(url)).students[0]).sort(), [
    'name',
    'studentUid',
    'tier',
    'weaponLevel',
    'weaponTier',
  ]);
  const renewed = await browser.ok('POST', `${path}/renew`, {});
  assert.notEqual(renewed.url, url);
  assert.ok(Date.parse(renewed.renewedAt) > 0);
  for (const suffix of ['', '.json', '.png']) assert.equal((await look(url + suffix)).status, 404);
  assert.equal((await look(renewed.url)).status, 200);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  assert.equal((await browser.ok('PATCH', path, { ...SETTINGS, expiresAt })).expiresAt, expiresAt);
  assert.equal((await look(renewed.url)).status, 200);
  await query(service.database, `UPDATE share_link SET expires_at = 1 WHERE share_id = '${shareId}'`);
  assert.equal((await look(renewed.url)).status, 404);
  // It is still the player's, who may let it go on.
  await browser.ok('PATCH', path, SETTINGS);
  assert.equal((await look(renewed.url)).status, 200);
  assert.deepEqual(await browser.ok('DELETE', path), {});
  assert.equal((await look(renewed.url)).status, 404);
  refused(await browser.call('DELETE', path), 404, 'not_found');
  assert.deepEqual(await browser.ok('GET', '/shares'), { shares: [] });
  const { activity } = await browser.ok('GET', '/activity');
  assert.deepEqual(
    activity.flatMap(({ kind, detail }: Record<string, string>) =>
      kind?.startsWith('share-') ? [[kind, detail]] : [],
    ),
    ['deleted', 'changed', 'changed', 'renewed', 'changed', 'created'].map((kind) => [
      `share-${kind}`,
      '내 학생',
    ]),
  );
});

test('a link is not widened, and takes no picture, by a page that has not seen its last change', async () => {
  const { browser } = await signUpWithStudents(service);
  const { shareId, version } = await share(browser);
  const path = `/shares/${shareId}`;
  const seen = { 'if-match': `"${version}"` };
  const narrowed = await browser.call('PATCH', path, { ...SETTINGS, shows: [] }, seen);
  assert.equal(narrowed.status, 200);
  const image = png().toString('base64');
  for (const refusal of [
    await browser.call('PATCH', path, { ...SETTINGS, name: '새 이름' }, seen),
    await browser.call('POST', `${path}/picture`, { image }, seen),
  ])
    assert.deepEqual([refusal.status, refusal.body.error.code], [412, 'precondition_failed']);
  assert.deepEqual((await browser.ok('GET', '/shares')).shares, [narrowed.body]);
  const now = { 'if-match': `"${narrowed.body.version}"` };
  assert.equal((await browser.call('POST', `${path}/picture`, { image }, now)).status, 200);
});

test('of changes at once, each of which has seen the same, one is made', async () => {
  const { browser } = await signUpWithStudents(service);
  const { shareId, version } = await share(browser);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, i) =>
      browser.call(
        'PATCH',
        `/shares/${shareId}`,
        { ...SETTINGS, name: `${i}` },
        { 'if-match': `"${version}"` },
      ),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test('a suspended account shows nothing, and a deleted one neither', async () => {
  const { browser, accountId } = await signUpWithStudents(service);
  const { url } = await share(browser);
  await service.command('account', 'suspend', accountId);
  for (const suffix of ['', '.json']) assert.equal((await look(url + suffix)).status, 404);
  await service.command('account', 'activate', accountId);
  assert.equal((await look(url)).status, 200);
  await service.command('account', 'delete', accountId, '--yes');
  assert.equal((await look(url)).status, 404);
});

test('whoever was put out of the account has the address of no link any more', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser);
  await browser.verify();
  await browser.ok('POST', '/eviction', { keptPasskeys: [] });
  assert.equal((await look(url)).status, 404);
  const [renewed] = (await browser.ok('GET', '/shares')).shares;
  assert.equal((await look(renewed.url)).status, 200);
});

test('an intruder who makes and renews links while being put out has no address either', async () => {
  const { browser } = await signUpWithStudents(service);
  const intruder = new ConsoleBrowser(service);
  Object.assign(intruder, { authenticator: browser.authenticator });
  await intruder.signIn();
  await browser.verify();
  const { shareId, url } = await share(browser);
  const seen = new Set([url]);
  let isOut = false;
  const act = async (path: string, body: object) => {
    while (!isOut) {
      const answer = await intruder.call('POST', path, body);
      if (answer.status === 200) seen.add(answer.body.url);
      else if (answer.status === 401) isOut = true;
    }
  };
  const acting = [
    act(`/shares/${shareId}/renew`, {}),
    act(`/shares/${shareId}/renew`, {}),
    act('/shares', SETTINGS),
  ];
  await until('the intruder is at it', () => seen.size > 5);
  await browser.ok('POST', '/eviction', { keptPasskeys: [] });
  await Promise.all(acting);
  // As many as one address may look at.
  for (const address of [...seen].slice(-40)) assert.equal((await look(address)).status, 404);
});

test('an account has ten links, and no account reaches those of another', async () => {
  const { browser } = await signUpWithStudents(service);
  for (let i = 0; i < 10; i += 1) await share(browser, { name: `${i}` });
  const { status, body } = await browser.call('POST', '/shares', SETTINGS);
  assert.deepEqual([status, body.error.code], [409, 'limit_reached']);
  const { shares } = await browser.ok('GET', '/shares');
  assert.deepEqual(
    shares.map(({ name }: { name: string }) => name).sort(),
    Array.from({ length: 10 }, (_, i) => `${i}`),
  );
  const { browser: other } = await signUpPlayer(service);
  const path = `/shares/${shares[0].shareId}`;
  refused(await other.call('PATCH', path, SETTINGS), 404, 'not_found');
  refused(await other.call('POST', `${path}/renew`, {}), 404, 'not_found');
  refused(await other.call('DELETE', path), 404, 'not_found');
  assert.deepEqual(await other.ok('GET', '/shares'), { shares: [] });
  assert.equal((await look(shares[0].url)).status, 200);
});

for (const [change, fields] of [
  [{ name: '' }, ['name']],
  [{ name: 'a\u202eb' }, ['name']],
  [{ shows: ['everything'] }, ['shows.0']],
  [{ students: [] }, ['students']],
  [{ students: ['10000', '99999'] }, ['students.1']],
  [{ borrow: { raid: ['99999'] } }, ['borrow.raid.0']],
  [{ borrow: { raid: ['10000', '10001', '10002'] } }, ['borrow.raid']],
  [{ borrow: { arena: ['10000'] } }, ['borrow.arena']],
  [{ expiresAt: 'tomorrow' }, ['expiresAt']],
  [{ expiresAt: '3000' }, ['expiresAt']],
  [{ expiresAt: '3000-01-01T00:00:00' }, ['expiresAt']],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
  [{ expiresAt: '3000-02-30T00:00:00Z' }, ['expiresAt']],
  [{ showsPlayer: 1 }, ['showsPlayer']],
] as const)
  test(`a link with ${JSON.stringify(change)} is refused`, async () => {
    const { browser } = await signUpPlayer(service);
    refused(await browser.call('POST', '/shares', { ...SETTINGS, ...change }), 400, 'invalid_request', [
      ...fields,
    ]);
    assert.deepEqual(await browser.ok('GET', '/shares'), { shares: [] });
  });

test('the export of everything has the links, without their addresses', async () => {
  const { browser } = await signUpWithStudents(service);
  const { shareId, url } = await share(browser, { students: ['10000'] });
  const { text } = await browser.call('GET', '/export');
  const [{ createdAt, ...exported }] = JSON.parse(text).shares;
  assert.deepEqual(exported, { ...SETTINGS, students: ['10000'], shareId, renewedAt: null, boards: [] });
  assert.ok(!text.includes(url.slice(-22)));
});
