import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import manifest from '../../client/package.json' with { type: 'json' };
import { packPython } from '../../packaging/pack-python.ts';
import { bareEnvironment } from '../service.ts';
import { useProcess } from '../use-service.ts';

const run = promisify(execFile);
const service = await useProcess();
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-python-'));
  packPython(folder);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** The program of an empty environment in which nothing but this archive is installed. */
async function install(archive: string): Promise<string> {
  const environment = join(folder, `installed-${archive}`);
  await run('python3', ['-m', 'venv', environment]);
  const python = join(environment, 'bin/python');
  const options = ['--quiet', '--no-index', '--disable-pip-version-check'];
  await run(python, ['-m', 'pip', 'install', ...options, join(folder, archive)], { cwd: folder });
  return python;
}

const PROGRAM = `
import os
from rollbook import Rollbook

with Rollbook(os.environ["ROLLBOOK_URL"], os.environ["ROLLBOOK_KEY"]) as rollbook:
    shiroko = rollbook.students.resolve("시로코")
    report = rollbook.roster.sync([
        {"studentUid": shiroko["studentUid"], "tier": 5, "weaponTier": 2, "weaponLevel": 40, "level": 90},
    ])
    print(report.registered, report.changed, report.unchanged, report.failed)
`;

test('the wheel and the source archive install without a network, and sync a roster', async () => {
  const archives = readdirSync(folder).sort();
  assert.deepEqual(archives, [
    `rollbook-${manifest.version}-py3-none-any.whl`,
    `rollbook-${manifest.version}.tar.gz`,
  ]);
  const { write } = await service.account();
  const env = { ...bareEnvironment(), ROLLBOOK_URL: `${service.url}/v1`, ROLLBOOK_KEY: write };
  const printed: string[] = [];
  for (const archive of archives) {
    const python = await install(archive);
    const { stdout } = await run(python, ['-I', '-c', PROGRAM], { cwd: folder, env });
    printed.push(stdout.trim());
  }
  assert.deepEqual(printed, ["['10010'] [] [] []", "[] [] ['10010'] []"]);
});

test('the wheel has its types, its licence, and a hash of each file', async () => {
  const check = `
import base64, hashlib, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
names = wheel.namelist()
info = next(name for name in names if name.endswith("/RECORD"))
rows = [line.split(",") for line in wheel.read(info).decode().splitlines()]
assert sorted(row[0] for row in rows) == sorted(names)
for name, digest, size in rows:
    if name != info:
        data = wheel.read(name)
        hashed = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        assert (digest, size) == ("sha256=" + hashed, str(len(data))), name
print(*sorted(name for name in names if not name.endswith(".py")), sep="\\n")
`;
  const wheel = join(folder, `rollbook-${manifest.version}-py3-none-any.whl`);
  const { stdout } = await run('python3', ['-c', check, wheel]);
  const info = `rollbook-${manifest.version}.dist-info`;
  assert.deepEqual(stdout.trim().split('\n'), [
    `${info}/METADATA`,
    `${info}/RECORD`,
    `${info}/WHEEL`,
    `${info}/licenses/LICENSE`,
    'rollbook/py.typed',
  ]);
});
