import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { outputOf, samplesOf } from '../../samples.ts';
import { useService } from '../../use-service.ts';
import { FIELDS } from '../spec-fields.ts';

const PUBLIC_URL = 'https://rollbook.example/school';
/** Each page of the guide and its Markdown. */
const PAGES = [
  ['/docs/ko', '/docs.md'],
  ['/docs/en', '/docs/en.md'],
] as const;
const TEXTS = ['/docs.md', '/docs/en.md', '/llms.txt'];

const service = await useService({ env: { ROLLBOOK_PUBLIC_URL: PUBLIC_URL } });
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { headers });
const texts = new Map<string, string>();
before(async () => {
  for (const path of [...PAGES.flat(), '/llms.txt']) texts.set(path, await (await ask(path)).text());
});

const textOf = (path: string): string => texts.get(path) ?? '';

/** Letters and digits alone, so that markup of either kind makes no difference. */
const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
const withoutTags = (markup: string): string =>
  markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(lt|gt|quot|amp);/g, ' ');

describe('the guide as Markdown', () => {
  for (const [page, markdown] of PAGES) {
    test(`${markdown} says everything that ${page} says, in its order`, () => {
      const main = (/<main.*<\/main>/s.exec(textOf(page))?.[0] ?? '')
        .replaceAll(/<(svg|figcaption|caption|footer)[ >].*?<\/\1>/gs, '')
        .replaceAll(/<div class="tabbar">.*?<\/div>/gs, '');
      const blocks = [
        ...main.matchAll(
          /<(h[1-3]|p|li|th|td|summary|pre)(?: [^>]*)?>(.*?)(?=<\/?(?:h[1-3]|p|li|th|td|summary|pre|ul|ol|table)[ >])/gs,
        ),
      ]
        .map(([, , text = '']) => bare(withoutTags(text)))
        .filter((text) => text !== '');
      assert.ok(blocks.length > 500, `${blocks.length}`);
      const said = bare(textOf(markdown).replaceAll(/\]\([^)]*\)/g, ']'));
      let position = 0;
      for (const block of blocks) {
        const found = said.indexOf(block, position);
        assert.notEqual(found, -1, block);
        position = found + block.length;
      }
    });

    test(`${markdown} has every sample of ${page} and what it prints`, () => {
      const samples = samplesOf(textOf(page));
      assert.ok(samples.length > 15);
      const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;
      const languages: Record<string, string> = { curl: 'sh', javascript: 'js', python: 'python' };
      for (const { id, language, code } of samples) {
        assert.ok(textOf(markdown).includes(fence(languages[language] ?? '', code)), `${id} ${language}`);
        const output = outputOf(textOf(page), id);
        if (output !== undefined) assert.ok(textOf(markdown).includes(output), id);
      }
    });

    test(`${page} answers with its Markdown to those that ask for it`, async () => {
      for (const accept of [
        'text/markdown',
        'text/markdown, text/html;q=0.9, */*',
        'text/html;q=0.8, Text/Markdown;q=0.9',
        'text/markdown, text/html',
      ]) {
        const answer = await ask(page, { accept });
        assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8', accept);
        assert.equal(answer.headers.get('vary'), 'Accept, Accept-Encoding');
        assert.equal(await answer.text(), textOf(markdown));
      }
      for (const accept of [
        '*/*',
        'text/html,application/xhtml+xml,*/*;q=0.8',
        'text/html, text/markdown;q=0.5',
        'text/markdown;q=0',
        'text/markdown;q=x',
        'text/*',
      ]) {
        const answer = await ask(page, { accept });
        assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8', accept);
        assert.equal(answer.headers.get('vary'), 'Accept, Accept-Encoding');
        await answer.arrayBuffer();
      }
    });
  }
});

test('/llms.txt has the address, the key, every request, field, error and document', () => {
  const text = textOf('/llms.txt');
  assert.match(text, /^# .+\n\n> .+\n\n/);
  assert.ok(text.includes(`${PUBLIC_URL}/v1`));
  assert.ok(text.includes('Authorization: Bearer <API_KEY>'));
  for (const request of ['GET /v1/students', 'POST /v1/me/students', 'PATCH /v1/me/students/{studentUid}'])
    assert.ok(text.includes(request), request);
  for (const [name, min, max] of FIELDS)
    assert.ok(text.includes(`| \`${name}\` | ${min}–${max.toLocaleString('en')} |`), name);
  for (const [code, path] of [
    ['student_not_recruited', '/docs/en.md'],
    ['rate_limited', '/docs.md'],
    ['internal_error', '/v1/openapi.json'],
    ['unavailable', '/catalogue.json'],
  ] as const) {
    assert.ok(text.includes(`\`${code}\``), code);
    assert.ok(text.includes(`](${PUBLIC_URL}${path})`), path);
  }
});

for (const path of TEXTS) {
  test(`every link of ${path} is absolute and has a target`, async () => {
    const links = [...textOf(path).matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => new URL(link));
    assert.ok(links.length > 5);
    for (const { origin, pathname, hash } of links) {
      assert.equal(origin + pathname.slice(0, '/school'.length), PUBLIC_URL);
      const target = pathname.slice('/school'.length);
      if (!texts.has(target)) {
        const answer = await ask(target);
        assert.equal(answer.status, 200, target);
        texts.set(target, await answer.text());
      }
      if (hash !== '') assert.ok(textOf(target).includes(` id="${hash.slice(1)}"`), target + hash);
    }
  });

  test(`${path} is served small, with an ETag for each coding`, async () => {
    const plain = await ask(path, { 'accept-encoding': 'identity' });
    const text = await plain.text();
    assert.ok(text.length < 95_000 && brotliCompressSync(text).length < 28_000, `${text.length}`);
    const prose = text.replaceAll(/```.*?```|`[^`]*`/gs, '');
    const markup = /<\/?[a-z]+[ >]|&(lt|gt|quot|amp);|undefined|\[object/.exec(prose);
    assert.equal(markup, null, `${markup}`);
    assert.equal(plain.headers.get('x-content-type-options'), 'nosniff');
    const packed = await ask(path, { 'accept-encoding': 'br' });
    assert.equal(packed.headers.get('content-encoding'), 'br');
    assert.equal(await packed.text(), text);
    assert.notEqual(packed.headers.get('etag'), plain.headers.get('etag'));
    const known = await ask(path, {
      'accept-encoding': 'identity',
      'if-none-match': plain.headers.get('etag') ?? '',
    });
    assert.equal(known.status, 304);
  });
}
