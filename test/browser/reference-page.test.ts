import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page, Response } from 'playwright-core';
import { BETA_OPERATIONS, type BetaOperationId } from '../../contract/beta-operations.ts';
import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { runSample } from '../samples.ts';
import type { Account } from '../service.ts';
import { useProcess } from '../use-service.ts';
import { addressOf, useBrowser, visit } from './browser.ts';
import { openForm, send, typeKey } from './reference-form.ts';

const EXAMPLE_UID = '10010';

const [service, browser] = await Promise.all([useProcess(), useBrowser()]);

const visitReference = (
  use: (page: Page) => Promise<void>,
  path = '/docs/api',
  allowErrorResponses = false,
) => visit(browser, service.url + path, use, { allowErrorResponses });

/** The state of the account before the example of each operation. */
const PRECONDITIONS: Record<OperationId, 'nothing' | 'registered' | 'changed'> = {
  findStudents: 'nothing',
  listRecruitedStudents: 'changed',
  registerRecruitedStudent: 'nothing',
  getRecruitedStudent: 'changed',
  patchRecruitedStudent: 'registered',
  deleteRecruitedStudent: 'changed',
};

/** Brings the account into the state before the example of the operation. */
async function prepareAccount({ write }: Account, id: OperationId): Promise<void> {
  const document = await (await fetch(`${service.url}/v1/openapi.json`)).json();
  const send = async (path: string, method: string) => {
    const body = document.paths[path][method].requestBody.content['application/json'].example;
    const place = path.replace('{studentUid}', EXAMPLE_UID);
    assert.ok((await service.call(write, method.toUpperCase(), place, body)).status < 300);
  };
  await service.call(write, 'DELETE', `/me/students/${EXAMPLE_UID}`);
  if (PRECONDITIONS[id] !== 'nothing') await send('/me/students', 'post');
  if (PRECONDITIONS[id] === 'changed') await send('/me/students/{studentUid}', 'patch');
}

const sampleOf = (page: Page, id: OperationId, language: string): Promise<string> =>
  page
    .locator(`[data-sample="${id}"][data-language="${language}"] code`)
    .evaluate((element) => element.textContent ?? '');
const outputOf = async (page: Page, id: OperationId): Promise<unknown> =>
  JSON.parse((await page.locator(`[data-output-of="${id}"]`).textContent()) ?? '');

for (const path of ['/docs/api', '/docs/en/api'])
  test(`each form of ${path} sends the example and gets the response that the page shows`, async () => {
    const account = await service.account();
    await visitReference(async (page) => {
      for (const id of Object.keys(OPERATIONS) as OperationId[]) {
        await prepareAccount(account, id);
        const form = await openForm(page, id);
        await typeKey(form, account.write);
        const response = await send(form);
        assert.equal(response.status(), OPERATIONS[id].success, `${id}: ${await response.text()}`);
        assert.equal(response.request().headers().authorization, `Bearer ${account.write}`);
        const shown = await untilShown(form, response);
        assert.match(shown, /^Request-Id: \S+\nRateLimit-Policy: "(read|write)";q=/);
        const body = JSON.parse(shown.slice(shown.indexOf('\n\n')));
        assert.deepEqual(body, await response.json());
        assert.deepEqual(body, await outputOf(page, id), id);
      }
    }, path);
  });

test('each form of /beta sends its request, and the header that is typed into it', async () => {
  const { write } = await service.account();
  await visitReference(async (page) => {
    for (const id of Object.keys(BETA_OPERATIONS) as BetaOperationId[]) {
      await service.call(write, 'POST', '/me/students', { studentUid: EXAMPLE_UID, tier: 5, weaponTier: 0 });
      await service.callBeta(write, 'PUT', `/goals/${EXAMPLE_UID}`, { wanted: { level: 90 } });
      const students = [{ studentUid: EXAMPLE_UID, level: 90 }];
      const { body } = await service.callBeta(write, 'POST', '/proposals', { students });
      const proposalId: string = body.proposal.id;
      const form = await openForm(page, id);
      await typeKey(form, write);
      if (BETA_OPERATIONS[id].path.includes('{proposalId}'))
        await form.locator('[name=proposalId]').fill(proposalId);
      if (id === 'completeGoal') await form.locator('[name="Bulk-Operation"]').fill('done-2f6c');
      const response = await send(form);
      const { method, path, success } = BETA_OPERATIONS[id];
      assert.equal(response.status(), success, `${id}: ${await response.text()}`);
      assert.equal(response.request().method(), method);
      const filled = path.replace('{studentUid}', EXAMPLE_UID).replace('{proposalId}', proposalId);
      const expected = `/beta${filled}`;
      assert.equal(new URL(response.url()).pathname, expected);
      if (id === 'completeGoal') assert.equal(response.request().headers()['bulk-operation'], 'done-2f6c');
      assert.match(await untilShown(form, response), /^Request-Id: /);
    }
  });
});

