import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Account, type Answer, createCall } from '../service.ts';
import { useService } from '../use-service.ts';
import { refused } from './error-response.ts';

const service = await useService();
const STRONG = /^"[\x21\x23-\x7e]+"$/;
const [STUDENT, OTHER] = ['10010', '10098'];
const GOAL = { wanted: { level: 90 } };

/** Sends a request below /beta with the write key. */
const client =
  ({ write }: Account) =>
  (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    service.callBeta(write, method, path, body, headers);
type Call = ReturnType<typeof client>;
const newClient = async (): Promise<Call> => client(await service.account());

const tagOf = ({ headers }: Answer): string => {
  const tag = headers.get('etag') ?? '';
  assert.match(tag, STRONG);
  return tag;
};
const readTag = async (call: Call, path: string) => tagOf(await call('GET', path));
const ifMatch = (tag: string) => ({ 'if-match': tag });

/** `current` is the tag of what is there. */
function notMatched(answer: Answer, current: string | null) {
  refused(answer, 412, 'invalid_request', ['if-match']);
  assert.equal(answer.headers.get('etag'), current);
}

describe('goals, their list and the stock', () => {
  test('have a strong ETag of their values, whoever has written them and however they are sent', async () => {
    const [one, two] = [await newClient(), await newClient()];
    const paths = [`/goals/${STUDENT}`, '/goals', '/stock'];
    const tags = [];
    for (const call of [one, two]) {
      const saved = await call('PUT', `/goals/${STUDENT}`, GOAL);
      const stock = await call('PATCH', '/stock', { items: { 3030: 12, credits: 5 } });
      const [goal, list, items] = await Promise.all(paths.map((path) => readTag(call, path)));
      assert.deepEqual([tagOf(saved), tagOf(stock)], [goal, items]);
      tags.push([goal, list, items]);
    }
    assert.deepEqual(tags[0], tags[1]);
    assert.equal(new Set(tags[0]).size, 3);
    for (const [i, path] of paths.entries()) {
      const known = { 'if-none-match': `"x", ${tags[0]?.[i]}` };
      const answer = await one('GET', path, undefined, known);
      assert.deepEqual([answer.status, answer.text, tagOf(answer)], [304, '', tags[0]?.[i]]);
      assert.match(answer.headers.get('ratelimit') ?? '', /"read"/);
    }
    await one('PUT', `/goals/${STUDENT}`, { ...GOAL, note: '전술대항전' });
    await one('PATCH', '/stock', { items: { 3030: 13 } });
    const changed = await Promise.all(paths.map((path) => readTag(one, path)));
    for (const [i, tag] of changed.entries()) assert.notEqual(tag, tags[0]?.[i]);
  });

  test('have the same ETag in each content coding', async () => {
    const call = await newClient();
    for (const uid of ['10000', '10001', '10002', '10003', '10004', '10005', '10006', '10007', '10008'])
      await call('PUT', `/goals/${uid}`, { ...GOAL, note: 'x'.repeat(200) });
    const answers = await Promise.all(
      ['identity', 'gzip', 'br'].map((coding) =>
        call('GET', '/goals', undefined, { 'accept-encoding': coding }),
      ),
    );
    const codings = answers.map(({ headers }) => headers.get('content-encoding'));
    assert.deepEqual(codings, [null, 'gzip', 'br']);
    assert.equal(new Set(answers.map(tagOf)).size, 1);
  });
});

describe('If-Match', () => {
  test('lets a write of a goal pass that names the goal as it is, and no other', async () => {
    const call = await newClient();
    const path = `/goals/${STUDENT}`;
    const put = (body: object, tag: string) => call('PUT', path, body, ifMatch(tag));
    notMatched(await put(GOAL, '*'), null);
    notMatched(await put(GOAL, '"none"'), null);
    const first = tagOf(await call('PUT', path, GOAL));
    const second = await put({ wanted: { level: 80 } }, `"none", ${first}`);
    assert.equal(second.status, 200, second.text);
    for (const tag of [first, 'none', '', `W/${tagOf(second)}`])
      notMatched(await put({ wanted: { level: 70 } }, tag), tagOf(second));
    notMatched(await call('DELETE', path, undefined, ifMatch(first)), tagOf(second));
    assert.deepEqual((await call('GET', path)).body.wanted, { level: 80 });
    assert.equal((await put({ wanted: { level: 70 } }, '*')).status, 200);
    const removal = await call('DELETE', path, undefined, ifMatch(await readTag(call, path)));
    assert.deepEqual(removal.body, { studentUid: STUDENT, deleted: true });
    refused(await call('DELETE', path, undefined, ifMatch(first)), 404, 'not_found');
  });

  test('is looked at after the body, the student and the registration, and before the rules', async () => {
    const account = await service.account();
    const call = client(account);
    const none = ifMatch('"none"');
    refused(await call('PUT', `/goals/${STUDENT}`, {}, none), 400, 'invalid_request');
    refused(await call('PUT', '/goals/99999', GOAL, none), 404, 'not_found');
    const broken = { wanted: { tier: 3, weaponTier: 1 } };
    notMatched(await call('PUT', `/goals/${STUDENT}`, broken, none), null);
    refused(await call('PATCH', '/stock', { items: { credits: -1 } }, none), 400, 'invalid_request');
    refused(await call('POST', `/goals/${OTHER}/complete`, {}, none), 404, 'not_found');
    await call('PUT', `/goals/${OTHER}`, GOAL);
    refused(await call('POST', `/goals/${OTHER}/complete`, {}, none), 404, 'student_not_recruited');
  });

  test('guards the completion of a goal', async () => {
    const account = await service.account();
    const call = client(account);
    await service.call(account.write, 'POST', '/me/students', {
      studentUid: STUDENT,
      tier: 5,
      weaponTier: 0,
      level: 10,
    });
    const path = `/goals/${STUDENT}`;
    const old = tagOf(await call('PUT', path, GOAL));
    const tag = tagOf(await call('PUT', path, { wanted: { level: 40 } }));
    notMatched(await call('POST', `${path}/complete`, {}, ifMatch(old)), tag);
    assert.equal((await service.call(account.read, 'GET', `/me/students/${STUDENT}`)).body.level, 10);
    const { status, body } = await call('POST', `${path}/complete`, {}, ifMatch(tag));
    assert.deepEqual([status, body.student.level, body.goal], [200, 40, null]);
  });

  test('guards the whole stock, also against an item that another tool has added', async () => {
    const call = await newClient();
    const empty = await readTag(call, '/stock');
    const patch = (items: object, tag: string) => call('PATCH', '/stock', { items }, ifMatch(tag));
    const first = await patch({ 3030: 1 }, empty);
    assert.equal(first.status, 200, first.text);
    notMatched(await patch({ 3030: 2 }, empty), tagOf(first));
    const second = tagOf(await call('PATCH', '/stock', { items: { 3031: 5 } }));
    notMatched(await patch({ 3030: 2 }, tagOf(first)), second);
    assert.deepEqual((await patch({ 3030: 2 }, second)).body.items, { 3030: 2, 3031: 5 });
    assert.equal((await patch({ 3031: null }, '*')).status, 200);
  });

  test('lets one of many writes at once pass that have seen the same', async () => {
    const call = await newClient();
    const path = `/goals/${STUDENT}`;
    await call('PUT', path, GOAL);
    const seen = { [path]: await readTag(call, path), '/stock': await readTag(call, '/stock') };
    const writes = Array.from({ length: 12 }, (_, i) => i + 1);
    const [puts, patches] = await Promise.all([
      Promise.all(
        writes.map((level) => call('PUT', path, { wanted: { level } }, ifMatch(seen[path] as string))),
      ),
      Promise.all(
        writes.map((count) =>
          call(
            'PATCH',
            '/stock',
            { items: { [count % 2 ? 'credits' : '3030']: count } },
            ifMatch(seen['/stock']),
          ),
        ),
      ),
    ]);
    for (const [answers, target] of [
      [puts, path],
      [patches, '/stock'],
    ] as const) {
      const won = answers.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      assert.deepEqual((await call('GET', target)).body, won[0]?.body);
      for (const answer of answers.filter((one) => one !== won[0]))
        notMatched(answer, tagOf(won[0] as Answer));
    }
  });

  test('is nothing to /v1', async () => {
    const { write } = await service.account();
    const state = { studentUid: STUDENT, tier: 3, weaponTier: 0 };
    const answer = await createCall(service.url)(write, 'POST', '/me/students', state, ifMatch('"none"'));
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('etag'), null);
  });
});
