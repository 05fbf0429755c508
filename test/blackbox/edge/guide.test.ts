import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ENGINE } from '../../database.ts';
import { isInstalled, outputOf, RUNNERS, runSample, samplesFor, samplesOf } from '../../samples.ts';
import { useService } from '../../use-service.ts';
import { writer } from '../writer.ts';

const PUBLIC_URL = 'https://rollbook.example/api';
const PAGES = ['/docs/ko', '/docs/en'];
const CHANGELOG_PAGES = ['/docs/changelog', '/docs/en/changelog'];
const ASSISTANT_PAGES = ['/docs/assistants', '/docs/en/assistants'];
const ALL_PAGES = ['/', '/ko', '/en', '/docs', ...PAGES, ...ASSISTANT_PAGES, ...CHANGELOG_PAGES];

const service = await useService();
const open = await useService({
  env: { ROLLBOOK_SIGNUP: 'open', ROLLBOOK_CORS_ORIGINS: 'https://front.example' },
});
const closed = await useService({ env: { ROLLBOOK_SIGNUP: 'closed', ROLLBOOK_PUBLIC_URL: PUBLIC_URL } });
const texts = new Map<string, string>();
before(async () => {
  for (const path of ALL_PAGES) texts.set(path, await (await fetch(service.url + path)).text());
});

const textOf = (path: string): string => texts.get(path) ?? '';
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
const ids = (text: string): string[] => all(text, /\sid="([^"]*)"/g);

describe('the guide in Korean and English', () => {
  test('both languages have the same unique anchors', () => {
    const [ko = [], en = []] = PAGES.map((path) => ids(textOf(path)));
    assert.ok(ko.length > 150, `${ko.length}`);
    assert.deepEqual(ko, en);
    assert.equal(new Set(ko).size, ko.length);
  });

  test('both languages have the sections that other pages link to', () => {
    const sections =
      'start sync flow students fields rules bond paging limits errors keys browsers agents history goals clients versions questions catalogue search attributes'.split(
        ' ',
      );
    for (const path of PAGES)
      for (const id of sections) assert.ok(ids(textOf(path)).includes(id), `${path}#${id}`);
  });

  test('the section on syncing names the client', () => {
    for (const path of PAGES)
      assert.match(textOf(path), /<section id="sync"(?:(?!<section).)*@rollbook\/client/s, path);
  });

  test('each page is in its language', () => {
    assert.match(textOf('/docs/ko'), /<html lang="ko">/);
    assert.match(textOf('/docs/en'), /<html lang="en">/);
    const korean =
      textOf('/docs/en')
        .replace(/<(pre|code)[ >].*?<\/\1>/gs, '')
        .match(/[가-힣]+/g) ?? [];
    // The names of the product and of the other language, and three Korean words for search.
    assert.ok(new Set(korean).size <= 5, `${[...new Set(korean)]}`);
  });
});

