import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleUrl } from './player.ts';
import { openSignedUpPlayer } from './signed-up-player.ts';
import { useConsole } from './use-console.ts';

const [service, browser] = await useConsole();

const MARKUP = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

test('names of accounts, keys and passkeys that are markup are shown as text on every page', async () => {
  const player = await openSignedUpPlayer(browser, service, MARKUP);
  const { page } = player;
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  await page.goto(consoleUrl(service));
  await player.heading('학생');
  await page.evaluate(async (name) => {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`/console/api${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path} ${answer.status}`);
      return answer.json();
    };
    const { passkeys } = await call('GET', '/passkeys');
    await call('PATCH', `/passkeys/${passkeys[0].passkeyId}`, { name });
    const { key } = await call('POST', '/keys', { name, permission: 'read', days: 1 });
    await call('POST', `/keys/${key.keyId}/rotate`, { overlapMinutes: 5 });
  }, MARKUP);
  for (const [path, heading] of [
    ['', '학생'],
    ['/connections', '연결'],
    ['/account', '계정'],
    ['/import', /./],
  ] as const) {
    await page.goto(consoleUrl(service, path));
    await player.heading(heading);
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('img[src="x"], body script').count(), 0, path);
    if (path === '/connections' || path === '/account') await page.getByText(MARKUP).first().waitFor();
  }
  const { url } = await service.command(
    'account',
    'link',
    (await service.command('account', 'create', MARKUP)).accountId,
  );
  await page.goto(consoleUrl(service, `/enter${new URL(url).hash}`));
  await page.getByText(MARKUP).first().waitFor();
  assert.equal(await page.locator('img[src="x"], body script').count(), 0);
  assert.equal(dialogs, 0);
  player.assertNoProblems();
  await player.context.close();
});
