import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { useProcess } from '../use-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const APIS = ['v1', 'beta'];
/** Not devDependencies, because openapi-typescript has TypeScript 5 as a peer. */
const PACKAGES = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
];
const run = promisify(execFile);
const service = await useProcess();

let folder: string;
before(
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'rollbook-generated-'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    await run('npm', ['install', ...options, ...PACKAGES], { cwd: folder });
    for (const api of APIS) {
      const print = [join(ROOT, 'server/docs-site/print-openapi.ts'), api];
      const { stdout } = await run(process.execPath, print, { maxBuffer: 10_000_000 });
      writeFileSync(join(folder, `${api}.json`), stdout);
    }
  },
  { timeout: 300_000 },
);
after(() => rmSync(folder, { recursive: true, force: true }));

interface Generator {
  /** The arguments that generate the client of an API in the folder `clients`. */
  readonly args: (api: string, clients: string) => string[];
  /** A module in that folder that uses both clients. */
  readonly program: string;
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    args: (api, clients) => [`${api}.json`, '-o', `${clients}/${api}.ts`],
    program: `
import createClient from 'openapi-fetch';
import type { paths as BetaPaths } from './beta';
import type { paths as V1Paths } from './v1';
export async function use(url: string, key: string) {
  const headers = { authorization: \`Bearer \${key}\` };
  const v1 = createClient<V1Paths>({ baseUrl: \`\${url}/v1\`, headers });
  const beta = createClient<BetaPaths>({ baseUrl: \`\${url}/beta\`, headers });
  const found = await v1.GET('/students', { params: { query: { query: '시로코' } } });
  const studentUid: string = found.data?.students[0]?.studentUid ?? found.error?.error.message ?? '';
  const params = { path: { studentUid } };
  return {
    found,
    // @ts-expect-error tier is required
    rejected: await v1.POST('/me/students', { body: { studentUid, weaponTier: 0 } }),
    registered: await v1.POST('/me/students', { body: { studentUid, tier: 3, weaponTier: 0 } }),
    patched: await v1.PATCH('/me/students/{studentUid}', { params, body: { level: 90 } }),
    recruited: await v1.GET('/me/students'),
    goal: await beta.PUT('/goals/{studentUid}', { params, body: { wanted: { level: 90 }, labels: [] } }),
    completed: await beta.POST('/goals/{studentUid}/complete', { params, body: {} }),
    stock: await beta.PATCH('/stock', { body: { items: { credits: 1, '3030': null } } }),
    roster: await beta.GET('/roster', { params: { query: { fields: 'tier,level' } } }),
    changes: await beta.GET('/changes', { params: { query: { after: 1 } } }),
  };
}
export const levelOf = ({ patched }: Awaited<ReturnType<typeof use>>): number | null | undefined =>
  patched.data?.level;
`,
  },
  'openapi-ts': {
    args: (api, clients) => ['-i', `${api}.json`, '-o', `${clients}/${api}`],
    program: `
import * as beta from './beta';
import * as v1 from './v1';
import { client } from './v1/client.gen';
client.setConfig({ auth: 'key' });
const found = await v1.findStudents({ query: { query: '시로코' } });
const studentUid: string = found.data?.students[0]?.studentUid ?? found.error?.error.message ?? '';
const path = { studentUid };
await v1.listRecruitedStudents();
// @ts-expect-error tier is required
await v1.registerRecruitedStudent({ body: { studentUid, weaponTier: 0 } });
await v1.registerRecruitedStudent({ body: { studentUid, tier: 3, weaponTier: 0 } });
const patched = await v1.patchRecruitedStudent({ path, body: { level: 90 }, throwOnError: true });
export const level: number | null = patched.data.level;
await beta.putGoal({ path, body: { wanted: { level: 90 }, labels: [] } });
await beta.completeGoal({ path, body: {} });
await beta.patchStock({ body: { items: { credits: 1, '3030': null } } });
await beta.getRoster({ query: { fields: 'tier,level' } });
await beta.listChanges({ query: { after: 1 } });
`,
  },
  orval: {
    args: (api, clients) => ['-i', `${api}.json`, '-o', `${clients}/${api}.ts`, '--client', 'fetch'],
    program: `
import * as beta from './beta';
import * as v1 from './v1';
const found = await v1.findStudents({ query: '시로코' });
const studentUid = found.status === 200 ? (found.data.students[0]?.studentUid ?? '') : found.data.error.message;
await v1.listRecruitedStudents();
// @ts-expect-error tier is required
await v1.registerRecruitedStudent({ studentUid, weaponTier: 0 });
await v1.registerRecruitedStudent({ studentUid, tier: 3, weaponTier: 0 });
const patched = await v1.patchRecruitedStudent(studentUid, { level: 90 });
export const level: number | null = patched.status === 200 ? patched.data.level : null;
await beta.putGoal(studentUid, { wanted: { level: 90 }, labels: [] });
await beta.completeGoal(studentUid, {});
await beta.patchStock({ items: { credits: 1, '3030': null } });
await beta.getRoster({ fields: 'tier,level' });
await beta.listChanges({ after: 1 });
`,
  },
};

for (const [generator, { args, program }] of Object.entries(GENERATORS))
  test(`a program compiles under strict with the clients that ${generator} generates`, async () => {
    const clients = join(folder, `${generator}-clients`);
    mkdirSync(clients);
    const command = join('node_modules/.bin', generator);
    for (const api of APIS) await run(process.execPath, [command, ...args(api, clients)], { cwd: folder });
    writeFileSync(join(clients, 'use.ts'), program);
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom', ...modules];
    const tsc = run(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'use.ts'], { cwd: clients });
    await tsc.catch(({ stdout }) => assert.fail(stdout));
  });

test('the service answers the program that uses openapi-fetch', async () => {
  const { use, levelOf } = await import(join(folder, 'openapi-typescript-clients/use.ts'));
  const { write } = await service.account();
  const answers = await use(service.url, write);
  for (const [call, { response, error }] of Object.entries<Record<string, Response>>(answers))
    assert.equal(response?.ok, call !== 'rejected', `${call}: ${JSON.stringify(error)}`);
  assert.equal(levelOf(answers), 90);
  assert.deepEqual(answers.stock.data, { items: { credits: 1 } });
  assert.deepEqual(answers.roster.data.students, [{ studentUid: '10010', tier: 3, level: 90 }]);
});
