import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Rollbook } from '../../../client/index.ts';
import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import type { ShareSettings } from '../../../server/shares/views.ts';
import { askByCode, askInBrowser } from '../../apps/oauth-client.ts';
import { startService } from '../../service.ts';
import { until } from '../../until.ts';
import { launchBrowser } from '../browser.ts';
import { consoleUrl, openPlayer, signUp } from './player.ts';

/** Takes the screenshots of the console in docs/ and of its manifest, with a roster that shows every star. */
const FOLDER = join(import.meta.dirname, '../../../docs/screenshots');
/** Those of console/app-files.ts. */
const MANIFEST_FOLDER = join(import.meta.dirname, '../../../console/screenshots');
const SHIPPED_STUDENTS = join(import.meta.dirname, '../../../data/students.json');
const WIDE = { width: 1280, height: 800 };
const SHARE: ShareSettings = {
  name: '총력전에 빌려줄 학생들',
  shows: ['weapon', 'growth', 'bond'],
  students: null,
  showsPlayer: true,
  borrow: { raid: ['10005', '20000'], tower: ['10010'] },
  expiresAt: null,
};
const PHONE = { width: 390, height: 800 };

const service = await startService({ env: { ROLLBOOK_BACKUPS: '' } });
const browser = await launchBrowser();
for (const folder of [FOLDER, MANIFEST_FOLDER]) await mkdir(folder, { recursive: true });
const player = await openPlayer(browser, { viewport: WIDE });
await signUp(player, service, '선생님');
const [{ accountId }] = await service.command('account', 'list');
const issueKey = async (name: string): Promise<Rollbook> => {
  const form = ['--account', accountId, '--permission', 'write', '--name', name];
  const { apiKey } = await service.command('key', 'issue', ...form);
  return new Rollbook({ baseUrl: `${service.url}/v1`, apiKey });
};
const rollbook = await issueKey('플래너');
const { students } = await rollbook.students.catalogue();
await rollbook.roster.sync(
  students
    .filter((_, i) => i % 4 !== 3)
    .map(({ studentUid }, i) => {
      const tier = STATE_FIELDS.tier.max - (i % 4 === 0 ? 0 : (i % 3) + 1);
      const weaponTier = tier === STATE_FIELDS.tier.max ? (i / 4) % 4 : 0;
      const steps = (max: number) => 1 + ((i * 7) % max);
      return {
        studentUid,
        tier,
        weaponTier,
        level: steps(STATE_FIELDS.level.max),
        skillEx: steps(STATE_FIELDS.skillEx.max),
        skillNormal: steps(STATE_FIELDS.skillNormal.max),
        skillEnhanced: steps(STATE_FIELDS.skillEnhanced.max),
        skillSub: steps(STATE_FIELDS.skillSub.max),
        equip1: steps(STATE_FIELDS.equip1.max),
        equip2: steps(STATE_FIELDS.equip2.max),
        equip3: steps(STATE_FIELDS.equip3.max),
        bond: steps(40),
      };
    }),
);