test('the page of assistants has the address of this server and the same sections in both languages', async () => {
  const [ko = [], en = []] = ASSISTANT_PAGES.map((path) => ids(textOf(path)));
  assert.deepEqual(ko, en);
  for (const id of ['claude', 'chatgpt', 'cursor', 'vscode', 'gemini', 'goose', 'end'])
    assert.ok(ko.includes(id), id);
  for (const path of ASSISTANT_PAGES)
    assert.ok(all(textOf(path), /(http:[^\s"<&]*)/g).includes(`${service.url}/mcp`), path);
  assert.ok((await (await fetch(`${closed.url}/docs/assistants`)).text()).includes(`${PUBLIC_URL}/mcp`));
});

test('the changelog has every version and change of CHANGELOG.md, and every other document leads to it', async () => {
  const source = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  const bare = (text: string) => text.replaceAll(/&\w+;|[^\p{L}\p{N}]+/gu, '');
  const lines = source.split('\n').filter((line) => /^(- |##+ )/.test(line));
  assert.ok(lines.length > 50);
  for (const path of CHANGELOG_PAGES) {
    const shown = bare(textOf(path).replaceAll(/<[^>]*>/g, ''));
    for (const line of lines)
      assert.ok(shown.includes(bare(line.replaceAll(/\]\([^)]*\)/g, ']'))), `${path}: ${line}`);
  }
  const markdown = await (await fetch(`${service.url}/docs/changelog.md`)).text();
  assert.equal(bare(markdown), bare(source.replaceAll(/\]\((?!https:)[^)]*\)/g, ']')));
  for (const path of ['/docs/ko', '/docs/api', '/docs.md', '/llms.txt'])
    assert.match(await (await fetch(service.url + path)).text(), /changelog/, path);
});

describe('links of the guide', () => {
  for (const page of ALL_PAGES) {
    test(`every link of ${page} has a target`, async () => {
      const text = textOf(page);
      const links = new Set(all(text, /\s(?:href|src)="([^"]*)"/g));
      assert.ok(links.size > 5);
      for (const link of links) {
        const url = new URL(link, service.url + page);
        assert.equal(url.origin, new URL(service.url).origin, `${link} is of another origin`);
        // Relative links also work under the path prefix of a proxy.
        assert.ok(!link.startsWith('/'), link);
        // The console may not be built; its tests open it.
        if (link === 'console') continue;
        if (link.startsWith('#')) assert.ok(ids(text).includes(link.slice(1)), link);
        else assert.equal((await fetch(url)).status, 200, link);
      }
    });
  }

  test('pages and assets refer to no other origin', async () => {
    for (const page of ALL_PAGES) {
      for (const path of all(textOf(page), /"([^"]*assets\/[^"]*)"/g)) {
        const text = await (await fetch(new URL(path, service.url + page))).text();
        assert.doesNotMatch(
          text.replaceAll('http://www.w3.org/2000/svg', ''),
          /https?:\/\/|url\(|@import/,
          path,
        );
      }
      assert.deepEqual(
        all(textOf(page), /(https?:\/\/[^/"<\s]+)/g).filter((origin) => origin !== service.url),
        [],
      );
    }
  });
});

describe('responses of the guide', () => {
  test('serves each page small and with the same content in every coding', async () => {
    for (const path of ALL_PAGES) {
      const plain = await fetchRaw('GET', path);
      const page = path.startsWith('/docs');
      for (const [coding, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await fetchRaw('GET', path, { 'accept-encoding': `x, ${coding};q=0.5` });
        assert.equal(packed.headers.get('content-encoding'), page ? coding : null, path);
        if (!page) continue;
        assert.ok(packed.body.length < 150_000, `${path}: ${packed.body.length} bytes`);
        assert.equal(decode(packed.body).toString(), plain.body.toString());
        const language = path === '/docs' ? 'Accept-Language, ' : '';
        const markdown = ASSISTANT_PAGES.includes(path) ? '' : 'Accept, ';
        assert.equal(packed.headers.get('vary'), `${language}${markdown}Accept-Encoding`);
        assert.notEqual(packed.headers.get('etag'), plain.headers.get('etag'));
      }
      const refused = await fetchRaw('GET', path, { 'accept-encoding': 'br;q=0, gzip; q=0.0' });
      assert.equal(refused.headers.get('content-encoding'), null);
    }
  });

  test('answers HEAD without a body and 304 to a matching If-None-Match', async () => {
    const assets = all(textOf('/docs'), /"(docs\/assets\/[^"]*)"/g).map((path) => `/${path}`);
    assert.equal(assets.length, 4);
    for (const path of [...PAGES, ...assets, '/v1/openapi.json']) {
      const head = await fetchRaw('HEAD', path);
      const got = await fetchRaw('GET', path);
      assert.equal(head.status, 200);
      assert.equal(head.body.length, 0);
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary'])
        assert.equal(head.headers.get(name), got.headers.get(name), name);
      const tag = got.headers.get('etag') ?? '';
      assert.match(tag, /^"[^"]+"$/);
      for (const known of [tag, `"other", W/${tag}`, '*'])
        assert.equal((await fetchRaw('GET', path, { 'if-none-match': known })).status, 304);
      assert.equal((await fetchRaw('GET', path, { 'if-none-match': '"other"' })).status, 200);
    }
  });

  test('serves assets as immutable and answers 404 to other names', async () => {
    for (const path of all(textOf('/docs/en'), /"(assets\/[^"]*)"/g)) {
      const { headers } = await fetchRaw('GET', `/docs/${path}`);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.match(
        headers.get('content-type') ?? '',
        /^(text\/(css|javascript); charset=utf-8|image\/svg\+xml)$/,
      );
    }
    for (const name of ['style.css', 'style.0000000000.css', '..%2fpage.ts', '%2e%2e', 'x'])
      assert.equal((await fetchRaw('GET', `/docs/assets/${name}`)).status, 404, name);
  });

  test('sends a strict Content-Security-Policy and no inline style or script', async () => {
    for (const path of ALL_PAGES) {
      const { headers } = await fetchRaw('GET', path);
      const policy = new Map(
        (headers.get('content-security-policy') ?? '')
          .split('; ')
          .map((one) => [one.split(' ', 1)[0] ?? '', one.split(' ').slice(1)]),
      );
      assert.deepEqual(policy.get('default-src'), ["'none'"]);
      for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
        assert.deepEqual(policy.get(name), ["'none'"]);
      for (const [name, sources] of policy)
        for (const source of sources)
          assert.ok(
            ["'none'", "'self'"].includes(source) || (name === 'img-src' && source === 'data:'),
            source,
          );
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      assert.doesNotMatch(textOf(path), /<style|\sstyle=|\son\w+="|<script(?! src=)|javascript:/);
    }
  });

  test('names Origin in Vary when CORS is on', async () => {
    const { headers } = await fetch(`${open.url}/docs`, { headers: { origin: 'https://front.example' } });
    assert.equal(headers.get('vary'), 'Origin, Accept-Language, Accept, Accept-Encoding');
  });
});

describe('the language of the reader', () => {
  const ask = (path: string, language?: string) =>
    fetch(service.url + path, language === undefined ? {} : { headers: { 'accept-language': language } });
  const languageOf = (page: string) => /<html lang="(..)">/.exec(page)?.[1];

  for (const path of ['/', '/docs'])
    test(`${path} is in the language that the reader prefers, and leads to the other`, async () => {
      for (const [accepted, language, other] of [
        [undefined, 'ko', 'en'],
        ['ko-KR,ko;q=0.9,en;q=0.8', 'ko', 'en'],
        ['en-US,en;q=0.9', 'en', 'ko'],
      ] as const) {
        const answer = await ask(path, accepted);
        const page = await answer.text();
        assert.deepEqual([answer.status, languageOf(page)], [200, language], accepted ?? 'no preference');
        assert.equal(answer.headers.get('content-language'), language);
        assert.match(answer.headers.get('vary') ?? '', /\bAccept-Language\b/);
        const [link = ''] = all(page, new RegExp(`<a href="([^"]*)" lang="${other}"`, 'g'));
        // The other page stays in its language, whatever the browser prefers.
        const url = new URL(link, service.url + path);
        assert.equal(languageOf(await (await ask(url.pathname, accepted)).text()), other, link);
      }
    });

  test('every link of the page in the other language has a target', async () => {
    for (const path of ['/', '/docs']) {
      const page = await (await ask(path, 'en')).text();
      for (const link of new Set<string>(all(page, /\s(?:href|src)="([^"#]+)[^"]*"/g))) {
        // The console may not be built.
        if (/^https:|^console$/.test(link)) continue;
        assert.equal((await fetch(new URL(link, service.url + path))).status, 200, `${path} ${link}`);
      }
    }
  });

  test('Markdown is in the language that the reader prefers', async () => {
    for (const [language, path] of [
      ['ko', '/docs.md'],
      ['en', '/docs/en.md'],
    ] as const) {
      const headers = { accept: 'text/markdown', 'accept-language': language };
      const text = await (await fetch(`${service.url}/docs`, { headers })).text();
      assert.equal(text, await (await ask(path)).text());
    }
  });
});

describe('the page at /', () => {
  test('shows the number of students and that the service is ready', async () => {
    const answer = await fetchRaw('GET', '/');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.body.toString(), /data-ready="true"/);
    assert.match(answer.body.toString(), /272/);
    const head = await fetchRaw('HEAD', '/');
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  });

  test('loads no script and leads to the console, the guide and the reference', () => {
    const text = textOf('/');
    assert.doesNotMatch(text, /<script|<button/);
    const links = all(text, /<a [^>]*href="([^"]*)"/g);
    for (const target of ['console', 'docs/ko', 'docs/api', 'en']) assert.ok(links.includes(target), target);
  });

  test('says who may sign up', async () => {
    for (const [other, sentence] of [
      [closed, /지금은 가입을 받지 않습니다/],
      [open, /바로 가입할 수 있습니다/],
    ] as const)
      assert.match(await (await fetch(other.url)).text(), sentence);
    assert.match(textOf('/'), /초대 링크로 가입합니다/);
  });

  // Another program can lock a SQLite file, but no PostgreSQL database.
  const skip = ENGINE !== 'sqlite';
  /** Repeats, because the page is cached for a moment. */
  async function waitUntilShown(state: string): Promise<void> {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const page = await fetchRaw('GET', '/');
      assert.equal(page.status, 200);
      if (page.body.toString().includes(state)) return;
      assert.ok(Date.now() < deadline, state);
    }
  }

  test('shows that the service is not ready while another program locks the database', { skip }, async () => {
    const holder = new DatabaseSync(service.database.replace('sqlite:', ''), { timeout: 5_000 });
    try {
      holder.exec('BEGIN EXCLUSIVE');
      await waitUntilShown('data-ready="false"');
      holder.exec('ROLLBACK');
      await waitUntilShown('data-ready="true"');
    } finally {
      holder.close();
    }
  });

  test('answers readiness as JSON', async () => {
    const answer = await fetchRaw('GET', '/', { accept: 'application/json' });
    const { ready, catalogue } = JSON.parse(answer.body.toString());
    assert.deepEqual([ready, catalogue.students], [true, 272]);
  });
});

test('shows the public address in the pages and keeps their links relative', async () => {
  for (const path of PAGES) {
    const text = await (await fetch(closed.url + path)).text();
    assert.ok(text.includes(`${PUBLIC_URL}/v1`));
    assert.ok(!text.includes(closed.url));
    for (const link of all(text, /\s(?:href|src)="([^"]*)"/g)) assert.match(link, /^(#|\.\.?\/|\w)/);
  }
});

describe('the code samples of the guide', { concurrency: 2 }, () => {
  for (const runner of RUNNERS)
    test(`${runner} runs its samples, which print what the page shows`, async (t) => {
      if (!(await isInstalled(runner))) return t.skip(`${runner} is not installed`);
      const page = textOf('/docs');
      const { key } = await writer(service);
      const samples = samplesFor(runner, page);
      assert.ok(samples.length >= 6, `${samples.length}`);
      for (const { id, code } of samples) {
        const { stdout } = await runSample(runner, code, `${service.url}/v1`, key);
        const printed = outputOf(page, id);
        if (printed === undefined) assert.equal(JSON.parse(stdout).error, undefined, `${id}: ${stdout}`);
        else assert.deepEqual(JSON.parse(stdout), JSON.parse(printed), id);
      }
    });

  test('samples are the same in both languages and use the address of this service', () => {
    const [ko = [], en = []] = PAGES.map((path) =>
      samplesOf(textOf(path)).map((one) => ({ ...one, output: outputOf(textOf(path), one.id) })),
    );
    assert.deepEqual(ko, en);
    for (const { code, id } of ko) assert.ok(code.includes(`${service.url}/v1`), id);
  });
});

interface Raw {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** Sends a request and returns the body without decoding it. */
function fetchRaw(method: string, path: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    request(service.url + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(response.headers as Record<string, string>),
          body: Buffer.concat(chunks),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}
