import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerView } from '../../../../server/operator/views.ts';
import { findServerProblems } from './server-problems.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const HEALTHY: ServerView = {
  version: '0.1.0',
  nodeVersion: '26.10.0',
  startedAt: '2026-09-01T00:00:00Z',
  isReady: true,
  problem: null,
  database: { engine: 'sqlite', bytes: 40_000_000 },
  disk: { freeBytes: 80_000_000_000, totalBytes: 500_000_000_000 },
  backups: {
    state: 'on',
    last: { at: '2026-11-24T03:00:00Z', kind: 'daily', bytes: 39_000_000 },
    problem: null,
  },
  clockJump: null,
  catalogue: {
    version: 'v1',
    students: 265,
    importedAt: '2026-09-01T00:00:00Z',
    datedAt: '2026-09-01T00:00:00Z',
    refreshedAt: '2026-11-24T00:00:00Z',
    source: 'https://catalogue.example/',
    isSourceSet: false,
    choice: true,
    isRefreshed: true,
    attemptedAt: '2026-11-24T00:00:00Z',
    dueAt: '2026-11-25T00:00:00Z',
    brought: null,
    problem: null,
  },
  portraits: {
    source: 'https://images.example/',
    folder: 'own',
    choice: null,
    portraits: 0,
    icons: 0,
    progress: null,
    fetchedAt: null,
    missing: 0,
    refused: 0,
    problem: null,
  },
  signup: 'invite',
  commands: { doctor: 'npx rollbook doctor', importCatalogue: 'npx rollbook catalogue import' },
};
const { backups, catalogue } = HEALTHY;
const find = (changes: Partial<ServerView>) => findServerProblems({ ...HEALTHY, ...changes }, NOW);

test('a server with a backup of today and a catalogue of today has no problem', () => {
  assert.deepEqual(find({}), []);
});

test('each problem is found, the most urgent first', () => {
  assert.deepEqual(
    find({
      isReady: false,
      disk: { freeBytes: 100_000_000, totalBytes: 500_000_000_000 },
      backups: { ...backups, problem: 'low-disk' },
      catalogue: { ...catalogue, problem: { reason: 'unreachable', message: 'It answered 500.' } },
    }),
    ['not-ready', 'disk-low', 'backup-space', 'catalogue-failed'],
  );
  assert.deepEqual(find({ backups: { ...backups, problem: 'failed' } }), ['backup-failed']);
});

test('a clock that has jumped comes before all that is no matter of today', () => {
  const clockJump = { lastSweepAt: '2026-08-24T12:00:00Z', hoursLeft: 20 };
  assert.deepEqual(find({ clockJump, backups: { ...backups, last: null } }), ['clock-jump', 'backup-old']);
});

test('a disk with less than twice the database free is low, which is said once where it prevents backups', () => {
  const low = {
    database: { engine: 'sqlite' as const, bytes: 5_000_000_000 },
    disk: { freeBytes: 9_000_000_000, totalBytes: 500_000_000_000 },
  };
  assert.deepEqual(find(low), ['disk-low']);
  assert.deepEqual(find({ ...low, backups: { ...backups, problem: 'low-disk' } }), ['backup-space']);
});

test('a backup is missed after two days of running, and where the server makes none only that is said', () => {
  assert.deepEqual(find({ backups: { ...backups, last: null } }), ['backup-old']);
  assert.deepEqual(find({ backups: { ...backups, last: null }, startedAt: '2026-11-23T00:00:00Z' }), []);
  assert.deepEqual(find({ backups: { state: 'off', last: null, problem: null } }), ['backup-off']);
  assert.deepEqual(find({ backups: { state: 'external', last: null, problem: null } }), []);
});

test('a catalogue is old a month after its date and its last refresh', () => {
  const old = { ...catalogue, datedAt: '2026-10-01T00:00:00Z', refreshedAt: null };
  assert.deepEqual(find({ catalogue: old }), ['catalogue-old']);
  assert.deepEqual(find({ catalogue: { ...old, datedAt: '2026-11-01T00:00:00Z' } }), []);
  assert.deepEqual(find({ catalogue: { ...old, refreshedAt: '2026-11-20T00:00:00Z' } }), []);
});
