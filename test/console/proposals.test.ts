import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../blackbox/error-response.ts';
import { query } from '../database.ts';
import { useSharedService } from '../use-service.ts';
import { signUpPlayer } from './console-browser.ts';

const service = await useSharedService();
const ARU = '10000';
/** A form of 10098. */
const OTHER_FORM = '10099';
const CHANGE = { studentUid: ARU, level: 90 };

/** A player with a student, and a tool that may propose and nothing else. */
async function signUp(areas: readonly string[] = ['roster:propose']) {
  const { browser, accountId } = await signUpPlayer(service);
  await browser.ok('POST', '/me/students', { studentUid: ARU, tier: 3, weaponTier: 0, level: 70 });
  const issue = async () => {
    const terms = { name: 'BA-Scanner', permission: 'write', areas, days: 1 };
    const { apiKey, key } = await browser.ok('POST', '/keys', terms);
    return { apiKey, keyId: key.keyId };
  };
  const tool = await issue();
  const call = (method: string, path = '', body?: object, headers = {}) =>
    service.callBeta(tool.apiKey, method, `/proposals${path}`, body, headers);
  const propose = async (students: readonly object[] = [CHANGE], note?: string) => {
    const { status, body, text, headers } = await call('POST', '', { students, ...(note && { note }) });
    assert.equal(status, 201, text);
    assert.equal(headers.get('location'), `/beta/proposals/${body.proposal.id}`);
    return body.proposal;
  };
  const statusOf = async ({ id }: { id: string }) => (await call('GET', `/${id}`)).body.proposal.status;
  const open = async () => (await browser.ok('GET', '/proposals')).proposals;
  return { browser, accountId, issue, tool, call, propose, statusOf, open };
}

test('a key that may propose changes nothing, sees nothing else, and learns what became of it', async () => {
  const { browser, tool, call, propose } = await signUp();
  const proposal = await propose([CHANGE, { studentUid: OTHER_FORM, tier: 3, bond: null }], '어제 찍은 화면');
  const { id, createdAt, expiresAt, reviewUrl, ...told } = proposal;
  assert.deepEqual(told, { status: 'open', students: 2, note: '어제 찍은 화면' });
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 30 * 86_400_000);
  assert.equal(reviewUrl, `${browser.origin}/console/proposals?id=${id}`);
  assert.deepEqual((await call('GET')).body, { proposals: [proposal] });
  const read = await call('GET', `/${id}`);
  assert.deepEqual(read.body, { proposal });
  const etag = read.headers.get('etag') ?? '';
  assert.equal((await call('GET', `/${id}`, undefined, { 'if-none-match': etag })).status, 304);
  assert.deepEqual((await browser.ok('GET', `/me/students/${ARU}`)).level, 70);
  assert.deepEqual((await browser.ok('GET', '/history/groups')).groups.length, 1);
  for (const path of ['/me/students', '/students?query=a'])
    refused(await service.call(tool.apiKey, 'GET', path), 403, 'forbidden');
  for (const path of ['/goals', '/changes', '/roster'])
    refused(await service.callBeta(tool.apiKey, 'GET', path), 403, 'forbidden');
  refused(await service.call(tool.apiKey, 'PATCH', `/me/students/${ARU}`, { level: 80 }), 403, 'forbidden');

  const [shown] = (await browser.ok('GET', '/proposals')).proposals;
  assert.deepEqual(shown, {
    ...{ id, tool: 'BA-Scanner', students: 2, note: '어제 찍은 화면', createdAt, expiresAt },
  });
  const { proposed } = await browser.ok('GET', `/proposals/${id}`);
  assert.deepEqual(proposed, [CHANGE, { studentUid: '10098', tier: 3, bond: null }]);
  const operation = { 'bulk-operation': `proposal-${id}` };
  const written = await browser.call('PATCH', `/me/students/${ARU}`, { level: 90 }, operation);
  assert.equal(written.status, 200);
  await browser.ok('POST', `/proposals/${id}/end`, { applied: 1 });
  assert.deepEqual((await call('GET', `/${id}`)).body, {
    proposal: { ...proposal, status: 'applied', applied: 1 },
  });
  const changed = await call('GET', `/${id}`, undefined, { 'if-none-match': etag });
  assert.equal(changed.status, 200);
  const [group] = (await browser.ok('GET', '/history/groups')).groups;
  assert.deepEqual([group.operation, group.proposedBy, group.by.kind], ['proposal', 'BA-Scanner', 'console']);
  refused(await browser.call('GET', `/proposals/${id}`), 404, 'not_found');
  refused(await browser.call('POST', `/proposals/${id}/end`, { applied: null }), 404, 'not_found');
});

