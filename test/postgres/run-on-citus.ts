import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Titles of tests that make no sense on Citus, and why. */
const SKIPPED: Readonly<Record<string, string>> = {
  'if Ctrl-C interrupts it while it waits for a lock':
    'it looks for the wait on the coordinator, but Citus locks a table on a worker first',
};

const FILES = [
  ...['server/store/*.test.ts', 'test/blackbox/*.test.ts', 'test/console/**/*.test.ts'],
  ...[
    'test/blackbox/edge/stored/catalogue-import.test.ts',
    'test/commands/copy.test.ts',
    'server/store/postgres/distribution.test.ts',
  ],
];

/** Whether the PostgreSQL that ROLLBOOK_TEST_POSTGRES_BIN names has Citus. */
function hasCitus(): boolean {
  const { ROLLBOOK_TEST_POSTGRES_BIN: bin } = process.env;
  if (bin === undefined) return false;
  const folder = execFileSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' }).trim();
  return existsSync(join(folder, 'extension/citus.control'));
}

function run(files: readonly string[], concurrency: number): void {
  const skips = Object.keys(SKIPPED).map((title) => `--test-skip-pattern=${RegExp.escape(title)}`);
  const settings = [
    '--test-global-setup=./test/global-setup.ts',
    '--test-timeout=300000',
    `--test-concurrency=${concurrency}`,
  ];
  const { status } = spawnSync(process.execPath, ['--test', ...settings, ...skips, ...files], {
    env: { ...process.env, ROLLBOOK_TEST_ENGINE: 'postgres-citus' },
    stdio: 'inherit',
  });
  process.exitCode ||= status ?? 1;
}

if (hasCitus()) {
  for (const [title, reason] of Object.entries(SKIPPED)) console.log(`Left out: ${title}: ${reason}`);
  const files = process.argv.slice(2);
  run(files.length > 0 ? files : FILES, 2);
  // Each starts servers of its own, and kills some.
  if (files.length === 0) run(['test/citus/*.test.ts'], 1);
} else console.log('Nothing was run: ROLLBOOK_TEST_POSTGRES_BIN names no PostgreSQL that has Citus.');
