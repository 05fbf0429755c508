import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { docsAnchor, ERROR_CODES, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { ApiError, serializeError } from '../../server/errors/api-error.ts';
import type { Account, Answer } from '../service.ts';
import { useProcess } from '../use-service.ts';
import { useBrowser, visit } from './browser.ts';

const READS = 5;
const STUDENT = { studentUid: '10000', tier: 3, weaponTier: 0 };

const [service, browser] = await Promise.all([
  useProcess({ env: { ROLLBOOK_READ_LIMIT: String(READS) } }),
  useBrowser(),
]);
let account: Account;
before(async () => {
  account = await service.account();
});

/** How to provoke each error; undefined for those that need a broken server. */
const TRIGGERS: Record<ErrorCode, (() => Promise<Answer>) | undefined> = {
  invalid_request: () => service.call(account.write, 'POST', '/me/students', {}),
  unauthorized: () => service.call(undefined, 'GET', '/me/students'),
  forbidden: () => service.call(account.read, 'POST', '/me/students', STUDENT),
  not_found: () => service.call(account.write, 'GET', '/me/students/no-such-student'),
  student_not_recruited: () => service.call(account.write, 'GET', '/me/students/10001'),
  student_already_recruited: async () => {
    await service.call(account.write, 'POST', '/me/students', STUDENT);
    return service.call(account.write, 'POST', '/me/students', STUDENT);
  },
  rate_limited: async () => {
    const { read } = await service.account();
    for (let i = 0; i < READS; i += 1) await service.call(read, 'GET', '/me/students');
    return service.call(read, 'GET', '/me/students');
  },
  internal_error: undefined,
  unavailable: undefined,
};

for (const code of ERROR_CODES)
  test(`the docs link of ${code} opens its section of the guide`, async () => {
    const { error } = await provoke(code);
    assert.equal(error.code, code);
    await visit(browser, error.docs, async (page) => {
      const section = page.locator(`#${docsAnchor(code)}`);
      assert.equal(await section.count(), 1);
      assert.ok(await section.evaluate((element) => element.matches(':target')));
      const top = await section.evaluate((element) => element.getBoundingClientRect().top);
      const height = page.viewportSize()?.height ?? 0;
      assert.ok(top >= 0 && top < height / 2, `it begins ${top} px from the top of ${height}`);
      assert.match(
        await section.innerText(),
        new RegExp(`${ERRORS[code].status}[^]*${code}|${code}[^]*${ERRORS[code].status}`),
      );
    });
  });

test('the docs link of an error leads to the language of the reader', async () => {
  const { error } = await provoke('student_not_recruited');
  for (const [locale, advice] of [
    ['ko-KR', '해결 방법'],
    ['en-US', 'What to do'],
  ])
    await visit(
      browser,
      error.docs,
      async (page) => {
        const section = page.locator(`#${docsAnchor('student_not_recruited')}`);
        assert.ok(await section.evaluate((element) => element.matches(':target')));
        assert.match(await section.innerText(), new RegExp(advice ?? ''));
      },
      { ...(locale && { locale }) },
    );
});

async function provoke(code: ErrorCode): Promise<{ error: { code: string; docs: string } }> {
  const trigger = TRIGGERS[code];
  if (trigger === undefined) return JSON.parse(serializeError(new ApiError(code, ''), `${service.url}/docs`));
  const { status, body } = await trigger();
  assert.equal(status, ERRORS[code].status);
  return body;
}
