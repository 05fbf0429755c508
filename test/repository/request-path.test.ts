import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ENGINES, type Engine, newDatabase } from '../database.ts';
import { type Service, startService } from '../service.ts';
import { until } from '../until.ts';

const ROOT = join(import.meta.dirname, '../..');
const PRELOAD = join(ROOT, 'test/report-coverage.ts');
const ROUNDS = 5;
const STUDENT = { studentUid: '10000', tier: 1, weaponTier: 0 };

/** The files of the service of which a function has run since the last call. */
async function takeCoverage(service: Service): Promise<string[]> {
  const lines = () => service.stderr().match(/^coverage: .*\n/gm) ?? [];
  const before = lines().length;
  service.process.kill('SIGUSR2');
  await until('the coverage is there', () => lines().length > before);
  const urls: string[] = JSON.parse(lines().at(-1)?.slice('coverage: '.length) ?? '[]');
  return urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(ROOT, fileURLToPath(url)))
    .filter((file) => /^(server|contract|game)\//.test(file));
}

/** What ARCHITECTURE.md says of a read: its files in their order, and how many there are with those of the store. */
function readArchitecture(): { listed: string[]; count: Record<Engine, number> } {
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const section = text.match(/### The files of a read\n([\s\S]*?)\n##/)?.[1] ?? '';
  const listed = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => `server/${file}`);
  const [, sqlite, postgres] = section.match(/(\d+) files on SQLite, (\d+) on PostgreSQL/) ?? [];
  return { listed, count: { sqlite: Number(sqlite), postgres: Number(postgres) } };
}

for (const engine of ENGINES)
  test(`a read on ${engine} passes the files that ARCHITECTURE.md lists, and those of its store`, async (t) => {
    const database = await newDatabase(engine);
    const service = await startService({
      database: database.address,
      env: { NODE_OPTIONS: `--import=${PRELOAD}` },
    });
    t.after(async () => {
      await service.stop();
      await database.remove();
    });
    const { id, write } = await service.account();
    await service.call(write, 'POST', '/me/students', STUDENT);
    const read = async () => {
      const { status } = await fetch(`${service.url}/v1/me/students/10000`, {
        headers: { authorization: `Bearer ${write}` },
      });
      assert.equal(status, 200);
    };
    await read();
    const isUseStored = async () =>
      (await service.command('key', 'list', '--account', id)).some(
        ({ lastUsedAt }: { lastUsedAt: string | null }) => lastUsedAt !== null,
      );
    // From then on a read compares with it.
    await until('the use of the key is stored', isUseStored);
    let passed: string[] | undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      await takeCoverage(service);
      await read();
      const run = await takeCoverage(service);
      // What runs in the background is not in every round.
      passed = passed?.filter((file) => run.includes(file)) ?? run;
    }
    const files = passed ?? [];
    t.diagnostic(`${files.length} files`);
    const { listed, count } = readArchitecture();
    assert.deepEqual(files.filter((file) => !file.startsWith('server/store/')).sort(), listed.sort());
    assert.equal(files.length, count[engine], files.join('\n'));
  });
