import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ENGINE } from '../database.ts';
import { serveHere } from '../serve-here.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';
import { useProcess } from '../use-service.ts';
import { png } from './png.ts';
import { look, SETTINGS, share, signUpWithStudents } from './use-shares.ts';

const folder = mkdtempSync(join(tmpdir(), 'rollbook-rendered-'));
after(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, 'next'), content);
  renameSync(join(folder, 'next'), join(folder, name));
  return join(folder, name);
};

const env = { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_PORTRAITS: folder, ROLLBOOK_METRICS_PORT: '0' };
const service = await useProcess({ env });

async function countRenderings(): Promise<number> {
  const logged = /"port":(\d+),"msg":"metrics"/;
  await until('the port of the metrics is logged', () => logged.test(service.stdout()));
  const metrics = await fetch(`http://127.0.0.1:${logged.exec(service.stdout())?.[1]}/metrics`);
  const reads = /^rollbook_store_duration_seconds_count\{operation="listLastChanges"\} (\d+)$/m;
  return Number(reads.exec(await metrics.text())?.[1] ?? 0);
}

/** The headers that do not differ from request to request. */
const ofDocument = (headers: Headers) =>
  [...headers].filter(([name]) => !['date', 'request-id', 'ratelimit'].includes(name));

const SELDOM = { every: 1_000 };
const inKorean = { 'accept-language': 'ko' };

/** Both forms of a link in Korean. */
const lookAtBoth = async (url: string): Promise<string[]> =>
  (await Promise.all([url, `${url}.json`].map((target) => look(target, inKorean)))).map(({ status, text }) =>
    status === 404 ? 'gone' : text,
  );

test('what a link shows is rendered once for each form, language and coding, until it changes', async () => {
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser);
  const before = await countRenderings();
  const first = await look(url, inKorean);
  for (let i = 0; i < 4; i += 1) {
    const again = await look(url, inKorean);
    assert.equal(again.text, first.text);
    assert.deepEqual(ofDocument(again.headers), ofDocument(first.headers));
  }
  assert.equal(await countRenderings(), before + 1);
  const { headers } = await look(`${url}.json`, inKorean);
  const etag = headers.get('etag') ?? '';
  assert.equal((await look(`${url}.json`, inKorean)).headers.get('etag'), etag);
  assert.equal((await look(`${url}.json`, { ...inKorean, 'if-none-match': etag })).status, 304);
  assert.equal(await countRenderings(), before + 2);
  assert.notEqual((await look(url, { 'accept-language': 'en' })).text, first.text);
  for (const coding of ['br', 'gzip', 'identity'])
    assert.equal((await look(url, { ...inKorean, 'accept-encoding': coding })).text, first.text);
  const held = await countRenderings();
  await browser.ok('PATCH', '/me/students/10000', { level: 88 });
  assert.match((await look(`${url}.json`, inKorean)).text, /"level":88/);
  assert.equal(await countRenderings(), held + 1);
});

test('a view shows each change from the next request on', async () => {
  const { browser, accountId } = await signUpWithStudents(service);
  const { url, shareId } = await share(browser, { showsPlayer: true });
  const change = (settings: object) =>
    browser.ok('PATCH', `/shares/${shareId}`, { ...SETTINGS, ...settings });
  const goal = (level: number) => ({
    goals: [{ studentUid: '10000', goal: { wanted: { level }, labels: [], note: '', priority: 1 } }],
  });
  const catalogue = JSON.parse(readFileSync(join(import.meta.dirname, '../../data/students.json'), 'utf8'));
  for (const student of catalogue) if (student.uid === '10000') student.names.ko = '바뀐이름';
  const changes: Record<string, () => Promise<unknown>> = {
    'a value of a student': () => browser.ok('PATCH', '/me/students/10000', { level: 89 }),
    'a student who leaves': () => browser.ok('DELETE', '/me/students/20000'),
    'a goal': () => browser.ok('PATCH', '/goals', goal(89)),
    'another goal': () => browser.ok('PATCH', '/goals', goal(90)),
    'the name of the player': () => browser.ok('PATCH', '/account', { name: 'plana' }),
    'the name of the link': () => change({ name: '새 이름', showsPlayer: true }),
    'what is shown': () => change({ name: '새 이름', shows: ['weapon'] }),
  };
  let seen = await lookAtBoth(url);
  for (const [name, make] of Object.entries(changes)) {
    await make();
    const next = await lookAtBoth(url);
    for (const [i, text] of next.entries()) assert.notEqual(text, seen[i], name);
    seen = next;
  }
  const image = png({ colours: 2 }).toString('base64');
  const { picture } = await browser.ok('POST', `/shares/${shareId}/picture`, { image });
  seen = await lookAtBoth(url);
  assert.ok(seen[0]?.includes(picture.url));
  await service.command('account', 'suspend', accountId);
  assert.deepEqual(await lookAtBoth(url), ['gone', 'gone']);
  await service.command('account', 'activate', accountId);
  assert.deepEqual(await lookAtBoth(url), seen);
  // What the server reads every few seconds. Not asked for so often that views are refused.
  inFolder('10000.png', png());
  await until(
    'the portrait is shown',
    async () => {
      const [page = ''] = await lookAtBoth(url);
      return page.includes('portraits/10000?v=');
    },
    SELDOM,
  );
  await service.command('catalogue', 'import', inFolder('students.json', JSON.stringify(catalogue)));
  await until(
    'the name of the other catalogue is shown',
    async () => (await lookAtBoth(url)).every((text) => text.includes('바뀐이름')),
    SELDOM,
  );
  await browser.ok('DELETE', `/shares/${shareId}`);
  assert.deepEqual(await lookAtBoth(url), ['gone', 'gone']);
});

test('a view shows each change also where no history is kept', async () => {
  const unrecorded = await startService({ env: { ...env, ROLLBOOK_HISTORY: 'off' } });
  const { browser } = await signUpWithStudents(unrecorded);
  const { url } = await share(browser);
  for (const level of [80, 81, 80]) {
    await browser.ok('PATCH', '/me/students/10000', { level });
    assert.match((await look(`${url}.json`)).text, new RegExp(`"level":${level}`));
  }
});

test('a change by another instance is seen at once', { skip: ENGINE === 'sqlite' }, async () => {
  const other = await serveHere({ database: service.database });
  const { browser } = await signUpWithStudents(service);
  const { url } = await share(browser);
  const elsewhere = `${other.url}${new URL(url).pathname}.json`;
  for (const level of [80, 81, 82]) {
    await browser.ok('PATCH', '/me/students/10000', { level });
    assert.match((await look(elsewhere)).text, new RegExp(`"level":${level}`));
  }
});
