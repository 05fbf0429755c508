import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { useSharedService } from '../use-service.ts';
import { chunk, png } from './png.ts';
import { look, SETTINGS, share, signUpWithStudents } from './use-shares.ts';

const service = await useSharedService();

const palette = chunk('PLTE', Buffer.alloc(6, 7));

test('a picture that its player sends is served as it is, until the link shows something else', async () => {
  const { browser } = await signUpWithStudents(service);
  const { shareId, url } = await share(browser);
  const path = `/shares/${shareId}`;
  assert.equal((await look(`${url}.png`)).status, 404);
  const image = png({ colours: 3, more: [palette] });
  const { picture } = await browser.ok('POST', `${path}/picture`, { image: image.toString('base64') });
  assert.ok(picture.url.startsWith(`${url}.png?v=`));
  const { status, headers, bytes } = await look(picture.url);
  assert.equal(status, 200);
  assert.ok(bytes.equals(image));
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(headers.get('cache-control'), 'no-cache');
  const kept = await look(picture.url, { 'if-none-match': headers.get('etag') ?? '' });
  assert.deepEqual([kept.status, kept.bytes.length], [304, 0]);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.ok((await look(url)).text.includes(picture.url));
  // Another end shows nothing else.
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  assert.deepEqual((await browser.ok('PATCH', path, { ...SETTINGS, expiresAt })).picture, picture);
  assert.equal((await browser.ok('PATCH', path, { ...SETTINGS, shows: ['bond'] })).picture, null);
  assert.equal((await look(picture.url)).status, 404);
  assert.ok(!(await look(url)).text.includes('.png'));
});

test('a picture is replaced, dropped, and found at the renewed address only', async () => {
  const { browser } = await signUpWithStudents(service);
  const { shareId, url } = await share(browser);
  const send = (image: Buffer) =>
    browser.ok('POST', `/shares/${shareId}/picture`, { image: image.toString('base64') });
  const first = await send(png());
  const second = await send(png({ pixels: Buffer.alloc(630 * 3601, 3) }));
  assert.notEqual(second.picture.url, first.picture.url);
  const renewed = await browser.ok('POST', `/shares/${shareId}/renew`, {});
  assert.equal((await look(second.picture.url)).status, 404);
  assert.equal((await look(`${url}.png`)).status, 404);
  assert.equal((await look(renewed.picture.url)).status, 200);
  const { text } = await browser.call('GET', '/export');
  assert.ok(JSON.parse(text).shares[0].picture.image.startsWith('iVBORw0KGgo'));
  assert.equal((await browser.ok('DELETE', `/shares/${shareId}/picture`)).picture, null);
  assert.equal((await look(renewed.picture.url)).status, 404);
});

const whole = png();
const noise = Buffer.concat([randomBytes(400_000), Buffer.alloc(630 * 3601 - 400_000)]);
for (const [what, image] of [
  ['of another size', png({ width: 630, height: 1200 })],
  ['too large', png({ pixels: noise })],
  ['cut', whole.subarray(0, -20)],
  ['with something behind its end', Buffer.concat([whole, Buffer.from('<script>')])],
  ['with a text', png({ more: [chunk('tEXt', Buffer.from('Comment\0hello'))] })],
  ['with a broken checksum', Buffer.concat([whole.subarray(0, 30), Buffer.from([1, 2]), whole.subarray(32)])],
  ['with too few pixels', png({ pixels: Buffer.alloc(100) })],
  ['with too many pixels', png({ pixels: Buffer.alloc(630 * 3601 + 1) })],
  ['with a text in its end', Buffer.concat([whole.subarray(0, -12), chunk('IEND', Buffer.from('<script>'))])],
  ['with a text in its density', png({ more: [chunk('pHYs', Buffer.alloc(1_800, 'a'))] })],
  ['with something behind its pixels', png({ trailing: Buffer.alloc(12_000, 'a') })],
  ['of a palette without one', png({ colours: 3 })],
  ['with two palettes', png({ colours: 3, more: [palette, palette] })],
  ['with an unknown filter', png({ pixels: Buffer.alloc(630 * 3601, 9) })],
  ['that is HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
] as const)
  test(`a picture ${what} is refused, and the one before stays`, async () => {
    const { browser } = await signUpWithStudents(service);
    const { shareId } = await share(browser);
    const path = `/shares/${shareId}/picture`;
    const { picture } = await browser.ok('POST', path, { image: whole.toString('base64') });
    refused(await browser.call('POST', path, { image: image.toString('base64') }), 400, 'invalid_request', [
      'image',
    ]);
    assert.deepEqual((await browser.ok('GET', '/shares')).shares[0].picture, picture);
  });

test('base64 with something in it is refused', async () => {
  const { browser } = await signUpWithStudents(service);
  const { shareId } = await share(browser);
  for (const image of [`${whole.toString('base64')}\n`, whole.toString('base64').replace(/^.{8}/, '$& '), ''])
    refused(await browser.call('POST', `/shares/${shareId}/picture`, { image }), 400, 'invalid_request', [
      'image',
    ]);
});
