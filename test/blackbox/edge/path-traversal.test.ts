import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { exchange, requestText } from '../raw-connection.ts';

const service = await useSharedService();

/** Encodings of "..". */
const PARENT_FOLDERS = [
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

test('answers 404 to every encoding of a path to a file', async () => {
  for (const root of ['/docs/assets/', '/docs/', '/portraits/', '/v1/', '/'])
    for (const parent of PARENT_FOLDERS)
      for (const separator of SEPARATORS) {
        const target = TARGETS[(parent.length + separator.length) % TARGETS.length] as string;
        const path = root + `${parent}${separator}`.repeat(4) + target.replaceAll('/', separator);
        const answer = await exchange(service.url, requestText('GET', path));
        assert.deepEqual([answer.status, answer.body?.error.code], [404, 'not_found'], path);
      }
});

test('serves an asset under its exact name only', async () => {
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
