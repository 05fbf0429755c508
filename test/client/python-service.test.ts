import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import students from '../../data/students.json' with { type: 'json' };
import { PYTHON_PATH } from '../samples.ts';
import { bareEnvironment } from '../service.ts';
import { useSharedService } from '../use-service.ts';

const service = await useSharedService();

/** Runs a program with a client of an account, and returns the JSON that it prints. */
async function run(program: string, key: string) {
  const start = `
import json, os, threading
from rollbook import Rollbook, RollbookError

def failure(call, *args, **options):
    try:
        call(*args, **options)
    except RollbookError as error:
        return [error.code, str(error), error.status, bool(error.server_message)]

rollbook = Rollbook(os.environ["ROLLBOOK_URL"], os.environ["ROLLBOOK_KEY"])
`;
  const { stdout } = await promisify(execFile)('python3', ['-c', start + program], {
    env: { ...bareEnvironment(), ...PYTHON_PATH, ROLLBOOK_URL: `${service.url}/v1`, ROLLBOOK_KEY: key },
  });
  return JSON.parse(stdout);
}

test('the Python client reads the catalogue, the roster, its changes and the key of a service', async () => {
  const account = await service.account();
  const printed = await run(
    `
catalogue = rollbook.students.catalogue()
assert rollbook.students.catalogue() is catalogue
wanted = [{"studentUid": one["studentUid"], "tier": 3, "weaponTier": 0} for one in catalogue.students]
report = rollbook.roster.sync(wanted)
changes = list(rollbook.roster.changes())
page = rollbook.students.search("하루나").page(limit=1)
me = rollbook.me()
print(json.dumps({
    "registered": report.registered,
    "again": rollbook.roster.sync(wanted).unchanged,
    "listed": [one["studentUid"] for one in rollbook.roster.list()],
    "changes": [changes[0]["kind"], len({change["group"] for change in changes}), changes[-1]["number"]],
    "page": [page.students[0]["name"], page.next_cursor is not None],
    "me": [me["account"]["name"], me["caller"]["permission"], me["limits"]["read"]["resetSeconds"] > 0],
    "waited": [
        len(list(rollbook.roster.changes(after=len(changes) - 1, wait=30))),
        list(rollbook.roster.changes(after=len(changes), wait=1)),
    ],
    "date": str(catalogue.date),
    "removed": rollbook.roster.remove("10010"),
}))`,
    account.write,
  );
  const uids = students.map(({ uid }) => uid).sort();
  const { date, ...rest } = printed;
  assert.match(date, /^\d{4}-\d{2}-\d{2}$/);
  assert.deepEqual(rest, {
    registered: uids,
    again: uids,
    listed: uids,
    changes: ['registered', 1, uids.length],
    waited: [1, []],
    page: ['하루나', true],
    me: ['tester', 'write', true],
    removed: { studentUid: '10010', deleted: true },
  });
});

test('the Python client says in English what the service refuses', async () => {
  const account = await service.account();
  const printed = await run(
    `
roster = rollbook.roster
print(json.dumps([
    failure(roster.register, {"studentUid": "10010", "tier": 3, "weaponTier": 0}),
    failure(roster.get, "10010"),
    failure(roster.get, "99999"),
    failure(rollbook.students.search("a").page, limit=101, cursor="x"),
    failure(rollbook.students.resolve, "하루")[:1],
    failure(Rollbook(os.environ["ROLLBOOK_URL"]).roster.list),
]))`,
    account.read,
  );
  assert.deepEqual(printed, [
    ['forbidden', 'The API key may only read or lacks an area, or the account is suspended.', 403, true],
    ['student_not_recruited', '10010 is not recruited. Register the student first.', 404, true],
    ['not_found', 'The catalogue has no student with the UID 99999.', 404, true],
    [
      'invalid_request',
      'limit: Must be an integer from 1 to 100. cursor: Must be the nextCursor of the page before, of the same listing.',
      400,
      true,
    ],
    ['not_found'],
    ['unauthorized', 'No API key was given. Is ROLLBOOK_KEY set?', 401, true],
  ]);
});

test('two syncs of one Python client at once register each student once', async () => {
  const account = await service.account();
  const [first, second] = await run(
    `
catalogue = rollbook.students.catalogue()
wanted = [{"studentUid": one["studentUid"], "tier": 3, "weaponTier": 0} for one in catalogue.students[:60]]
reports = []
threads = [threading.Thread(target=lambda: reports.append(rollbook.roster.sync(wanted))) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps([[report.registered, report.unchanged, len(report.failed)] for report in reports]))`,
    account.write,
  );
  assert.deepEqual([first[2], second[2]], [0, 0]);
  const uids = students
    .slice(0, 60)
    .map(({ uid }) => uid)
    .sort();
  assert.deepEqual([...first[0], ...second[0]].sort(), uids);
  for (const [registered, unchanged] of [first, second])
    assert.deepEqual([...registered, ...unchanged].sort(), uids);
});
