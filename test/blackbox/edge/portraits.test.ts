import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { launch, TRACE } from '../../launch.ts';
import { until } from '../../until.ts';
import { useProcess, useSharedService } from '../../use-service.ts';
import { exchange, requestText } from '../raw-connection.ts';

const MAX_BYTES = 2 * 1024 * 1024;

const [withForms] = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../data/students.json'), 'utf8')) as {
    uid: string;
    otherForms?: string[];
  }[]
).filter(({ otherForms }) => otherForms !== undefined);
const REPRESENTATIVE = withForms?.uid as string;
const FORM = withForms?.otherForms?.[0] as string;

const image = (...head: (string | number)[]) =>
  Buffer.concat([
    ...head.map((part) => Buffer.from(typeof part === 'string' ? part : [part])),
    Buffer.alloc(40),
  ]);
const PNG = image(0x89, 'PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR');
const JPEG = image(0xff, 0xd8, 0xff, 0xe0, 0, 16, 'JFIF\0');
const WEBP = image('RIFF', 40, 0, 0, 0, 'WEBPVP8 ');
const AVIF = image(0, 0, 0, 28, 'ftypavif', 0, 0, 0, 0, 'avifmif1miaf');
const AVIF_OF_MIF1 = image(0, 0, 0, 28, 'ftypmif1', 0, 0, 0, 0, 'mif1avifmiaf');
const HEIC = image(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0, 'mif1heic');
const HTML = '<!doctype html><script>alert(1)</script>';

const parent = mkdtempSync(join(tmpdir(), 'rollbook-portraits-'));
after(() => rmSync(parent, { recursive: true }));
const folder = join(parent, 'portraits');
mkdirSync(folder);
const put = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(parent, 'next'), content);
  renameSync(join(parent, 'next'), join(folder, name));
};
put('10000.png', PNG);

