import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../../service.ts';
import { exchange, requestText } from '../raw-connection.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Spellings of a way out of a folder. */
const UP = [
  '..',
  '%2e%2e',
  '.%2e',
  '%252e%252e',
  '..%00',
  '....',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '..;',
  '..%ef%bc%8f',
];
const SEPARATORS = ['/', '%2f', '%252f', '\\', '%5c', '%255c', '//'];
const TARGETS = ['package.json', 'server/app.ts', 'data/rollbook.db', 'etc/passwd', '.git/config'];

test('no spelling of a path leads to a file', async () => {
  for (const root of ['/docs/assets/', '/docs/', '/v1/', '/'])
    for (const up of UP)
      for (const separator of SEPARATORS) {
        const target = TARGETS[(up.length + separator.length) % TARGETS.length] as string;
        const path = root + `${up}${separator}`.repeat(4) + target.replaceAll('/', separator);
        const answer = await exchange(service.url, requestText('GET', path));
        assert.deepEqual([answer.status, answer.body?.error.code], [404, 'not_found'], path);
      }
});

test('an asset has one name and no other', async () => {
  const page = await (await fetch(`${service.url}/docs`)).text();
  const name = /assets\/([\w.-]+\.css)/.exec(page)?.[1] as string;
  const status = async (asset: string) =>
    (await exchange(service.url, requestText('GET', `/docs/assets/${asset}`))).status;
  assert.equal(await status(name), 200);
  for (const other of [
    `${name}%00`,
    `${name}%00.js`,
    `${name}/`,
    `${name}.`,
    `./${name}`,
    `%2e%2f${name}`,
    `x/../${name}`,
    name.toUpperCase(),
    name.replace(/\.\w{10}\./, '.'),
    `${name}::$DATA`,
    `${name}~`,
    '',
    '__proto__',
    'constructor',
  ])
    assert.equal(await status(other), 404, other);
});
