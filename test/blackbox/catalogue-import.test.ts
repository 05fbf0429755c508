import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Account, type Service, startService } from '../service.ts';

/** Students of the shipped file, to import with changes. */
const shipped = JSON.parse(readFileSync(join(import.meta.dirname, '../../data/students.json'), 'utf8'));
const WITHIN_MS = 5_000;

let service: Service;
let account: Account;
const folder = mkdtempSync(join(tmpdir(), 'rollbook-catalogue-'));

before(async () => {
  service = await startService();
  account = await service.account();
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

function file(name: string, data: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof data === 'string' ? data : JSON.stringify(data));
  return path;
}

const importing = (...args: string[]) => service.command('catalogue', 'import', ...args);
const search = (query: string, more = '') =>
  service.call(account.read, 'GET', `/students?query=${encodeURIComponent(query)}${more}`);

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `not served within ${WITHIN_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const finds = async (query: string, uid: string) =>
  (await search(query)).body.students[0]?.studentUid === uid;
const student = (uid: string, ko: string) => ({ uid, names: { ko, ja: 'テスト', en: 'Test' } });

test('without an import the shipped students are listed', async () => {
  const listed = await service.command('catalogue', 'list');
  assert.equal(listed.length, shipped.length);
  assert.deepEqual(listed[0], {
    uid: '10000',
    ko: '아루',
    ja: 'アル',
    en: 'Aru',
    aliases: [],
    otherForms: [],
  });
});

test('a dry run shows the changes and makes none', async () => {
  const [first, ...rest] = shipped;
  const renamed = { ...first, names: { ...first.names, ko: '새 이름' } };
  const path = file('dry.json', [renamed, ...rest.slice(1), student('90001', '새학생')]);
  const changes = await importing(path, '--dry-run');
  assert.deepEqual(changes.added, [{ uid: '90001', name: '새학생' }]);
  assert.deepEqual(changes.renamed, [{ uid: '10000', from: first.names, to: renamed.names }]);
  assert.deepEqual(changes.removed, [{ uid: rest[0].uid, name: rest[0].names.ko }]);
  assert.equal(changes.imported, false);
  assert.equal((await service.command('catalogue', 'list')).length, shipped.length);
});

test('an import in our own format is served without a restart, aliases and forms are kept', async () => {
  const stripped = shipped.map(({ uid, names }: { uid: string; names: object }) => ({ uid, names }));
  const { nextCursor } = (await search('시로코', '&limit=1')).body;
  await importing(file('own.json', [...stripped, student('90002', '가져온학생')]));
  await until(() => finds('가져온학생', '90002'));
  assert.ok(await finds('쿠로코', '10100'), 'an alias of ours');
  assert.ok(await finds('10099', '10098'), 'a form of ours');
  assert.match(await (await fetch(`${service.url}/docs`)).text(), /학생 266명/);
  const stale = await search('시로코', `&limit=1&cursor=${nextCursor}`);
  assert.equal(stale.status, 400);
  assert.deepEqual(
    stale.body.error.fields.map(({ field }: { field: string }) => field),
    ['cursor'],
  );
  assert.match(stale.body.error.message, /카탈로그/);
});

test('an import may not take away a student that somebody has recorded', async () => {
  await service.call(account.write, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
  const without = shipped.filter(({ uid }: { uid: string }) => uid !== '10010');
  await assert.rejects(importing(file('drop.json', without)), /10010 \(시로코\) would be dropped/);
  const asForm = without.map((entry: { uid: string }) =>
    entry.uid === '10024' ? { ...entry, otherForms: ['10010'] } : entry,
  );
  await assert.rejects(importing(file('form.json', asForm)), /10010 \(시로코\).*10024 \(시로코\(라이딩\)\)/);
  assert.ok(await finds('10010', '10010'));
});

test('a student that was just dropped is not registered any more', async () => {
  const extra = student('90009', '잠시');
  await importing(file('with.json', [...shipped, extra]));
  await until(() => finds('잠시', '90009'));
  await importing(file('without.json', shipped));
  const late = await service.call(account.write, 'POST', '/me/students', {
    studentUid: '90009',
    tier: 1,
    weaponTier: 0,
  });
  assert.equal(late.status, 404);
  assert.equal(late.body.error.code, 'not_found');
});

// Made up for this test, in the two shapes that SchaleDB's files have had.
const schale = (name: string) => [
  { Id: 90011, Name: `${name}나`, DefaultOrder: 2, PathName: 'na', SearchTags: ['별명'] },
  { Id: 90010, Name: `${name}가`, DefaultOrder: 1, PathName: 'ga' },
  { Id: 10010, Name: `${name}로`, DefaultOrder: 3, PathName: 'shiroko' },
];
const keyed = (name: string) => Object.fromEntries(schale(name).map((entry) => [entry.Id, entry]));

test("SchaleDB's files of three languages, arrays and objects, told by folder or by --language", async () => {
  const paths = [
    file('kr/students.json', schale('한')),
    file('jp/students.json', keyed('日')),
    file('en/students.json', schale('e')),
  ];
  const changes = await importing(...paths, '--dry-run');
  assert.deepEqual(changes.added, [
    { uid: '90010', name: '한가' },
    { uid: '90011', name: '한나' },
  ]);
  assert.deepEqual(
    changes.renamed.map(({ to }: { to: object }) => to),
    [{ ko: '한로', ja: '日로', en: 'e로' }],
  );
  const copies = [file('a.json', schale('한')), file('b.json', keyed('日')), file('c.json', schale('e'))];
  assert.deepEqual(await importing(...copies, '--language', 'kr,jp,en', '--dry-run'), changes);
  await importing(...paths);
  await until(() => finds('한가', '90010'));
  assert.ok(await finds('日나', '90011'));
  assert.ok(await finds('별명', '90011'));
  await importing(file('one/kr/students.json', schale('글')));
  await until(() => finds('글로', '10010'));
  assert.ok(await finds('日로', '10010'), 'a language that no file brings stays');
});

const faulty: [string, string, unknown, RegExp][] = [
  ['broken JSON', 'x.json', '{', /x\.json is not JSON/],
  ['nothing to read', 'x.json', 5, /neither our own format nor SchaleDB/],
  ['an entry without a name', 'kr/x.json', [{ Id: 1, Name: '' }], /Id 1\).*Name/],
  ['an entry without an id', 'kr/x.json', { 5: { Name: '가' } }, /entry 5.*Id/],
  ['no language', 'x/y.json', schale('가'), /language/],
  [
    'a new student without names in all languages',
    'kr/x.json',
    [{ Id: 77, Name: '가' }],
    /uid 77\).*names\.ja/,
  ],
  [
    'our own format with a fault',
    'x.json',
    [student('1', '가'), { uid: '2', names: { ko: '나' } }],
    /entry 2 \(uid 2\).*names\.ja/,
  ],
  ['a UID that no path can name', 'x.json', [student('a/b', '가')], /entry 1.*uid/],
  ['a UID of half a character', 'x.json', [student('\ud800', '가')], /entry 1.*uid/],
  ['a name with an escape', 'x.json', [student('1', '\u001b[31m')], /names\.ko/],
  ['a uid twice', 'x.json', [student('1', '가'), student('1', '나')], /entry 2.*uid/],
];
for (const [name, path, data, sentence] of faulty)
  test(`${name} is refused and changes nothing`, async () => {
    const before = await service.command('catalogue', 'list');
    await assert.rejects(importing(file(path, data)), (error: Error & { exitCode?: number }) => {
      assert.match(error.message, sentence);
      assert.equal(error.exitCode, 1);
      return true;
    });
    assert.deepEqual(await service.command('catalogue', 'list'), before);
  });