const [service, plain] = await Promise.all([
  useProcess({ env: { ROLLBOOK_PORTRAITS: folder, ROLLBOOK_CORS_ORIGINS: '*' } }),
  useSharedService(),
]);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/portraits${path}`, { headers });
const list = async () => ((await (await get('')).json()) as { portraits: Record<string, string> }).portraits;
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

/** Waits for what the server sees when it next reads the folder. */
const untilSeen = (description: string, condition: () => Promise<boolean>) =>
  until(description, condition, { every: 50 });

const untilListed = (...uids: string[]) =>
  untilSeen(`${uids} are listed`, async () => {
    const listed = await list();
    return uids.every((uid) => uid in listed);
  });

/** Waits until the server has read the folder as it is now. A reading that has begun before may miss some of it. */
async function untilRead(...markers: [string, string]): Promise<void> {
  for (const uid of markers) {
    put(`${uid}.png`, PNG);
    await untilListed(uid);
  }
}

async function assertNotFound(path: string): Promise<void> {
  const answer = await exchange(service.url, requestText('GET', path));
  assert.deepEqual([answer.status, answer.body?.error.code], [404, 'not_found'], path);
}

test('a portrait is served with its type, length and hash, without a key', async () => {
  const { '10000': hash } = await list();
  assert.match(hash ?? '', /^[0-9a-f]{16}$/);
  const response = await get('/10000');
  assert.equal(response.status, 200);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), PNG);
  for (const [name, value] of Object.entries({
    'content-type': 'image/png',
    'content-length': String(PNG.length),
    etag: `"${hash}"`,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }))
    assert.equal(response.headers.get(name), value, name);
});

test('a portrait is cached forever under the address with its hash, and under no other', async () => {
  const { '10000': hash } = await list();
  const cacheControl = async (query: string) => (await get(`/10000${query}`)).headers.get('cache-control');
  assert.equal(await cacheControl(`?v=${hash}`), 'public, max-age=31536000, immutable');
  for (const query of ['', '?v=', '?v=0123456789abcdef', `?w=${hash}`, `?v=${hash}0`])
    assert.equal(await cacheControl(query), 'public, max-age=300', query);
});

test('a portrait and the list that the browser has are answered 304', async () => {
  for (const path of ['/10000', '']) {
    const tag = (await get(path)).headers.get('etag') ?? '';
    for (const tags of [tag, `"other", W/${tag}`, '*']) {
      const known = await get(path, { 'if-none-match': tags });
      assert.deepEqual([known.status, await known.text()], [304, ''], `${path} ${tags}`);
      assert.equal(known.headers.get('etag'), tag);
    }
    assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
  }
});

test('HEAD has the headers of GET, and another method is answered 404 with Allow', async () => {
  for (const path of ['/portraits', '/portraits/10000']) {
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => exchange(service.url, requestText(method, path), method === 'HEAD')),
    );
    assert.deepEqual([head?.status, head?.text], [200, '']);
    for (const name of ['etag', 'content-type', 'content-length', 'cache-control'])
      assert.equal(head?.headers.get(name), got?.headers.get(name), name);
    const { status, headers } = await exchange(service.url, requestText('POST', path));
    assert.deepEqual([status, headers.get('allow')], [404, 'GET, HEAD']);
  }
});

test('no other origin may read portraits, whatever ROLLBOOK_CORS_ORIGINS allows', async () => {
  const origin = { origin: 'https://tool.example' };
  assert.equal(
    (await fetch(`${service.url}/v1/openapi.json`, { headers: origin })).headers.get(
      'access-control-allow-origin',
    ),
    '*',
  );
  for (const path of ['', '/10000', '/nobody'])
    assert.equal((await get(path, origin)).headers.get('access-control-allow-origin'), null, path);
});

describe('the server sees files that are added, replaced and removed', { concurrency: true }, () => {
  test('each type is served as what it is, and of several the smallest first', async () => {
    put('10001.jpg', JPEG);
    put('10002.webp', WEBP);
    put('10003.avif', AVIF);
    put('10004.avif', AVIF_OF_MIF1);
    for (const [name, bytes] of [
      ['avif', AVIF],
      ['webp', WEBP],
      ['png', PNG],
      ['jpg', JPEG],
    ] as const)
      put(`10005.${name}`, bytes);
    await untilListed('10001', '10002', '10003', '10004');
    const typeOf = async (uid: string) => (await get(`/${uid}`)).headers.get('content-type');
    assert.equal(await typeOf('10001'), 'image/jpeg');
    assert.equal(await typeOf('10002'), 'image/webp');
    assert.equal(await typeOf('10003'), 'image/avif');
    assert.equal(await typeOf('10004'), 'image/avif');
    await untilSeen('10005 is image/avif', async () => (await typeOf('10005')) === 'image/avif');
    for (const [removed, left] of [
      ['avif', 'image/webp'],
      ['webp', 'image/png'],
      ['png', 'image/jpeg'],
    ] as const) {
      rmSync(join(folder, `10005.${removed}`));
      await untilSeen(`10005 is ${left}`, async () => (await typeOf('10005')) === left);
    }
  });

  test('another form has its own portrait, or else that of its student', async () => {
    put(`${REPRESENTATIVE}.png`, PNG);
    await untilListed(REPRESENTATIVE);
    assert.deepEqual(await bytesOf(`/${FORM}`), PNG);
    put(`${FORM}.webp`, WEBP);
    await untilSeen('the form has its own', async () => FORM in (await list()));
    assert.deepEqual(await bytesOf(`/${FORM}`), WEBP);
    assert.deepEqual(await bytesOf(`/${REPRESENTATIVE}`), PNG);
    rmSync(join(folder, `${REPRESENTATIVE}.png`));
    await untilSeen('the student has none', async () => !(REPRESENTATIVE in (await list())));
    await assertNotFound(`/portraits/${REPRESENTATIVE}`);
  });

  test('a portrait that is replaced has another hash, and one that is removed is gone', async () => {
    put('10008.png', PNG);
    await untilListed('10008');
    const { '10008': former } = await list();
    const other = Buffer.concat([PNG, Buffer.from('other')]);
    put('10008.png', other);
    await untilSeen('the list has another hash', async () => (await list())['10008'] !== former);
    const { '10008': hash } = await list();
    const response = await get(`/10008?v=${hash}`, { 'if-none-match': `"${former}"` });
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), other);
    assert.equal(response.headers.get('etag'), `"${hash}"`);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal((await get(`/10008?v=${former}`)).headers.get('cache-control'), 'public, max-age=300');
    rmSync(join(folder, '10008.png'));
    await untilSeen('it is gone', async () => !('10008' in (await list())));
    await assertNotFound('/portraits/10008');
  });
});

test('the icons of items are served from the folder within, which may be made later', async () => {
  const listed = async () => ((await (await get('/items')).json()) as { items: object }).items;
  assert.deepEqual(await listed(), {});
  await assertNotFound('/portraits/items/e101009');
  mkdirSync(join(folder, 'items'));
  for (const name of ['e101009.webp', 'credits.png', 'nothing.webp', '10000.gif'])
    put(`items/${name}`, name.endsWith('png') ? PNG : WEBP);
  await untilSeen('both are listed', async () => Object.keys(await listed()).length === 2);
  const { e101009: hash } = (await listed()) as { e101009: string };
  const response = await get(`/items/e101009?v=${hash}`, { origin: 'https://tool.example' });
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), WEBP);
  for (const [name, value] of Object.entries({
    'content-type': 'image/webp',
    etag: `"${hash}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'access-control-allow-origin': null,
  }))
    assert.equal(response.headers.get(name), value, name);
  assert.equal((await get('/items/credits')).headers.get('content-type'), 'image/png');
  for (const name of ['nothing', '10000', '10', '..%2f10000', 'constructor', ''])
    await assertNotFound(`/portraits/items/${name}`);
  assert.ok(
    !service.stdout().includes('the icon of an item is not served'),
    'a folder that was missing is no problem',
  );
});

