import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { diagnose, settingsOf } from '../diagnose.ts';
import { freePort } from '../free-port.ts';
import { type Service, startService } from '../service.ts';
import { type Nginx, type Replacement, startNginx } from './nginx.ts';

interface Site {
  nginx: Nginx;
  /** Starts the service to which nginx passes requests. */
  start: (env?: Record<string, string>) => Promise<Service>;
  /** What `doctor` says with the settings of that service. */
  look: (service: Service, env?: Record<string, string>) => ReturnType<typeof diagnose>;
}

/** nginx in front of a service. What is started ends with the test. */
async function createSite(t: TestContext, replacements: Replacement[] = [], path = ''): Promise<Site> {
  const port = await freePort();
  const nginx = await startNginx([`http://127.0.0.1:${port}`], { replacements });
  t.after(() => nginx.stop());
  const common = { ROLLBOOK_PUBLIC_URL: nginx.url + path };
  return {
    nginx,
    async start(env = {}) {
      const service = await startService({ env: { ...common, ROLLBOOK_PORT: String(port), ...env } });
      t.after(() => service.stop('SIGKILL'));
      return service;
    },
    look: (service, env = {}) =>
      diagnose({
        ...settingsOf(service),
        ...common,
        NODE_EXTRA_CA_CERTS: join(nginx.folder, 'cert.pem'),
        ...env,
      }),
  };
}

test('doctor tells whether the server believes the proxy, whether its certificate is good, and whether it leads here', async (t) => {
  const { nginx, start, look } = await createSite(t);
  const doubting = await start();
  const { of } = await look(doubting);
  assert.deepEqual(of('public-url'), [`ok: ${nginx.url} leads to this server`]);
  assert.deepEqual(of('server'), [`ok: runs at ${doubting.url}, and is ready`]);
  assert.deepEqual(of('proxy'), [
    'warning: X-Forwarded-For of the proxy is not believed: all players share its address, and its limit on signing in',
  ]);
  assert.match(of('tls').join(), /^warning: the certificate ends on \d{4}-\d\d-\d\d, in a day$/);
  await doubting.stop();

  const trust = { ROLLBOOK_TRUSTED_PROXIES: '127.0.0.1' };
  const believing = await start(trust);
  assert.deepEqual((await look(believing, trust)).of('proxy'), [
    'ok: X-Forwarded-For of the proxy is believed (127.0.0.1)',
  ]);
  const distrusting = await look(believing, { ...trust, NODE_EXTRA_CA_CERTS: '' });
  assert.deepEqual(distrusting.of('tls'), [
    'failure: the certificate is signed by itself, so browsers refuse it',
  ]);
  assert.match(distrusting.of('public-url').join(), /^ok/);
  // The doctor of another server, whose public URL leads to this one.
  const other = await startService({ env: { ROLLBOOK_PUBLIC_URL: nginx.url } });
  t.after(() => other.stop('SIGKILL'));
  assert.match((await look(other)).of('public-url').join(), /^failure: .* leads to another Rollbook/);

  await believing.stop();
  assert.match((await look(believing)).of('public-url').join(), /answers 503, as the server does not run$/);
  assert.match(
    (await look(other)).of('public-url').join(),
    /^failure: .* the proxy does not reach this server/,
  );
});

test('doctor tells that a proxy changes paths and pages, and sends no X-Forwarded-For', async (t) => {
  const passing = await createSite(t, [], '/club');
  const service = await passing.start();
  assert.deepEqual((await passing.look(service)).of('public-url'), [
    `failure: ${passing.nginx.url}/club: the proxy passes /club on to the server`,
  ]);

  const changing = await createSite(t, [
    [
      /proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;/,
      `proxy_set_header X-Forwarded-For ""; sub_filter '</head>' '<script></script></head>';`,
    ],
  ]);
  const { of } = await changing.look(await changing.start());
  assert.match(
    of('public-url').join('\n'),
    /^ok: .*\nwarning: .*\/console\/ is another page than the server sends/,
  );
  assert.match(of('proxy').join(), /^warning: the proxy sends no X-Forwarded-For/);
});