describe('the samples of the reference', () => {
  for (const language of ['curl', 'javascript', 'python'])
    test(`each ${language} sample prints the response that the page shows`, async () => {
      const account = await service.account();
      await visitReference(async (page) => {
        for (const id of Object.keys(OPERATIONS) as OperationId[]) {
          await prepareAccount(account, id);
          const runner = language === 'curl' ? 'bash' : language;
          const sample = await sampleOf(page, id, language);
          const { stdout } = await runSample(runner, sample, `${service.url}/v1`, account.write);
          assert.deepEqual(JSON.parse(stdout), await outputOf(page, id), id);
        }
      });
    });

  for (const [language, runner] of [
    ['curl', 'bash'],
    ['javascript', 'javascript'],
    ['python', 'python'],
  ] as const)
    test(`the ${language} sample follows the form and does the same when run`, async () => {
      const { write } = await service.account();
      await visitReference(async (page) => {
        const run = async (id: OperationId) =>
          JSON.parse(
            (await runSample(runner, await sampleOf(page, id, language), `${service.url}/v1`, write)).stdout,
          );
        const search = await openForm(page, 'findStudents');
        await search.locator('[name="query"]').fill('Shiroko\'s "$HOME" `x` \\ 수영복');
        assert.deepEqual((await run('findStudents')).students, []);
        await search.locator('[name="query"]').fill('수영복');
        await search.locator('[name="limit"]').fill('2');
        const found = await run('findStudents');
        assert.equal(found.students.length, 2);

        const register = await openForm(page, 'registerRecruitedStudent');
        const body = { studentUid: '10005', tier: 5, weaponTier: 1, level: null, bond: 7 };
        await register.locator('textarea').fill(JSON.stringify(body));
        const { studentUid, level, bond } = await run('registerRecruitedStudent');
        assert.deepEqual([studentUid, level, bond], ['10005', null, 7]);

        const get = await openForm(page, 'getRecruitedStudent');
        await get.locator('[name="studentUid"]').fill('없는/학생');
        const { error } = await run('getRecruitedStudent').catch((failure) => {
          // Python raises for a status of 404.
          assert.match(String(failure), /404/);
          return { error: { code: 'not_found' } };
        });
        assert.equal(error.code, 'not_found');
      });
    });

  test('a body that is not JSON is named and leaves the samples as they are', () =>
    visitReference(async (page) => {
      const form = await openForm(page, 'patchRecruitedStudent');
      const before = await sampleOf(page, 'patchRecruitedStudent', 'curl');
      await form.locator('textarea').fill('{"level": ');
      assert.match(await form.locator('[data-problem]').innerText(), /JSON이 아닙니다/);
      assert.equal(await sampleOf(page, 'patchRecruitedStudent', 'curl'), before);
      await form.locator('textarea').fill('{"level": 3}');
      assert.equal(await form.locator('[data-problem]').textContent(), '');
      assert.match(await sampleOf(page, 'patchRecruitedStudent', 'curl'), /'\{"level":3\}'/);
    }));
});

test('the form shows the error response to a wrong key, to a missing one and to a broken body', () =>
  visitReference(
    async (page) => {
      const form = await openForm(page, 'registerRecruitedStudent');
      for (const [key, body, status, code] of [
        ['', '{}', 401, 'unauthorized'],
        ['rollbook_wrong', '{}', 401, 'unauthorized'],
        [(await service.account()).write, '{"tier": ', 400, 'invalid_request'],
      ] as const) {
        await typeKey(form, key);
        await form.locator('textarea').fill(body);
        const response = await send(form);
        assert.equal(response.status(), status);
        assert.ok((await untilShown(form, response)).includes(`"code": "${code}"`));
      }
    },
    '/docs/api',
    true,
  ));

