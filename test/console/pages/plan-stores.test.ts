import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { completeGoal, type Goal } from '../../../contract/goals.ts';
import { until } from '../../until.ts';
import { useSharedService } from '../../use-service.ts';
import { ConsoleBrowser } from '../console-browser.ts';
import { importPageModule, servePageModules } from './page-modules.ts';

/** Goals and stock of the console's pages, and the outbox that saves them, against a real service. */

const STUDENT = '10010';
const GOAL = { ...completeGoal({ wanted: { level: 90 }, labels: ['raid'], priority: 10 }) };

const service = await useSharedService();
// biome-ignore lint/suspicious/noExplicitAny: the types of the pages need those of the DOM
let [goals, stock, outbox]: any[] = [];
let browser: ConsoleBrowser;
let accountId: string;
let key: string;
const sent: string[] = [];

before(async () => {
  servePageModules(new ConsoleBrowser(service).origin, {
    browser: () => browser,
    onWrite: (_method, path, _headers, body) => sent.push(`${path.split('/').at(-1)} ${body}`),
  });
  goals = await importPageModule('goals/goal-store.ts');
  stock = await importPageModule('stock/stock-store.ts');
  outbox = await importPageModule('outbox/outbox.ts');
});

beforeEach(async () => {
  browser = new ConsoleBrowser(service);
  ({ accountId } = await browser.signUp('arona'));
  key = (await browser.ok('POST', '/keys', { name: '', permission: 'write', days: 1 })).apiKey;
  outbox.openOutbox(accountId);
  await Promise.all([goals.loadGoals(accountId), stock.loadStock(accountId)]);
  sent.length = 0;
});

const putElsewhere = async (goal: object) =>
  assert.equal((await service.callBeta(key, 'PUT', `/goals/${STUDENT}`, goal)).status, 200);
const patchElsewhere = async (items: object) =>
  assert.equal((await service.callBeta(key, 'PATCH', '/stock', { items })).status, 200);
const storedGoals = async (): Promise<Goal[]> => (await browser.ok('GET', '/goals')).goals;
const storedStock = async () => (await browser.ok('GET', '/stock')).items;
const change = async (goal: object | null): Promise<string> =>
  (await goals.changeGoals([{ studentUid: STUDENT, goal }])).kind;
const held = (): { key: string; problem: string }[] => outbox.allEdits.peek();

async function setCounts(counts: Record<string, number | null>): Promise<string> {
  const outcome = stock.setCounts(new Map(Object.entries(counts)));
  stock.saveStock();
  return (await outcome).kind;
}

test('goals of many students are sent a hundred at a time, and undo takes all of them back', async () => {
  const response = await fetch(`${service.url}/catalogue.json`);
  const { students } = (await response.json()) as { students: { studentUid: string }[] };
  const uids = students.slice(0, 250).map(({ studentUid }) => studentUid);
  const saved = await goals.saveGoals(uids.map((studentUid) => ({ studentUid, goal: GOAL })));
  assert.equal(saved.kind, 'saved');
  assert.equal(sent.length, 3);
  assert.equal((await storedGoals()).length, 250);
  const undone = await goals.restoreGoals(new Map(uids.map((uid) => [uid, undefined])));
  assert.equal(undone.kind, 'saved');
  assert.deepEqual(await storedGoals(), []);
  assert.deepEqual(goals.goals.peek(), []);
});

test('of what is sent together, only what is refused is kept, and the rest is saved', async () => {
  assert.equal(await setCounts({ none: 1, credits: 7 }), 'refused');
  assert.deepEqual(await storedStock(), { credits: 7 });
  assert.deepEqual(
    held().map((edit) => [edit.key, edit.problem]),
    [['none', 'refused']],
  );
  const changes = [
    { studentUid: 'nobody', goal: GOAL },
    { studentUid: STUDENT, goal: GOAL },
  ];
  assert.equal((await goals.changeGoals(changes)).kind, 'refused');
  assert.deepEqual(await storedGoals(), [{ studentUid: STUDENT, ...GOAL }]);
  for (const edit of held()) outbox.dropEdits([edit]);
  assert.deepEqual(held(), []);
});

test('a count that is typed while the one before is on its way is saved after it, and is no conflict', async () => {
  const outcomes = [7, 70, 700].map((credits) => setCounts({ credits }));
  assert.deepEqual(await Promise.all(outcomes), ['saved', 'saved', 'saved']);
  assert.deepEqual(await storedStock(), { credits: 700 });
  assert.deepEqual(held(), []);
});

test('what meets a conflict is kept until it is changed again, by its parts', async () => {
  await change(GOAL);
  await putElsewhere({ ...GOAL, wanted: { level: 80 } });
  assert.equal(await change({ ...GOAL, wanted: { level: 85 }, note: 'mine' }), 'conflict');
  assert.deepEqual(goals.findGoal(STUDENT).wanted, { level: 80 });
  assert.equal(await change({ ...goals.findGoal(STUDENT), note: 'later' }), 'saved');
  const [edit] = held();
  goals.goalValues.decide(edit, true);
  await until('the decision is saved', async () => (await storedGoals())[0]?.wanted.level === 85);
  assert.equal((await storedGoals())[0]?.note, 'later');
  await setCounts({ credits: 7 });
  await patchElsewhere({ credits: 5 });
  assert.equal(await setCounts({ credits: 8 }), 'conflict');
  assert.equal(await setCounts({ credits: 9 }), 'saved');
  assert.deepEqual([await storedStock(), held()], [{ credits: 9 }, []]);
});

test('a conflict is none any more where the change elsewhere was taken back, or leads to the same value', async () => {
  await change(GOAL);
  await setCounts({ credits: 7 });
  await putElsewhere({ ...GOAL, wanted: { level: 80 } });
  await patchElsewhere({ credits: 5 });
  assert.equal(await change({ ...GOAL, wanted: { level: 85 } }), 'conflict');
  assert.equal(await setCounts({ credits: 8 }), 'conflict');
  await putElsewhere({ ...GOAL, note: 'theirs' });
  await patchElsewhere({ credits: 8 });
  await Promise.all([goals.loadGoals(accountId), stock.loadStock(accountId)]);
  await until('nothing is kept', () => held().length === 0);
  const [goal] = await storedGoals();
  assert.deepEqual([goal?.wanted, goal?.note], [{ level: 85 }, 'theirs']);
  assert.deepEqual(await storedStock(), { credits: 8 });
});
