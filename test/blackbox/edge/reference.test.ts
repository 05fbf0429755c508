import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ERROR_CODES, type ErrorCode } from '../../../contract/errors.ts';
import { useService } from '../../use-service.ts';
import { FIELDS } from '../spec-fields.ts';

const PAGES = ['/docs/api', '/docs/en/api'];
const PUBLIC_URL = 'https://rollbook.example/school';

const service = await useService({ env: { ROLLBOOK_PUBLIC_URL: PUBLIC_URL } });
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers });
const texts = new Map<string, string>();
// biome-ignore lint/suspicious/noExplicitAny: a document read as it comes
let document: any;
before(async () => {
  for (const path of PAGES) texts.set(path, await (await ask(path)).text());
  document = await (await ask('/v1/openapi.json')).json();
});

const textOf = (path: string): string => texts.get(path) ?? '';
const idsOf = (page: string): string[] => [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
const filesOf = (path: string): string[] =>
  [...textOf(path).matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g)].map(
    ([, file = '']) => new URL(file, `http://x${path}`).pathname,
  );
/** The text of the page as a reader sees it, on one line. */
const readText = (path: string): string =>
  textOf(path)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, '');

/** Such as NotFoundOrStudentNotRecruitedResponse, one of which each status of an operation has. */
const isErrorOfSomeCodes = (schema: string): boolean =>
  schema
    .replace(/Response$/, '')
    .split('Or')
    .every((code) =>
      ERROR_CODES.includes(code.replaceAll(/(?<!^)(?=[A-Z])/g, '_').toLowerCase() as ErrorCode),
    );