test('a newer proposal of a key takes the place of its open one, and 20 are kept', async () => {
  const { call, propose, statusOf, open } = await signUp();
  const first = await propose();
  const second = await propose();
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['replaced', 'open']);
  assert.equal((await open()).length, 1);
  const all = await Promise.all(Array.from({ length: 22 }, () => propose()));
  const { proposals } = (await call('GET')).body;
  assert.equal(proposals.length, 20);
  assert.equal(proposals.filter(({ status }: { status: string }) => status === 'open').length, 1);
  refused(await call('GET', `/${first.id}`), 404, 'not_found');
  assert.equal((await open()).length, 1);
  assert.ok(
    all.some(({ id }) => id === proposals.find(({ status }: { status: string }) => status === 'open').id),
  );
});

test('a proposal is withdrawn by its key alone, or declined by its player, and says nothing any more', async () => {
  const { accountId, browser, issue, call, propose, statusOf, open } = await signUp();
  const first = await propose();
  const other = await issue();
  for (const method of ['GET', 'DELETE'])
    refused(await service.callBeta(other.apiKey, method, `/proposals/${first.id}`), 404, 'not_found');
  assert.deepEqual((await service.callBeta(other.apiKey, 'GET', '/proposals')).body, { proposals: [] });
  const withdrawn = await call('DELETE', `/${first.id}`);
  assert.deepEqual([withdrawn.status, withdrawn.body], [200, { id: first.id, withdrawn: true }]);
  refused(await call('DELETE', `/${first.id}`), 404, 'not_found');
  const second = await propose();
  await browser.ok('POST', `/proposals/${second.id}/end`, { applied: null });
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['withdrawn', 'declined']);
  assert.deepEqual(await open(), []);
  const kept = 'SELECT content FROM proposal WHERE account_id = ? AND content IS NOT NULL';
  assert.deepEqual(await query(service.database, kept, [accountId]), []);
});

test('a proposal ends with its key', async () => {
  const { browser, tool, propose, open } = await signUp();
  const { id } = await propose();
  assert.equal((await open()).length, 1);
  await browser.ok('DELETE', `/keys/${tool.keyId}`);
  assert.deepEqual(await open(), []);
  refused(await browser.call('GET', `/proposals/${id}`), 404, 'not_found');
});

test('bounds of fields are checked, and rules across them are not', async () => {
  const { call, propose } = await signUp();
  const invalid = async (body: object, ...fields: string[]) =>
    refused(await call('POST', '', body), 400, 'invalid_request', fields);
  await invalid({}, 'students');
  await invalid({ students: [] }, 'students');
  await invalid({ students: [{ studentUid: ARU }] }, 'students.0');
  await invalid(
    {
      students: [
        { studentUid: ARU, level: 91 },
        { level: 1, bond: 2 },
      ],
    },
    'students.0.level',
    'students.1.studentUid',
  );
  await invalid({ students: [{ studentUid: ARU, stars: 3 }] }, 'students.0.stars');
  await invalid({ students: [CHANGE], note: 'x'.repeat(201) }, 'note');
  await invalid({ students: [CHANGE], expires: 1 }, 'expires');
  await invalid({ students: [{ studentUid: '99999', level: 1 }] }, 'students.0.studentUid');
  const twice = [
    { studentUid: '10098', level: 1 },
    { studentUid: OTHER_FORM, level: 2 },
  ];
  await invalid({ students: twice }, 'students.1.studentUid');
  await invalid({ students: Array.from({ length: 301 }, () => CHANGE) }, 'students');
  await propose([{ studentUid: ARU, tier: 3, weaponTier: 4, weaponLevel: 60 }], '가'.repeat(200));
});

test('a key that may write may propose, one that may read alone or has other areas may not', async () => {
  const { browser, propose } = await signUp(['roster:write']);
  await propose();
  const { apiKey } = await browser.ok('POST', '/keys', { name: '', permission: 'read', days: 1 });
  const body = { students: [CHANGE] };
  refused(await service.callBeta(apiKey, 'POST', '/proposals', body), 403, 'forbidden');
  assert.deepEqual((await service.callBeta(apiKey, 'GET', '/proposals')).body, { proposals: [] });
  const other = await signUp(['plan:write']);
  refused(await other.call('POST', '', body), 403, 'forbidden');
  refused(await other.call('GET'), 403, 'forbidden');
});

test('the file with an account’s data has its proposals, and the account takes them along', async () => {
  const { browser, accountId, propose } = await signUp();
  await propose([CHANGE], '스캔');
  const { proposals } = JSON.parse((await browser.call('GET', '/export')).text);
  assert.deepEqual(proposals[0].proposed, [CHANGE]);
  assert.deepEqual([proposals[0].tool, proposals[0].note], ['BA-Scanner', '스캔']);
  await service.command('account', 'delete', accountId, '--yes');
  const left = await query(service.database, 'SELECT 1 AS "x" FROM proposal WHERE account_id = ?', [
    accountId,
  ]);
  assert.deepEqual(left, []);
});