test('the form says that a request could not be sent', () =>
  visitReference(
    async (page) => {
      const form = await openForm(page, 'listRecruitedStudents');
      await page.route('**/v1/**', (route) => route.abort());
      await form.getByRole('button', { name: '보내기' }).click();
      await form.getByText('요청을 보내지 못했습니다').waitFor();
      assert.equal(await form.locator('.answer').isVisible(), false);
    },
    '/docs/api',
    true,
  ));

test('the reference stores the key nowhere and shares it between its forms', async () => {
  const { read } = await service.account();
  await visitReference(async (page) => {
    const form = await openForm(page, 'listRecruitedStudents');
    await typeKey(form, read);
    await untilShown(form, await send(form));
    const another = await openForm(page, 'findStudents');
    assert.equal(await another.locator('[name="key"]').inputValue(), read);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
    );
    const state = await page.context().storageState({ indexedDB: true });
    assert.doesNotMatch(kept + JSON.stringify(state), /rollbook_/);
    assert.ok(!(await page.content()).includes(read));
    await page.reload();
    assert.equal(await page.locator('[name="key"]').first().inputValue(), '');
  });
});

for (const path of ['/docs/api', '/docs/en/api'])
  test(`${path} is complete without JavaScript and shows no control that needs it`, () =>
    visit(
      browser,
      service.url + path,
      async (page) => {
        assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
        assert.equal(await page.locator('.try').filter({ visible: true }).count(), 0);
        for (const { method, path } of Object.values(OPERATIONS))
          assert.ok(await page.getByText(`${method} /v1${path}`, { exact: true }).first().isVisible());
        assert.ok(await page.getByText('RecruitedStudentState', { exact: true }).last().isVisible());
        await page.getByRole('radio', { name: 'Python' }).first().check();
        assert.match(await page.locator('.sample:visible').first().innerText(), /urlopen/);
        const errors = page.locator('details:not(.try)').first();
        await errors.locator('summary').click();
        assert.match(await errors.innerText(), /"code": "invalid_request"/);
      },
      { javaScriptEnabled: false },
    ));

for (const path of ['/docs', '/docs/en', '/docs/api', '/docs/en/api'])
  test(`the sections of ${path} open from the top bar of a phone, without a script too`, async () => {
    for (const javaScriptEnabled of [true, false])
      await visit(
        browser,
        service.url + path,
        async (page) => {
          await page.goto(`${service.url}${path}#errors`);
          const contents = page.locator('.contents');
          assert.equal(await contents.isVisible(), false);
          await page.locator('.menu').click();
          assert.equal(await contents.isVisible(), true);
          await contents.locator('a[href^="#"]').nth(1).click();
          if (javaScriptEnabled) assert.equal(await contents.isVisible(), false);
          const target = page.locator((await addressOf(page)).hash);
          await page.waitForFunction(
            (id) => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? 9999) < 200,
            await target.evaluate((element) => element.id),
          );
        },
        { viewport: { width: 390, height: 800 }, javaScriptEnabled },
      );
  });

for (const path of ['/docs', '/docs/en', '/docs/api', '/docs/en/api'])
  test(`no table and no code of ${path} is cut, on a phone, a tablet or a wide screen`, () =>
    visit(browser, service.url + path, async (page) => {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      for (const width of [360, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('main .scroll, main pre, main table, main dl, main form')]
            .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
            .map(
              (element) =>
                `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)} ${element.scrollWidth} px`,
            ),
        );
        assert.deepEqual(cut, [], `${width} px`);
      }
    }));

/** Waits until the form shows the response, and returns its headers and body as shown. */
async function untilShown(form: Locator, response: Response): Promise<string> {
  await form.getByText(`${response.status()} ${response.statusText()}`).first().waitFor();
  return form.locator('.answer pre').innerText();
}