describe('nothing else of the folder is served', () => {
  const secret = join(parent, 'secret.png');
  const refused: Record<string, [reason: string, make: (path: string) => void]> = {
    '10010.png': ['It is a link out of the folder.', (path) => symlinkSync(secret, path)],
    '10011.png': ['It is a link out of the folder.', (path) => symlinkSync('../secret.png', path)],
    '10012.png': ['It is not a file.', (path) => mkdirSync(path)],
    '10013.png': ['It is not a file.', (path) => execFileSync('mkfifo', [path])],
    '10014.png': ['It is a link out of the folder.', (path) => symlinkSync('/dev/zero', path)],
    '10015.png': ['Its content is not image/png.', (path) => writeFileSync(path, HTML)],
    '10016.png': ['Its content is not image/png.', (path) => writeFileSync(path, JPEG)],
    '10017.avif': ['Its content is not image/avif.', (path) => writeFileSync(path, HEIC)],
    '10018.webp': ['Its content is not image/webp.', (path) => writeFileSync(path, '')],
    '10019.png': [
      'It is larger than 2 MiB.',
      (path) => writeFileSync(path, Buffer.concat([PNG, Buffer.alloc(MAX_BYTES - PNG.length + 1)])),
    ],
    '10020.png': ['ENOENT', (path) => symlinkSync('nowhere.png', path)],
    '10021.png': ['ELOOP', (path) => symlinkSync('10021.png', path)],
  };
  const OTHER_NAMES = [
    '10022.gif',
    '10022.svg',
    '10022.PNG',
    '10022',
    '10022.png.txt',
    'nobody.png',
    '.png',
    'notes.txt',
  ];

  test('links out of the folder, what is no file, other content and large files are refused and logged once', async () => {
    writeFileSync(secret, PNG);
    for (const [name, [, make]] of Object.entries(refused)) make(join(folder, name));
    for (const name of OTHER_NAMES) put(name, PNG);
    await untilRead('10006', '10007');
    const listed = await list();
    for (const name of [...Object.keys(refused), ...OTHER_NAMES]) {
      const uid = name.split('.')[0] as string;
      assert.ok(!(uid in listed), uid);
      if (uid !== '') await assertNotFound(`/portraits/${uid}`);
      await assertNotFound(`/portraits/${name === '10022' ? '10022.png' : name}`);
    }
    // The next reading says nothing again.
    await untilRead('10023', '10024');
    await until('the log is written', () => service.stdout().includes('10021.png'));
    const lines = service
      .stdout()
      .split('\n')
      .filter((line) => line.includes('a portrait is not served'));
    for (const [name, [reason]] of Object.entries(refused)) {
      const problems = lines.map((line) => JSON.parse(line)).filter(({ file }) => file === name);
      assert.equal(problems.length, 1, name);
      assert.match(problems[0].problem, new RegExp(`^${reason}`));
    }
    assert.equal(lines.length, Object.keys(refused).length, 'nothing is logged of other names');
  });

  test('a file of 2 MiB is served, and so is a link that stays in the folder', async () => {
    const largest = Buffer.concat([PNG, Buffer.alloc(MAX_BYTES - PNG.length)]);
    put('10025.png', largest);
    symlinkSync('10025.png', join(folder, '10026.png'));
    await untilListed('10025', '10026');
    assert.ok((await bytesOf('/10025')).equals(largest));
    assert.ok((await bytesOf('/10026')).equals(largest));
  });

  test('a portrait that becomes a link out of the folder is refused at once', async () => {
    put('10028.png', PNG);
    await untilListed('10028');
    const link = join(parent, 'link');
    symlinkSync(secret, link);
    renameSync(link, join(folder, '10028.png'));
    await assertNotFound('/portraits/10028');
  });

  test('no encoding of a path leads out of the folder', async () => {
    for (const name of [
      '../secret.png',
      '..%2fsecret',
      '%2e%2e%2fsecret',
      '%2e%2e%2fsecret.png',
      '%252e%252e%252fsecret',
      '..%5csecret',
      '10000%00',
      '10000%00.png',
      '10000.png',
      './10000.png',
      '.%2f10000',
      '%2e%2fportraits%2f10000',
      `%2fetc%2fpasswd`,
      encodeURIComponent(join(folder, '10000')),
      '10000/',
      '10000/..',
      '',
      '.',
      '..',
      '__proto__',
      'constructor',
    ])
      await assertNotFound(`/portraits/${name}`);
  });
});

