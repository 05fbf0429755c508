import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../../../until.ts';
import { useService } from '../../../use-service.ts';

/** The shipped students, which the tests import with changes. */
const shipped = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../data/students.json'), 'utf8'));

const service = await useService();
const account = await service.account();
const folder = mkdtempSync(join(tmpdir(), 'rollbook-catalogue-'));

after(() => rmSync(folder, { recursive: true }));

function writeCatalogue(name: string, data: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof data === 'string' ? data : JSON.stringify(data));
  return path;
}

const importCatalogue = (...args: string[]) => service.command('catalogue', 'import', ...args);
const search = (query: string, more = '') =>
  service.call(account.read, 'GET', `/students?query=${encodeURIComponent(query)}${more}`);

/** How soon is checked in catalogue-document.test.ts. */
const waitUntil = (holds: () => Promise<boolean>) => until('the import is served', holds, { every: 100 });

const finds = async (query: string, uid: string) =>
  (await search(query)).body.students[0]?.studentUid === uid;
const student = (uid: string, ko: string) => ({ uid, names: { ko, ja: 'テスト', en: 'Test' } });

test('lists the shipped students before any import', async () => {
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

test('shows the changes of a dry run without applying them', async () => {
  const [first, ...rest] = shipped;
  const renamed = { ...first, names: { ...first.names, ko: '새 이름' } };
  const path = writeCatalogue('dry.json', [renamed, ...rest.slice(1), student('90001', '새학생')]);
  const changes = await importCatalogue(path, '--dry-run');
  assert.deepEqual(changes.added, [{ uid: '90001', name: '새학생' }]);
  assert.deepEqual(changes.renamed, [{ uid: '10000', from: first.names, to: renamed.names }]);
  assert.deepEqual(changes.removed, [{ uid: rest[0].uid, name: rest[0].names.ko }]);
  assert.equal(changes.imported, false);
  assert.equal((await service.command('catalogue', 'list')).length, shipped.length);
});

test("serves an import in Rollbook's own format without a restart and keeps aliases and forms", async () => {
  const stripped = shipped.map(({ uid, names }: { uid: string; names: object }) => ({ uid, names }));
  const { nextCursor } = (await search('시로코', '&limit=1')).body;
  await importCatalogue(writeCatalogue('own.json', [...stripped, student('90002', '가져온학생')]));
  await waitUntil(() => finds('가져온학생', '90002'));
  assert.ok(await finds('쿠로코', '10100'), 'the alias is kept');
  assert.ok(await finds('10099', '10098'), 'the form is kept');
  assert.match(await (await fetch(`${service.url}/docs`)).text(), /학생 273명/);
  const stale = await search('시로코', `&limit=1&cursor=${nextCursor}`);
  assert.equal(stale.status, 400);
  assert.deepEqual(
    stale.body.error.fields.map(({ field }: { field: string }) => field),
    ['cursor'],
  );
  assert.match(stale.body.error.message, /카탈로그/);
});

test('rejects an import that removes a registered student', async () => {
  await service.call(account.write, 'POST', '/me/students', { studentUid: '10010', tier: 3, weaponTier: 0 });
  const without = shipped.filter(({ uid }: { uid: string }) => uid !== '10010');
  await assert.rejects(
    importCatalogue(writeCatalogue('drop.json', without)),
    /10010 \(시로코\) would be dropped/,
  );
  const asForm = without.map((entry: { uid: string }) =>
    entry.uid === '10024' ? { ...entry, otherForms: ['10010'] } : entry,
  );
  await assert.rejects(
    importCatalogue(writeCatalogue('form.json', asForm)),
    /10010 \(시로코\).*10024 \(시로코\(라이딩\)\)/,
  );
  assert.ok(await finds('10010', '10010'));
});

test('answers not_found to a registration of a student that was just removed', async () => {
  const extra = student('90009', '잠시');
  await importCatalogue(writeCatalogue('with.json', [...shipped, extra]));
  await waitUntil(() => finds('잠시', '90009'));
  await importCatalogue(writeCatalogue('without.json', shipped));
  const late = await service.call(account.write, 'POST', '/me/students', {
    studentUid: '90009',
    tier: 1,
    weaponTier: 0,
  });
  assert.equal(late.status, 404);
  assert.equal(late.body.error.code, 'not_found');
});

// Fictional students, in the two formats that SchaleDB has used.
const schaleArray = (name: string) => [
  { Id: 90011, Name: `${name}나`, DefaultOrder: 2, PathName: 'na', SearchTags: ['별명'] },
  { Id: 90010, Name: `${name}가`, DefaultOrder: 1, PathName: 'ga' },
  { Id: 10010, Name: `${name}로`, DefaultOrder: 3, PathName: 'shiroko' },
  { Id: 90012, Name: `${name}나라(수영복)`, DefaultOrder: 4, PathName: 'nara_swimsuit' },
];
const schaleObject = (name: string) =>
  Object.fromEntries(schaleArray(name).map((entry) => [entry.Id, entry]));

test("imports SchaleDB's arrays and objects in three languages, given by folder or by --language", async () => {
  const paths = [
    writeCatalogue('kr/students.json', schaleArray('한')),
    writeCatalogue('jp/students.json', schaleObject('日')),
    writeCatalogue('en/students.json', schaleArray('e')),
  ];
  const changes = await importCatalogue(...paths, '--dry-run');
  assert.deepEqual(changes.added, [
    { uid: '90010', name: '한가' },
    { uid: '90011', name: '한나' },
    { uid: '90012', name: '한나라(수영복)' },
  ]);
  assert.deepEqual(
    changes.renamed.map(({ to }: { to: object }) => to),
    [{ ko: '한로', ja: '日로', en: 'e로' }],
  );
  const copies = [
    writeCatalogue('a.json', schaleArray('한')),
    writeCatalogue('b.json', schaleObject('日')),
    writeCatalogue('c.json', schaleArray('e')),
  ];
  assert.deepEqual(await importCatalogue(...copies, '--language', 'kr,jp,en', '--dry-run'), changes);
  await importCatalogue(...paths);
  await waitUntil(() => finds('한가', '90010'));
  assert.ok(await finds('日나', '90011'));
  assert.ok(await finds('별명', '90011'));
  const listed: { uid: string; aliases: string[] }[] = await service.command('catalogue', 'list');
  assert.deepEqual(listed.find(({ uid }) => uid === '90012')?.aliases, ['수한나라', '수나라']);
  await importCatalogue(writeCatalogue('one/kr/students.json', schaleArray('글')));
  await waitUntil(() => finds('글로', '10010'));
  assert.ok(await finds('日로', '10010'), 'a language without a file is kept');
});

const invalidFiles: [string, string, unknown, RegExp][] = [
  ['broken JSON', 'x.json', '{', /x\.json is not JSON/],
  ['a number', 'x.json', 5, /neither our own format nor SchaleDB/],
  ['an entry without a name', 'kr/x.json', [{ Id: 1, Name: '' }], /Id 1\).*Name/],
  ['an entry without an id', 'kr/x.json', { 5: { Name: '가' } }, /entry 5.*Id/],
  ['a file without a language', 'x/y.json', schaleArray('가'), /language/],
  [
    'a new student without names in all languages',
    'kr/x.json',
    [{ Id: 77, Name: '가' }],
    /uid 77\).*names\.ja/,
  ],
  [
    'an incomplete entry in our own format',
    'x.json',
    [student('1', '가'), { uid: '2', names: { ko: '나' } }],
    /entry 2 \(uid 2\).*names\.ja/,
  ],
  ['a UID that needs escaping in a path', 'x.json', [student('a/b', '가')], /entry 1.*uid/],
  ['a UID with a lone surrogate', 'x.json', [student('\ud800', '가')], /entry 1.*uid/],
  ['a name with an escape character', 'x.json', [student('1', '\u001b[31m')], /names\.ko/],
  ['a duplicate UID', 'x.json', [student('1', '가'), student('1', '나')], /entry 2.*uid/],
];
let listBefore: unknown;
for (const [name, path, data, message] of invalidFiles)
  test(`rejects ${name} and changes nothing`, async () => {
    listBefore ??= await service.command('catalogue', 'list');
    await assert.rejects(
      importCatalogue(writeCatalogue(path, data)),
      (error: Error & { exitCode?: number }) => {
        assert.match(error.message, message);
        assert.equal(error.exitCode, 1);
        return true;
      },
    );
    assert.deepEqual(await service.command('catalogue', 'list'), listBefore);
  });
