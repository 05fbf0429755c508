import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useSharedService } from '../../use-service.ts';
import { ConsoleBrowser } from '../console-browser.ts';
import { importPageModule, servePageModules } from './page-modules.ts';

/** The roster store of the console's pages against a real service. */

const STUDENT = '10010';
const BARE = { tier: 5, weaponTier: 0 };

const service = await useSharedService();
// biome-ignore lint/suspicious/noExplicitAny: the types of the pages need those of the DOM
let store: any;
// biome-ignore lint/suspicious/noExplicitAny: the types of the pages need those of the DOM
let outbox: any;
let player: Player;
const sent: string[] = [];
const sentOperations: (string | null)[] = [];

interface Player {
  browser: ConsoleBrowser;
  accountId: string;
  /** Changes the student as another tool does. */
  changeElsewhere: (method: string, path: string, body?: object) => Promise<void>;
}

before(async () => {
  const { origin } = new ConsoleBrowser(service);
  servePageModules(origin, {
    browser: () => player.browser,
    onWrite(method, path, headers, body) {
      sentOperations.push(headers.get('bulk-operation'));
      sent.push(
        `${method} ${path.replace('/console/api/me/students', '')} ${headers.has('if-match')} ${body}`,
      );
    },
  });
  store = await importPageModule('roster/roster-store.ts');
  outbox = await importPageModule('outbox/outbox.ts');
});

beforeEach(async () => {
  player = await signUp();
  outbox.openOutbox(player.accountId);
  await store.loadRoster(player.accountId);
  sent.length = 0;
  sentOperations.length = 0;
});

async function signUp(): Promise<Player> {
  const browser = new ConsoleBrowser(service);
  const { accountId } = await browser.signUp('arona');
  const { apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'write', days: 1 });
  return {
    browser,
    accountId,
    async changeElsewhere(method, path, body) {
      const answer = await service.call(apiKey, method, `/me/students${path}`, body);
      assert.ok(answer.status < 300, answer.text);
    },
  };
}

const change = (changes: object | null) => store.changeStudent({ studentUid: STUDENT, changes });
const shown = () => store.findStudent(STUDENT).state.peek();
const stored = async () => {
  const { students } = await player.browser.ok('GET', '/me/students');
  return students.find(({ studentUid }: { studentUid: string }) => studentUid === STUDENT) ?? null;
};

test('only what differs is sent, on the condition that the student is as it was', async () => {
  await change({ ...BARE, level: 20 });
  await change({ ...BARE, level: 21 });
  await change({ level: 21 });
  await change(null);
  assert.deepEqual(sent, [
    'POST  false {"studentUid":"10010","tier":5,"weaponTier":0,"level":20}',
    'PATCH /10010 true {"level":21}',
    'DELETE /10010 true undefined',
  ]);
  assert.equal(shown(), null);
});

test('a change is shown before it is saved, and taken back if it is refused', async () => {
  await change(BARE);
  const saving = change({ level: 50 });
  assert.deepEqual([shown().level, store.findStudent(STUDENT).isSaving.peek()], [50, true]);
  await saving;
  await assert.rejects(change({ level: 0 }), { code: 'invalid_request' });
  assert.deepEqual([shown().level, store.findStudent(STUDENT).isSaving.peek()], [50, false]);
});

test('undo walks back the actions of this page, of several students too, and redo does them again', async () => {
  await change({ ...BARE, level: 20 });
  await change({ level: 30, skillEx: 2 });
  const wanted = [STUDENT, '10011'].map((studentUid) => ({ studentUid, changes: { ...BARE, level: 40 } }));
  assert.equal((await store.changeStudents(wanted, () => {})).saved.length, 2);
  const other = () => store.findStudent('10011').state.peek();
  // Several at once are done in order.
  await Promise.all([store.stepBack('undo'), store.stepBack('undo')]);
  assert.deepEqual([shown().level, shown().skillEx, other()], [20, null, null]);
  assert.equal((await stored()).level, 20);
  await store.stepBack('redo');
  assert.deepEqual([shown().level, shown().skillEx, other()], [30, 2, null]);
  await store.stepBack('redo');
  assert.deepEqual([shown().level, other().level], [40, 40]);
  assert.equal(await store.stepBack('redo'), undefined);
  await store.stepBack('undo');
  await store.stepBack('undo');
  await store.stepBack('undo');
  assert.equal(await stored(), null);
  assert.equal(await store.stepBack('undo'), undefined);
  // What was undone is not done again over what was entered since.
  await change(BARE);
  assert.equal(await store.stepBack('redo'), undefined);
});

test('an undo and a redo are each an operation of their own', async () => {
  await change({ ...BARE, level: 20 });
  await change({ level: 30 });
  await store.stepBack('undo');
  await store.stepBack('redo');
  const operations = sentOperations.map((operation) => operation?.split('-')[0] ?? null);
  assert.deepEqual(operations, [null, null, 'undo', 'redo']);
});

test('a change that another tool has overtaken is refused, and the state of the other tool is shown', async () => {
  await change({ ...BARE, level: 20 });
  await player.changeElsewhere('PATCH', `/${STUDENT}`, { level: 60 });
  await assert.rejects(change({ level: 30 }), { name: 'StudentConflict' });
  assert.equal(shown().level, 60);
  assert.equal((await stored()).level, 60);
  assert.equal(store.findStudent(STUDENT).changesElsewhere.peek(), 1);
  await change({ level: 61 });
  await player.changeElsewhere('DELETE', `/${STUDENT}`);
  await assert.rejects(change({ level: 30 }), { name: 'StudentConflict' });
  assert.equal(shown(), null);
});

