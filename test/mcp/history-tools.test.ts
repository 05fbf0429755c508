import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { query } from '../database.ts';
import type { Account } from '../service.ts';
import { useService, useSharedService } from '../use-service.ts';
import { McpClient } from './mcp-client.ts';

const [SHIROKO, SHUN] = ['10010', '10011'];
const STATE = { tier: 3, weaponTier: 0, level: 80, skillEx: 5 };

const service = await useSharedService();
const silent = await useService({ env: { ROLLBOOK_HISTORY: 'off' } });
describe('tools of the history', () => {
  let account: Account;
  let mcp: McpClient;
  beforeEach(async () => {
    account = await service.account();
    mcp = await McpClient.overHttp(service, account.write);
  });

  const save = (...students: object[]) => mcp.ok('save_students', { students });
  const level = async (studentUid: string) => (await mcp.ok('get_student', { studentUid })).level;

  describe('history tools', () => {
    test('"undo what you just did": a save names its group, whose undo is a group that can be undone', async () => {
      assert.equal((await save({ studentUid: SHIROKO, ...STATE })).group, 1);
      const ruined = await save(
        { studentUid: SHIROKO, level: 1, skillEx: null },
        { studentUid: SHUN, ...STATE },
      );
      assert.equal(ruined.group, 2);
      assert.equal((await save({ studentUid: SHIROKO, level: 1 })).group, null);

      const preview = await mcp.ok('undo_changes', { group: 2 });
      assert.deepEqual([preview.dryRun, preview.group], [true, null]);
      assert.deepEqual(preview.counts, { registered: 0, changed: 1, unchanged: 0, failed: 0, removed: 1 });
      assert.match(preview.nextStep, /^Nothing was written\. Show the player .*confirm: true\.$/);
      assert.equal(await level(SHIROKO), 1);

      const undone = await mcp.ok('undo_changes', { group: 2, confirm: true });
      assert.deepEqual([undone.dryRun, undone.group, undone.nextStep], [false, 4, null]);
      assert.deepEqual(
        undone.students.map(({ outcome }: { outcome: string }) => outcome),
        ['removed', 'changed'],
      );
      assert.deepEqual([await level(SHIROKO), (await mcp.ok('list_roster')).total], [80, 1]);
      const redone = await mcp.ok('undo_changes', { group: 4, confirm: true });
      assert.deepEqual([redone.counts.registered, redone.group], [1, 6]);
      assert.deepEqual([await level(SHIROKO), await level(SHUN)], [1, 80]);
    });

    test('every tool that writes names its group', async () => {
      const text = `studentUid,tier,weaponTier\n${SHIROKO},3,0`;
      assert.equal((await mcp.ok('preview_import', { text })).group, null);
      assert.equal((await mcp.ok('apply_import', { text })).group, 1);
      const removed = await mcp.ok('remove_student', { studentUid: SHIROKO, confirm: true });
      assert.equal(removed.group, 2);
      assert.equal((await mcp.ok('undo_changes', { group: 2, confirm: true })).group, 3);
      assert.equal((await mcp.ok('list_roster')).total, 1);
    });

    test('what was changed since stays and is named, unless the player asks for it', async () => {
      await save({ studentUid: SHIROKO, ...STATE });
      await save({ studentUid: SHIROKO, level: 1, skillEx: 1 });
      await service.call(account.write, 'PATCH', `/me/students/${SHIROKO}`, { level: 85 });
      const undone = await mcp.ok('undo_changes', { group: 2, confirm: true });
      const [{ studentUid, fields }] = undone.changedSince;
      assert.deepEqual([studentUid, fields], [SHIROKO, { level: { now: 85, wanted: 80 } }]);
      assert.match(undone.nextStep, /1 student changed since: .* pass force: true/);
      assert.equal(await level(SHIROKO), 85);
      await mcp.ok('undo_changes', { group: 2, confirm: true, force: true });
      assert.equal(await level(SHIROKO), 80);
      const nothing = await mcp.ok('undo_changes', { group: 2, confirm: true });
      assert.deepEqual([nothing.dryRun, nothing.nextStep.includes('nothing to take back')], [true, true]);
    });

    test('where nothing can be written, a confirmed call is not asked for again', async () => {
      const weapon = { ...STATE, tier: 5, weaponTier: 1, weaponLevel: 30 };
      await save({ studentUid: SHIROKO, ...weapon });
      await save({ studentUid: SHIROKO, weaponTier: 0, weaponLevel: 0 });
      await service.call(account.write, 'PATCH', `/me/students/${SHIROKO}`, { tier: 4 });
      for (const confirm of [false, true]) {
        const refused = await mcp.ok('undo_changes', { group: 2, confirm });
        assert.deepEqual([refused.dryRun, refused.counts.failed], [true, 1]);
        assert.doesNotMatch(refused.nextStep, /confirm/);
        assert.match(refused.nextStep, /^Nothing was written\. Correct/);
      }
    });

    test('recent_changes tells who did what, of all students or one, in an answer of bounded length', async () => {
      const students = Array.from({ length: 12 }, (_, i) => ({ studentUid: String(10000 + i), ...STATE }));
      await save(...students);
      await save({ studentUid: SHIROKO, level: 1 });
      const { groups } = await mcp.ok('recent_changes');
      assert.deepEqual(
        groups.map(({ group, summary }: { group: number; summary: string }) => [group, summary]),
        [
          [13, 'lowered 1 value of 1 student'],
          [1, 'registered 12 students'],
        ],
      );
      assert.match(groups[0].by, /^Key key_/);
      assert.deepEqual(
        [groups[0].students, groups[1].students.length, groups[1].omitted],
        [['시로코'], 10, 2],
      );
      const newest = await mcp.ok('recent_changes', { limit: 1 });
      assert.deepEqual(newest.groups, groups.slice(0, 1));
      const ofOne = await mcp.ok('recent_changes', { studentUid: 'Shun' });
      assert.deepEqual(
        ofOne.groups.map(({ summary }: { summary: string }) => summary),
        ['registered 1 student'],
      );
      assert.equal((await mcp.ok('undo_changes', { group: 1, studentUid: 'Shun' })).counts.removed, 1);
    });

    test('of a group whose beginning is not kept any more, what is kept is listed and taken back', async () => {
      await save({ studentUid: SHIROKO, ...STATE });
      for (const value of [70, 60, 50]) {
        const headers = { 'bulk-operation': 'bulk-1' };
        const path = `/me/students/${SHIROKO}`;
        assert.equal(
          (await service.call(account.write, 'PATCH', path, { level: value }, headers)).status,
          200,
        );
      }
      await query(service.database, 'DELETE FROM student_change WHERE account_id = ? AND number < 3', [
        account.id,
      ]);
      const kept = /the beginning of this group is not kept any more; 2 changes can be taken back/;
      const { groups } = await mcp.ok('recent_changes');
      assert.deepEqual(
        groups.map(({ group }: { group: number }) => group),
        [2],
      );
      assert.match(groups[0].summary, kept);
      const preview = await mcp.ok('undo_changes', { group: 2 });
      assert.match(preview.nextStep, kept);
      assert.equal((await mcp.ok('undo_changes', { group: 2, confirm: true })).counts.changed, 1);
      assert.equal(await level(SHIROKO), 70);
      const gone = await mcp.error('undo_changes', { group: 1, confirm: true });
      assert.match(gone.message, /no such group 1, or nothing of it is kept any more/);
    });

    test('the player is asked where the program can, and a group that is not there is an error', async () => {
      await save({ studentUid: SHIROKO, ...STATE });
      let agrees = false;
      const asking = await McpClient.overHttp(service, account.write, {
        answer: () => ({ action: 'accept', content: { agree: agrees } }),
      });
      const input = { group: 1, confirm: true };
      assert.equal((await asking.error('undo_changes', input)).code, 'not_confirmed');
      assert.match(asking.questions[0] ?? '', /^Take group 1 back\? Key key_\w+ registered 1 student\. /);
      assert.match(asking.questions[0] ?? '', /removes 1 with their bond\.$/);
      assert.equal((await mcp.ok('list_roster')).total, 1);
      agrees = true;
      assert.equal((await asking.ok('undo_changes', input)).counts.removed, 1);
      const error = await mcp.error('undo_changes', { group: 77, confirm: true });
      assert.match(error.message, /no such group 77/);
      const reading = await McpClient.overHttp(service, account.read);
      assert.equal((await reading.error('undo_changes', input)).code, 'forbidden');
      assert.equal((await reading.ok('recent_changes')).groups.length, 2);
    });
  });

  test('tools say so where no history is kept, and save as ever', async () => {
    const mcp = await McpClient.overHttp(silent, (await silent.account()).write);
    const saved = await mcp.ok('save_students', { students: [{ studentUid: SHIROKO, ...STATE }] });
    assert.deepEqual([saved.counts.registered, saved.group], [1, null]);
    for (const [name, input] of [
      ['recent_changes', {}],
      ['undo_changes', { group: 1, confirm: true }],
    ] as const) {
      const { code, message } = await mcp.error(name, input);
      assert.equal(code, 'no_history');
      assert.match(message, /keeps no history/);
    }
  });
});
