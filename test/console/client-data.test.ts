import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useProcess } from '../use-service.ts';
import { ConsoleBrowser } from './console-browser.ts';

const service = await useProcess({ env: { ROLLBOOK_SIGNUP: 'open' } });

async function signedUp(): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(service);
  await browser.signUp('arona');
  return browser;
}

test('a challenge that is no text is answered 400, and nothing is logged as a defect', async () => {
  const browser = await signedUp();
  for (const challenge of [7, null, {}, [], true, undefined]) {
    browser.authenticator.clientData = { challenge };
    const answers = [
      await browser.signIn(),
      await browser.verify(),
      await browser.addPasskey('phone'),
      await signUpWith(browser.authenticator.clientData),
    ];
    for (const { status, body } of answers)
      assert.deepEqual(
        [status, body.error.fields?.[0].field],
        [400, 'response.response.clientDataJSON'],
        JSON.stringify(challenge),
      );
  }
  assert.doesNotMatch(service.stdout(), /TypeError|"level":"error"/);
});

test('a ceremony in the frame of another site is refused like any wrong passkey', async () => {
  const browser = await signedUp();
  for (const clientData of [
    { crossOrigin: true },
    { crossOrigin: true, topOrigin: 'https://evil.example' },
    { topOrigin: 'https://evil.example' },
  ]) {
    browser.authenticator.clientData = clientData;
    const answers = [await browser.signIn(), await browser.verify(), await browser.addPasskey('phone')];
    for (const { status, body } of [...answers, await signUpWith(clientData)])
      assert.deepEqual([status, body.error?.code], [401, 'passkey_rejected'], JSON.stringify(clientData));
  }
});

async function signUpWith(clientData: Record<string, unknown>) {
  const browser = new ConsoleBrowser(service);
  const options = await browser.ok('POST', '/sign-up/options', { name: 'arona' });
  browser.authenticator.clientData = clientData;
  const response = browser.authenticator.register(options);
  return browser.call('POST', '/sign-up', { name: 'arona', passkeyName: 'phone', response });
}