for (const path of PAGES) {
  test(`${path} shows every operation, parameter, status, schema and field of openapi.json in its order`, () => {
    const ids = idsOf(textOf(path));
    const expected: string[] = [];
    for (const item of Object.values<Record<string, { operationId: string }>>(document.paths))
      for (const { operationId } of Object.values(item)) expected.push(operationId);
    assert.deepEqual(ids.filter((id) => expected.includes(id)).sort(), expected.sort());
    const SCHEMAS = ['RecruitedStudentState', 'StudentRegistration', 'StudentPatch'];
    for (const schema of SCHEMAS)
      assert.deepEqual(
        ids.filter((id) => id.startsWith(`${schema}.`)).map((id) => id.split('.')[1]),
        [...(schema === 'StudentPatch' ? [] : ['studentUid']), ...FIELDS.map(([name]) => name)],
      );
    for (const name of Object.keys(document.components.schemas).filter((each) => !isErrorOfSomeCodes(each)))
      assert.ok(ids.includes(`schema-${name}`), name);
  });

  test(`${path} shows every example of openapi.json`, () => {
    const shown = readText(path);
    let found = 0;
    for (const item of Object.values<Record<string, object>>(document.paths))
      for (const operation of Object.values(item))
        for (const example of examplesIn(operation)) {
          const text = JSON.stringify(example).replaceAll(/\s+/g, '');
          assert.ok(shown.includes(text), text);
          found += 1;
        }
    assert.ok(found > 50, `${found}`);
    assert.doesNotMatch(shown, /"string"/);
  });

  test(`${path} shows every operation, parameter, schema, property and example of /beta, and a form for each`, async () => {
    const description = (await (await ask('/beta/openapi.json')).json()) as typeof document;
    const [ids, shown] = [idsOf(textOf(path)), readText(path)];
    interface Described {
      operationId: string;
      parameters: { name: string }[];
    }
    const items = Object.values<Record<string, Described>>(description.paths);
    // What lies at another server needs no key and has no form: the guide tells of it.
    for (const item of items.filter(({ servers }) => servers === undefined))
      for (const operation of Object.values(item)) {
        const { operationId, parameters } = operation;
        assert.ok(ids.includes(operationId), operationId);
        assert.ok(textOf(path).includes(`data-operation="${operationId}"`), operationId);
        for (const { name } of parameters) assert.ok(ids.includes(`${operationId}.${name}`), name);
        for (const example of examplesIn(operation))
          assert.ok(shown.includes(JSON.stringify(example).replaceAll(/\s+/g, '')), JSON.stringify(example));
      }
    const { schemas } = description.components as { schemas: Record<string, { properties?: object }> };
    const namesIn = (part: unknown) =>
      [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
    // Grows while it is gone through.
    const named = new Set(namesIn(items.filter(({ servers }) => servers === undefined)));
    for (const name of named) for (const inner of namesIn(schemas[name])) named.add(inner);
    assert.ok(named.size > 20, `${named.size}`);
    for (const name of [...named].filter((each) => !isErrorOfSomeCodes(each))) {
      const { properties = {} } = schemas[name] ?? {};
      assert.ok(ids.includes(`schema-${name}`), name);
      for (const property of Object.keys(properties))
        assert.ok(ids.includes(`${name}.${property}`), `${name}.${property}`);
    }
  });

  test(`${path} says every rule of openapi.json in its language`, () => {
    const shown = readText(path);
    const isKorean = path === '/docs/api';
    const text = `${document.info.description}\n${document.paths['/me/students'].post.description}`;
    // A rule of the body has both languages in one line, the others have one each.
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .flatMap((line) => /^- (.*다\.) (`?[A-Z\w].*)$/.exec(line)?.slice(1) ?? [line.slice(2)])
      .filter((line) => /[가-힣]/.test(line) === isKorean);
    assert.ok(lines.length > 10, `${lines.length}`);
    for (const line of lines)
      assert.ok(shown.includes(line.replaceAll('`', '').replaceAll(/\s+/g, '')), line);
  });

  test(`${path} has unique ids, a description and absolute links to both languages`, () => {
    const text = textOf(path);
    const ids = idsOf(text);
    assert.equal(new Set(ids).size, ids.length);
    assert.match(text, /<meta name="description" content="[^"]{40,}">/);
    for (const [language, page] of [
      ['ko', '/docs/api'],
      ['en', '/docs/en/api'],
    ])
      assert.ok(text.includes(`<link rel="alternate" hreflang="${language}" href="${PUBLIC_URL}${page}">`));
    assert.ok(text.includes(`<link rel="canonical" href="${PUBLIC_URL}${path}">`));
  });

  test(`the Content-Security-Policy of ${path} allows this server only`, async () => {
    const { headers } = await ask(path);
    const policy = headers.get('content-security-policy') ?? '';
    for (const [name, ...sources] of policy.split('; ').map((directive) => directive.split(' ')))
      for (const source of sources)
        assert.ok(["'none'", "'self'"].includes(source) || source === 'data:', `${name} ${source}`);
    assert.match(policy, /(^|; )default-src 'none'(;|$)/);
    assert.doesNotMatch(textOf(path), /<style|\sstyle=|\son\w+="|<script(?! (type="module" )?src=)/);
  });

  test(`${path} and its files are small`, async () => {
    let bytes = 0;
    for (const file of [path, ...filesOf(path)]) {
      const answer = await ask(file, { 'accept-encoding': 'br' });
      assert.equal(answer.status, 200, file);
      bytes += Number(answer.headers.get('content-length'));
      await answer.arrayBuffer();
    }
    assert.ok(bytes < 40_000, `${bytes} bytes`);
  });
}

test('serves the assets of the reference as immutable', async () => {
  const files = filesOf('/docs/api');
  assert.equal(files.length, 5);
  for (const file of files) {
    const answer = await ask(file);
    assert.equal(answer.status, 200, file);
    assert.match(answer.headers.get('content-type') ?? '', /^(text\/(css|javascript)|image\/svg)/);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.doesNotMatch(await answer.text(), /^import /m);
    const known = await ask(file, { 'if-none-match': answer.headers.get('etag') ?? '' });
    assert.equal(known.status, 304);
    const head = await ask(file, {}, 'HEAD');
    assert.equal(head.headers.get('etag'), answer.headers.get('etag'));
  }
});

test('answers 404 to other asset names', async () => {
  for (const name of ['try-it.js', 'code-text.js', '..%2froutes.ts', '%00', '']) {
    const answer = await ask(`/docs/assets/${name}`);
    assert.equal(answer.status, 404, name);
    assert.match(await answer.text(), /"code":"not_found"/);
  }
});

/** The examples of bodies, wherever they are in an operation. */
function* examplesIn(node: object): Generator<unknown> {
  for (const [name, value] of Object.entries(node)) {
    if (name === 'examples')
      for (const { value: example } of Object.values<{ value: unknown }>(value)) yield example;
    else if (name === 'example' && typeof value === 'object') yield value;
    else if (typeof value === 'object' && value !== null) yield* examplesIn(value);
  }
}
