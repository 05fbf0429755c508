import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { type Account, type Service, startService } from '../service.ts';
import { launchBrowser, visit } from './browser.ts';
import { keyField, openClient, send, typeKey, typeParameter } from './scalar-page.ts';

let service: Service;
let browser: Browser;
let account: Account;
before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  account = await service.account();
});
after(() => Promise.all([service?.stop(), browser?.close()]));

const visitReference = (use: (page: Page) => Promise<void>, allowErrorResponses = false) =>
  visit(browser, `${service.url}/docs/api`, use, { allowErrorResponses });

test('the interactive reference sends a search with the typed key and shows the response', () =>
  visitReference(async (page) => {
    await typeKey(page, account.read);
    const client = await openClient(page, 'findStudents');
    await typeParameter(client, 'query', '시로코');
    const sent = await send(client, '/v1/students?');
    assert.equal(sent.request().headers().authorization, `Bearer ${account.read}`);
    assert.equal(sent.status(), 200);
    await untilShown(client, 200, '"name": "시로코"');
  }));

test('the interactive reference registers a student from the typed body', () =>
  visitReference(async (page) => {
    await typeKey(page, account.write);
    const client = await openClient(page, 'registerRecruitedStudent');
    const body = client.getByRole('region', { name: '요청 본문' }).getByRole('textbox');
    await body.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"studentUid":"10010","tier":5,"weaponTier":2}');
    const sent = await send(client, '/v1/me/students');
    assert.equal(sent.status(), 201, await sent.text());
    await untilShown(client, 201, '"weaponTier": 2');
    const { body: recruited } = await service.call(account.read, 'GET', '/me/students/10010');
    assert.equal(recruited.weaponTier, 2);
  }));

test('the interactive reference shows the 401 response to a wrong key', () =>
  visitReference(async (page) => {
    await typeKey(page, 'rollbook_wrong');
    const client = await openClient(page, 'listRecruitedStudents');
    const sent = await send(client, '/v1/me/students');
    assert.equal(sent.status(), 401);
    await untilShown(client, 401, '"code": "unauthorized"');
  }, true));

test('the interactive reference does not store the key', () =>
  visitReference(async (page) => {
    await typeKey(page, account.read);
    const client = await openClient(page, 'listRecruitedStudents');
    await send(client, '/v1/me/students');
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    const state = await page.context().storageState({ indexedDB: true });
    assert.doesNotMatch(kept + JSON.stringify(state) + page.url(), /rollbook_/);
    await page.reload();
    assert.equal(await keyField(page).inputValue(), '');
  }));

/** Scalar cannot translate this label. */
const UNTRANSLATED = /Close Group$/;

test('the labels and accessible names of the interactive reference are in Korean', () =>
  visitReference(async (page) => {
    await openClient(page, 'findStudents');
    const labels = await page
      .locator('#reference button, #reference a, #reference label, [role=dialog] button, [role=dialog] label')
      .evaluateAll((elements) =>
        elements.map((element) =>
          `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.trim(),
        ),
      );
    assert.ok(labels.length > 50);
    const english = labels.filter((label) =>
      /\b(send|search|copy link|request body|show|authentication|close|required|headers|response)\b/i.test(
        label.replace(/\(.*?\)/g, ''),
      ),
    );
    assert.deepEqual(
      english.filter((label) => !UNTRANSLATED.test(label)),
      [],
    );
  }));

test('the interactive reference without JavaScript says that it needs it and links to the guide', () =>
  visit(
    browser,
    `${service.url}/docs/api`,
    async (page) => {
      const notice = page.locator('main');
      assert.match(await notice.innerText(), /JavaScript가 필요합니다/);
      assert.equal(await notice.getByRole('link', { name: '안내' }).getAttribute('href'), '../docs');
    },
    { javaScriptEnabled: false },
  ));

async function untilShown(client: Locator, status: number, text: string): Promise<void> {
  const answer = client.getByRole('region', { name: '응답', exact: true });
  await answer.getByText(String(status)).first().waitFor();
  await answer.getByText(text).first().waitFor();
}