test('without the setting the list is empty and there is no portrait', async () => {
  const response = await fetch(`${plain.url}/portraits`);
  assert.deepEqual([response.status, await response.json()], [200, { portraits: {} }]);
  assert.equal((await fetch(`${plain.url}/portraits/10000`)).status, 404);
  assert.deepEqual(await (await fetch(`${plain.url}/portraits/items`)).json(), { items: {} });
});

test('a folder that goes away serves nothing until it is back', async () => {
  const other = join(parent, 'other');
  mkdirSync(other);
  writeFileSync(join(other, '10000.png'), PNG);
  const own = await useProcess({ env: { ROLLBOOK_PORTRAITS: other } });
  const status = async () => (await fetch(`${own.url}/portraits/10000`)).status;
  assert.equal(await status(), 200);
  renameSync(other, join(parent, 'away'));
  await untilSeen('there is no portrait', async () => (await status()) === 404);
  renameSync(join(parent, 'away'), other);
  await untilSeen('it is back', async () => (await status()) === 200);
});

test('serve refuses a folder that it cannot read, in a sentence, and takes an empty setting for none', async () => {
  const file = join(parent, 'file');
  writeFileSync(file, '');
  const settings = { ROLLBOOK_PORT: '0', ROLLBOOK_DATABASE: `sqlite:${join(parent, 'unused.db')}` };
  for (const [path, reason] of [
    [join(parent, 'nowhere'), `There is no folder ${join(parent, 'nowhere')}.`],
    [file, `${file} is not a folder.`],
  ] as const)
    for (const [words, env] of [
      [['serve'], { ...settings, ROLLBOOK_PORTRAITS: path }],
      [['serve', '--portraits', path], settings],
    ] as const) {
      const { code, stdout, stderr } = await launch([...words], env);
      assert.equal(code, 1);
      assert.ok(stderr.includes(`ROLLBOOK_PORTRAITS: ${reason}`), stderr);
      assert.doesNotMatch(stderr + stdout, TRACE);
    }
  await useProcess({ env: { ROLLBOOK_PORTRAITS: '' } });
});
