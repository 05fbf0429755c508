import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../../service.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}${path}`, { method, headers });
const filesOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="\.\.\/docs\/(assets\/[^"]+)"/g)].map(([, file]) => `/docs/${file}`);

test('the Content-Security-Policy of the API reference allows this server only', async () => {
  const page = await ask('/docs/api');
  assert.equal(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const [name, ...sources] of policy.split('; ').map((directive) => directive.split(' ')))
    for (const source of sources)
      assert.ok(["'none'", "'self'", 'data:'].includes(source) || name === 'style-src', `${name} ${source}`);
  assert.match(policy, /(^|; )default-src 'none'(;|$)/);
  assert.doesNotMatch(await page.text(), /https?:|\/\//);
});

test('serves the assets of the API reference as immutable', async () => {
  const files = filesOf(await (await ask('/docs/api')).text());
  assert.equal(files.length, 6);
  for (const file of files) {
    const answer = await ask(file);
    assert.equal(answer.status, 200, file);
    assert.match(answer.headers.get('content-type') ?? '', /^(text\/(css|javascript)|image\/svg)/);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    await answer.arrayBuffer();
    const known = await ask(file, { 'if-none-match': answer.headers.get('etag') ?? '' });
    assert.equal(known.status, 304);
    const head = await ask(file, {}, 'HEAD');
    assert.equal(head.headers.get('etag'), answer.headers.get('etag'));
  }
});

test('serves Scalar with the same content in every accepted coding', async () => {
  const files = filesOf(await (await ask('/docs/api')).text());
  const scalar = files.find((file) => file.includes('scalar')) ?? '';
  const codings = [
    ['br, gzip', 'br', 1.2e6],
    ['gzip', 'gzip', 1.5e6],
    ['br;q=0, identity', null, 5e6],
  ] as const;
  const texts = new Set<string>();
  for (const [accepted, coding, maxBytes] of codings) {
    const answer = await ask(scalar, { 'accept-encoding': accepted });
    assert.equal(answer.headers.get('content-encoding'), coding);
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
    assert.ok(Number(answer.headers.get('content-length')) < maxBytes, accepted);
    texts.add(hash('sha256', await answer.text()));
  }
  assert.equal(texts.size, 1);
});

test('answers 404 to other asset names', async () => {
  for (const name of ['scalar.0.0.0.js', 'interactive.js', '..%2froutes.ts', '%00', '']) {
    const answer = await ask(`/docs/assets/${name}`);
    assert.equal(answer.status, 404, name);
    assert.match(await answer.text(), /"code":"not_found"/);
  }
});