test('undo leaves a student alone that another tool has changed since, noticed or not', async () => {
  for (const isNoticed of [true, false]) {
    await change({ ...BARE, level: 20 });
    await change({ level: 30 });
    await player.changeElsewhere('PATCH', `/${STUDENT}`, { level: 60 });
    if (isNoticed) assert.equal(await store.loadRoster(player.accountId), 1);
    const report = await store.stepBack('undo');
    assert.deepEqual([report.saved, report.conflicts], [[], [STUDENT]]);
    assert.equal((await stored()).level, 60);
  }
});

test('a change elsewhere of another field is merged, and undo and redo leave that alone, noticed or not', async () => {
  await change({ ...BARE, level: 20 });
  await player.changeElsewhere('PATCH', `/${STUDENT}`, { skillEx: 4 });
  await change({ level: 30 });
  assert.deepEqual([shown().level, shown().skillEx], [30, 4]);
  await player.changeElsewhere('PATCH', `/${STUDENT}`, { skillSub: 5 });
  await store.loadRoster(player.accountId);
  await store.stepBack('undo');
  const { level, skillEx, skillSub } = await stored();
  assert.deepEqual([level, skillEx, skillSub], [20, 4, 5]);
  await player.changeElsewhere('PATCH', `/${STUDENT}`, { skillSub: 6 });
  await store.stepBack('redo');
  assert.deepEqual([(await stored()).level, (await stored()).skillSub], [30, 6]);
});

test('what meets a conflict is kept for the player until its field is changed again, an undo is not', async () => {
  const held = () => outbox.allEdits.peek().map(({ changes }: { changes: object }) => changes);
  await change({ ...BARE, level: 20 });
  await player.changeElsewhere('PATCH', `/${STUDENT}`, { level: 60 });
  await assert.rejects(change({ level: 30, skillSub: 3 }), { name: 'StudentConflict' });
  await change({ skillEx: 2 });
  await player.changeElsewhere('PATCH', `/${STUDENT}`, { skillEx: 4 });
  assert.deepEqual((await store.stepBack('undo')).conflicts, [STUDENT]);
  assert.deepEqual(held(), [{ level: 30, skillSub: 3 }]);
  await change({ level: 31 });
  assert.deepEqual(held(), [{ skillSub: 3 }]);
  const { level, skillEx, skillSub } = await stored();
  assert.deepEqual([level, skillEx, skillSub], [31, 4, null]);
});

test('a change of this page is not one by another tool when the roster is listed again', async () => {
  await change({ ...BARE, level: 20 });
  const listed = store.listRevision.peek();
  assert.equal(await store.loadRoster(player.accountId), 0);
  assert.equal(store.listRevision.peek(), listed);
});

test('nothing of an account is left when another one signs in, also if its list arrives late', async () => {
  await change({ ...BARE, level: 20 });
  const { accountId } = player;
  const late = store.loadRoster(accountId);
  player = await signUp();
  const loading = store.loadRoster(player.accountId);
  assert.equal(store.isRosterLoaded.peek(), false);
  assert.equal(store.findStudent(STUDENT), undefined);
  await Promise.all([late, loading]);
  assert.equal(store.isRosterLoaded.peek(), true);
  assert.equal(shown(), null);
  assert.equal(await store.stepBack('undo'), undefined);
});

test('a change to many students and its undo count as one write each', async () => {
  const uids: string[] = store
    .rosterEntries()
    .slice(0, 30)
    .map(({ student }: { student: { studentUid: string } }) => student.studentUid);
  const before = await remainingWrites();
  await store.changeStudents(
    uids.map((studentUid) => ({ studentUid, changes: BARE })),
    () => {},
  );
  assert.equal(await remainingWrites(), before - 2);
  assert.equal((await store.stepBack('undo')).saved.length, uids.length);
  assert.equal(await remainingWrites(), before - 4);
});

test('many changes are one request for each hundred, and an edit of one of them follows', async () => {
  const uids: string[] = store
    .rosterEntries()
    .slice(0, 102)
    .map(({ student }: { student: { studentUid: string } }) => student.studentUid);
  const progress: number[] = [];
  const saving = store.changeStudents(
    uids.map((studentUid) => ({ studentUid, changes: BARE })),
    (done: number) => progress.push(done),
  );
  const last = uids.at(-1) ?? '';
  // All are shown at once, and who goes on does not wait.
  assert.equal(store.findStudent(last).state.peek().tier, BARE.tier);
  const behind = store.changeStudent({ studentUid: last, changes: { level: 3 } });
  assert.equal((await saving).saved.length, uids.length);
  assert.equal(await behind, 'saved');
  assert.deepEqual(
    progress,
    uids.map((_, at) => at + 1),
  );
  assert.deepEqual(
    sent.map((request) => [
      request.split(' ')[0],
      JSON.parse(request.split(' ').at(-1) ?? '').students?.length,
    ]),
    [
      ['PATCH', 100],
      ['PATCH', uids.length - 100],
      ['PATCH', undefined],
    ],
  );
  const { students } = await player.browser.ok('GET', '/roster');
  assert.deepEqual(students.map(({ level }: { level: number | null }) => level).filter(Boolean), [3]);
});

/** After the write that asks. */
async function remainingWrites(): Promise<number> {
  const { headers } = await player.browser.call('PATCH', '/me/students/nobody', {});
  return Number(headers.get('ratelimit')?.match(/r=(\d+)/)?.[1]);
}