const shoot = async (name: string) => {
  await player.page.screenshot({ path: join(FOLDER, name) });
  process.stdout.write(`docs/screenshots/${name}\n`);
};
await player.page.goto(consoleUrl(service));
await player.page.getByText('시로코', { exact: true }).first().waitFor();
await shoot('console.png');
await player.page.screenshot({ path: join(MANIFEST_FOLDER, 'wide.png') });
const connect = async (scope: string, name: string): Promise<void> => {
  const { user_code, poll } = await askByCode(service, scope, name);
  await player.page.goto(consoleUrl(service, `/device?code=${user_code}`));
  await player.button('계속').click();
  await player.button('허용').click();
  await player.heading('연결했어요');
  const { access_token: apiKey } = (await poll()).body;
  await new Rollbook({ baseUrl: `${service.url}/v1`, apiKey }).roster.list();
};
await connect('roster:read plan:read', '동아리 봇');
await connect('roster:write history:read', 'BA Scanner');
await player.page.goto(consoleUrl(service, '/connections'));
await player.page.getByText('요청 한도').waitFor();
await shoot('console-connections.png');
const assistant = askInBrowser(service, {
  clientId: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
  redirectUri: 'https://claude.ai/api/mcp/auth_callback',
  scope: 'roster:write',
});
await player.page.goto(consoleUrl(service, `/consent?${await assistant.open()}`));
await player.button('허용').waitFor();
await shoot('console-consent.png');
const url = await player.page.evaluate(async (settings) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/console/api/shares', { method: 'POST', headers, body: settings });
  return (await response.json()).url;
}, JSON.stringify(SHARE));
await player.page.goto(url);
await player.page.getByText('시로코', { exact: true }).first().waitFor();
await shoot('share.png');
for (const [place, { studentUid }] of students.slice(0, 12).entries())
  await rollbook.goals.put(studentUid, {
    wanted: { level: STATE_FIELDS.level.max, skillEx: STATE_FIELDS.skillEx.max, skillNormal: 7 },
    labels: place % 3 === 0 ? ['총력전'] : [],
    priority: place,
  });
await rollbook.stock.patch({ credits: 64_000_000, 12: 900, 13: 420, 150: 60, 3030: 75, 3031: 40 });
await player.page.goto(consoleUrl(service, '/plan'));
await player.page.getByText('전술 교육 BD').first().waitFor();
await shoot('console-plan.png');
await player.page.setViewportSize(PHONE);
await player.page.emulateMedia({ colorScheme: 'dark' });
await player.page.goto(consoleUrl(service));
await player.page.getByText('시로코', { exact: true }).first().waitFor();
await shoot('console-phone.png');
await player.page.emulateMedia({ colorScheme: 'light' });
await player.page.screenshot({ path: join(MANIFEST_FOLDER, 'narrow.png') });

await player.page.setViewportSize(WIDE);
await player.page.emulateMedia({ colorScheme: 'light' });
const [first, ...others] = students.filter((_, i) => i % 4 !== 3).map(({ studentUid }) => studentUid);
const bot = await issueKey('디스코드 봇');
for (const { studentUid } of students.filter((_, i) => i % 4 === 3).slice(0, 3))
  await bot.roster.register({ studentUid, tier: 3, weaponTier: 0, level: 12 });
const scanner = await issueKey('YuzuTrends');
for (const uid of others.slice(1, 13)) await scanner.roster.patch(uid, { level: 1, skillEx: 1, bond: null });
if (first !== undefined) await scanner.roster.remove(first);
await player.page.goto(consoleUrl(service, '/history'));
const ruined = player.page
  .getByRole('listitem')
  .filter({ hasText: 'YuzuTrends' })
  .filter({ has: player.page.getByRole('button', { name: /^되돌리기:/ }) });
await ruined.getByRole('button', { expanded: false }).click();
await ruined.getByRole('listitem').first().waitFor();
await player.page.locator('#changes').evaluate((heading) => heading.scrollIntoView());
await shoot('console-history.png');

await service.command('account', 'operator', accountId);
await service.command('invite', 'create', '--uses', '20', '--expires', '30d');
await service.command('invite', 'create');
for (const name of ['유우카', '샬레 동아리', '모모이']) {
  const created = await service.command('account', 'create', name);
  if (name === '모모이') await service.command('account', 'suspend', created.accountId);
}
// The shipped catalogue is old at some time, and the page says so.
await service.command('catalogue', 'import', SHIPPED_STUDENTS);
await player.page.setViewportSize({ width: 1280, height: 1610 });
await until('the server has the imported catalogue and a backup', async () => {
  await player.page.goto(consoleUrl(service, '/server'));
  await player.page.getByText('샬레 동아리').waitFor();
  await player.page.getByText('20명 초대').waitFor();
  const isOld = await player.page.getByText('한 달 넘게').isVisible();
  return !isOld && (await player.page.getByText('매일', { exact: true }).isVisible());
});
await shoot('console-server.png');
await Promise.all([browser.close(), service.stop()]);
