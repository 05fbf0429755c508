import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type CatalogueSource, startCatalogueSource } from '../../test/catalogue-source.ts';
import { FETCH_LIMITS, fetchCatalogue } from './fetch-catalogue.ts';
import type { SourceFile } from './source-file.ts';

let source: CatalogueSource;
before(async () => {
  source = await startCatalogueSource();
});
after(() => source.close());

async function read(path: string, limits = FETCH_LIMITS, signal = new AbortController().signal) {
  const files: SourceFile[] = [];
  const fetched = await fetchCatalogue(new URL(`${source.origin}/${path}`), {}, { limits, signal });
  for await (const file of fetched?.files ?? []) files.push(file);
  return files;
}

const redirectTo =
  (target: (path: string) => string): RequestListener =>
  (request, response) =>
    void response.writeHead(302, { location: target(request.url ?? '') }).end();

test('reads the files of a folder that are there, and small ones where the others are missing', async () => {
  source.put('partly', {
    'kr/students.json': [1],
    'kr/students.min.json': [2],
    'jp/items.min.json': [3],
    'tw/students.json': [4],
  });
  const files = await read('partly');
  assert.deepEqual(
    files.map(({ name, folder, data }) => [name.slice(source.origin.length), folder, data]),
    [
      ['/partly/kr/students.json', 'kr', [1]],
      ['/partly/jp/items.min.json', 'jp', [3]],
    ],
  );
});

test('follows three redirects within the source, and no more', async () => {
  source.put('target', { 'catalogue.json': { students: [] } });
  source.answer(
    'hops',
    redirectTo((path) => {
      const left = Number(/\d+/.exec(path)?.[0]) - 1;
      return left === 0 ? '/target/catalogue.json' : `/hops/${left}.json`;
    }),
  );
  assert.deepEqual((await read('hops/3.json'))[0]?.data, { students: [] });
  await assert.rejects(read('hops/4.json'), /redirects more than 3 times/);
});

type Refused = [string, RequestListener, RegExp];
const refused: Refused[] = [
  ['a redirect to another port', redirectTo(() => 'http://127.0.0.1:2/x.json'), /Only redirects within/],
  [
    'a redirect to another name of this machine',
    redirectTo((path) => source.origin.replace('127.0.0.1', 'localhost') + path),
    /Only redirects within/,
  ],
  [
    'a redirect with a password',
    redirectTo((path) => source.origin.replace('//', '//a:b@') + path),
    /Only redirects within/,
  ],
  ['a redirect to a file', redirectTo(() => 'file:///etc/passwd'), /Only redirects within/],
  [
    'an answer that is not asked for',
    (_, response) => void response.writeHead(304).end(),
    /answered 304 instead/,
  ],
  ['an error', (_, response) => void response.writeHead(503).end('{}'), /answered 503 instead of 200/],
  [
    'a length above the limit, before any of it arrives',
    (_, response) => response.writeHead(200, { 'content-length': 50 * 1024 * 1024 }).flushHeaders(),
    /is larger than 16 MiB/,
  ],
  [
    'a body that is small until it is unpacked',
    (_, response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))),
    /is larger than 16 MiB/,
  ],
  [
    'text that is not UTF-8',
    (_, response) => void response.end(Buffer.from('{"a":"\xff"}', 'latin1')),
    /is not JSON in UTF-8/,
  ],
  ...Object.entries({
    'values without end': `[${'[],'.repeat(2_000_000)}[]]`,
    'fields without end': `{${'"a":0,'.repeat(50_000)}"b":0}`,
    'levels without end': '['.repeat(1_000_000),
  }).map(
    ([name, text]): Refused => [
      name,
      (_, response) => void response.end(text),
      /has more than 2000000 values, 50000 in one object, or 64 levels\./,
    ],
  ),
  [
    'a connection that breaks',
    (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{');
      response.destroy();
    },
    /cannot be read/,
  ],
];
for (const [i, [name, answer, message]] of refused.entries())
  test(`refuses ${name}`, async () => {
    source.answer(`refused-${i}`, answer);
    await assert.rejects(read(`refused-${i}/catalogue.json`), message);
  });

test('gives up on headers and on a body that come too slowly, and ends at once with its signal', async () => {
  source.answer('silent', () => {});
  await assert.rejects(
    read('silent/x.json', { headersMs: 50, totalMs: 60_000 }),
    /did not answer within 0\.05 s/,
  );
  source.answer('slow', (_, response) => void response.writeHead(200).write('{'));
  await assert.rejects(read('slow/x.json', { headersMs: 60_000, totalMs: 200 }), /took longer than 0\.2 s/);
  const stop = new AbortController();
  const reading = read('slow/x.json', FETCH_LIMITS, stop.signal);
  stop.abort(new Error('stopped'));
  await assert.rejects(reading, /stopped/);
});
