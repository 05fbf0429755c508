import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import students from '../../../data/students.json' with { type: 'json' };
import { refused } from '../../blackbox/error-response.ts';
import { Roster } from '../../blackbox/model.ts';
import { Connection, requestText } from '../../blackbox/raw-connection.ts';
import { conforms } from '../../conformance.ts';
import type { Answer, Service } from '../../service.ts';
import {
  type AccountModel,
  CURSOR_QUERY,
  type ExpectedResponse,
  expectResponse,
  modelFromList,
} from './expected-response.ts';
import { UIDS } from './generators/text.ts';
import {
  describeStep,
  encodeStep,
  type Placeholders,
  type RawStep,
  type RequestStep,
  type Step,
} from './steps.ts';

const FORMS = new Map(
  (students as { uid: string; otherForms?: string[] }[]).flatMap(({ uid, otherForms = [] }) =>
    [uid, ...otherForms].map((form) => [form, uid] as const),
  ),
);
const REPRESENTATIVES = [...new Set(UIDS.map((uid) => FORMS.get(uid) as string))];
const INITIAL_STUDENTS = REPRESENTATIVES.slice(0, 4);
const growth = { tier: 5, weaponTier: 2, level: 7, bond: 3, bondExp: 50 };
/** No answer for this long is a hang, even on a busy machine. */
const HANG_MS = 30_000;
/** What is refused by an overloaded service is sent again after this long. */
const RESEND_MS = 200;
/** The shorter limit for reproducing a hang that was found. */
export const REPRODUCED_HANG_MS = 5_000;
const PATHS = { students: '/students', roster: '/me/students', student: '/me/students/10000' };
const STATUSES = [200, 201, 204, 400, 401, 403, 404, 409];

/** One account under test, with a connection of its own and a model of what it holds. */
export interface FuzzAccount {
  /** Resets the account, runs the steps, and throws at the first unexpected answer. */
  run: (steps: readonly Step[], onOutcome?: (outcome: string) => void) => Promise<void>;
  close: () => void;
}

/** What all fuzz accounts share: a service, invalid keys, and a neighbour account that must not change. */
export interface FuzzTarget {
  service: Service;
  answerTimeoutMs: number;
  readonly placeholders: Placeholders;
  /** Answers by kind. A kind that is missing was never exercised. */
  readonly answerCounts: Map<string, number>;
  /** Throws if the neighbour account has changed. */
  checkNeighbour: () => Promise<void>;
}

export async function createFuzzTarget(service: Service): Promise<FuzzTarget> {
  const neighbour = await service.account();
  const suspendedAccount = await service.account();
  const [{ keyId, apiKey: revoked }] = await Promise.all([
    service.command('key', 'issue', '--account', neighbour.id, '--permission', 'write'),
    service.command('account', 'suspend', suspendedAccount.id),
  ]);
  await service.command('key', 'revoke', keyId);
  for (const studentUid of REPRESENTATIVES)
    await service.call(neighbour.write, 'POST', '/me/students', { studentUid, ...growth });
  const list = async () => (await service.call(neighbour.read, 'GET', '/me/students')).text;
  const before = await list();
  const { body } = await service.call(neighbour.read, 'GET', '/me/students?limit=1');
  const found = await service.call(neighbour.read, 'GET', `/students?query=${CURSOR_QUERY}&limit=2`);
  return {
    service,
    answerTimeoutMs: HANG_MS,
    placeholders: {
      host: new URL(service.url).host,
      suspended: suspendedAccount.write,
      revoked,
      foreign: body.nextCursor,
      search: found.body.nextCursor,
    },
    answerCounts: new Map(),
    async checkNeighbour() {
      assert.equal(await list(), before, 'another account was changed');
    },
  };
}

export async function createFuzzAccount(target: FuzzTarget): Promise<FuzzAccount> {
  const { service, answerCounts } = target;
  const account = await service.account();
  const keys = { write: account.write, read: account.read };
  const model: AccountModel = { roster: new Roster(FORMS), cursors: new Map() };
  /** The remaining quota of each rate limit, as last reported. */
  let remainingQuota: Record<string, number> = {};
  let connection = new Connection(service.url);

  const countAnswer = (kind: string, { status, body }: Answer) => {
    const name = `${kind} ${status} ${body?.error?.code ?? ''}`.trim();
    answerCounts.set(name, (answerCounts.get(name) ?? 0) + 1);
  };

  const ownRequest = (method: string, path: string, ...body: [] | [object]) =>
    requestText(
      method,
      `/v1${path}`,
      { Authorization: `Bearer ${keys.write}`, 'Content-Type': 'application/json' },
      ...(body.map((value) => JSON.stringify(value)) as [] | [string]),
    );

  async function pipeline(requests: string[]): Promise<Answer[]> {
    for (const request of requests) connection.send(request);
    const answers: Answer[] = [];
    for (const _ of requests) answers.push(await connection.answer({ within: target.answerTimeoutMs }));
    for (const [i, request] of requests.entries())
      while (isOverloaded(answers[i] as Answer)) {
        await sleep(RESEND_MS);
        connection.send(request);
        answers[i] = await connection.answer({ within: target.answerTimeoutMs });
      }
    return answers;
  }

  async function fetchRoster(): Promise<Answer> {
    const [answer] = (await pipeline([ownRequest('GET', '/me/students?limit=100')])) as [Answer];
    assert.equal(answer.status, 200, answer.text);
    return answer;
  }

  /** Dismissing every student also deletes the bonds, so the account is as good as new. */
  async function reset(): Promise<void> {
    connection.close();
    connection = new Connection(service.url);
    for (;;) {
      const recruited: { studentUid: string }[] = (await fetchRoster()).body.students;
      if (recruited.length === 0) break;
      await pipeline(recruited.map(({ studentUid }) => ownRequest('DELETE', `/me/students/${studentUid}`)));
    }
    model.roster = new Roster(FORMS);
    const bodies = INITIAL_STUDENTS.map((studentUid) => ({ studentUid, ...growth }));
    for (const body of bodies) model.roster.register(body);
    const answers = await pipeline(bodies.map((body) => ownRequest('POST', '/me/students', body)));
    for (const { status, text } of answers) assert.equal(status, 201, text);
    remainingQuota = {};
  }

  async function checkState(): Promise<void> {
    assertSameJson((await fetchRoster()).body.students, model.roster.page(100, '').students, 'the state');
    remainingQuota = {};
  }

  async function runRequests(
    steps: readonly RequestStep[],
    onOutcome: (outcome: string) => void,
  ): Promise<void> {
    for (const step of steps) connection.send(encodeStep(step, placeholders));
    for (const step of steps) {
      const answer = await connection
        .answer({ within: target.answerTimeoutMs, toHead: step.method === 'HEAD' })
        .catch((error) => assert.fail(`${describeStep(step)}: ${error.message}`));
      onOutcome(`${describeStep(step)} -> ${answer.status} ${answer.text.slice(0, 200)}`);
      if (isOverloaded(answer)) {
        countAnswer('overloaded', answer);
        continue;
      }
      try {
        await check(step, answer, expectResponse(step, model));
      } catch (error) {
        throw new Error(
          `${describeStep(step)}\nanswered ${answer.status} ${answer.text.slice(0, 500)}\n${(error as Error).message}`,
        );
      }
    }
    assert.equal(connection.left(), '', 'one answer too many');
  }

  async function check(step: RequestStep, answer: Answer, expected: ExpectedResponse): Promise<void> {
    const { headers } = answer;
    countAnswer(
      step.decoded.route === undefined ? 'unknown path' : `${step.method} ${step.decoded.route}`,
      answer,
    );
    checkApiAnswer(answer, keys.write);
    const hasOrigin = step.extraHeaders?.some((header) => header.startsWith('Origin: ')) === true;
    assert.equal(headers.get('access-control-allow-origin'), hasOrigin ? '*' : null);
    if (step.method !== 'HEAD') {
      if (expected.code === undefined) assert.equal(answer.status, expected.status);
      else
        refused(
          wellFormed(answer),
          expected.status,
          expected.code,
          expected.fields?.map((name) => name.toWellFormed()),
        );
      await conforms(
        `${service.url}/v1`,
        step.method,
        step.decoded.route === undefined ? '/nowhere' : PATHS[step.decoded.route],
        answer,
      );
    } else assert.equal(answer.status, expected.status);
    if (expected.body !== undefined) assert.equal(answer.text, JSON.stringify(expected.body));
    if (expected.page !== undefined) {
      assertSameJson(answer.body.students, expected.page.students, 'the page');
      assert.equal(
        answer.body.nextCursor !== null,
        expected.page.more,
        'nextCursor is set only if another page follows',
      );
    }
    if (expected.search !== undefined) {
      const { limit, first } = expected.search;
      assert.ok(answer.body.students.length <= limit);
      if (first !== undefined) assert.equal(answer.body.students[0].studentUid, first);
    }
    if (answer.status === 201)
      assert.equal(headers.get('location'), `/v1/me/students/${encodeURIComponent(answer.body.studentUid)}`);
    assert.equal(headers.get('allow'), expected.allow?.join(', ') ?? null, 'Allow');
    checkQuota(answer, expected.countedAs);
  }

  function checkQuota({ headers }: Answer, work: 'read' | 'write' | undefined): void {
    const rateLimit = headers.get('ratelimit');
    if (work === undefined) {
      assert.equal(rateLimit, null, 'RateLimit on a request that is not counted');
      return;
    }
    const [, remaining] = new RegExp(`^"${work}";r=(\\d+);t=\\d+$`).exec(rateLimit ?? '') ?? [];
    assert.ok(remaining !== undefined, `RateLimit: ${rateLimit}`);
    const limit = Number(/q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]);
    const before = remainingQuota[work];
    const now = Number(remaining);
    // The first request of a new window starts over.
    if (before !== undefined && now !== limit - 1)
      assert.equal(now, before - 1, 'the request was not counted exactly once');
    remainingQuota[work] = now;
  }

  /** The effect of raw bytes cannot be predicted, but an error must change nothing and a success must leave a valid state. */
  async function runRaw(step: RawStep, onOutcome: (outcome: string) => void): Promise<void> {
    const rawConnection = new Connection(service.url);
    const sent = encodeStep(step, placeholders);
    rawConnection.send(sent);
    const answers = await rawConnection
      .rest(target.answerTimeoutMs)
      .catch((error) => assert.fail(`${describeStep(step)}: ${error.message}`));
    rawConnection.close();
    onOutcome(
      `${describeStep(step)} -> ${answers.map(({ status, text }) => `${status} ${text.slice(0, 200)}`).join(' | ')}`,
    );
    try {
      // A server ignores blank lines before a request.
      if (sent.toString('latin1').replace(/[\r\n]/g, '') !== '')
        assert.ok(answers.length > 0, 'closed without an answer');
      for (const answer of answers) {
        countAnswer('bytes', answer);
        if (!isOverloaded(answer)) checkRawAnswer(answer, keys.write);
      }
      const now = (await fetchRoster()).body.students;
      if (answers.some(({ status }) => status < 300)) model.roster = modelFromList(FORMS, now);
      assertSameJson(now, model.roster.page(100, '').students, 'the state after an error');
    } catch (error) {
      throw new Error(
        `${describeStep(step)}\nanswered ${answers
          .map(({ status, text }) => `${status} ${text}`)
          .join(' | ')
          .slice(0, 500)}\n${(error as Error).message}`,
      );
    }
    remainingQuota = {};
  }

  await reset();
  const cursors = new Map<string, string>();
  const placeholders: Record<string, string> = { ...target.placeholders, ...keys };
  let cursor = '';
  for (const [at, uid] of INITIAL_STUDENTS.slice(0, -1).entries()) {
    const { body } = await service.call(
      keys.read,
      'GET',
      `/me/students?limit=1${cursor && `&cursor=${cursor}`}`,
    );
    cursor = body.nextCursor;
    placeholders[`own${at}`] = cursor;
    cursors.set(`{own${at}}`, uid);
  }
  model.cursors = cursors;

  return {
    async run(steps, onOutcome = () => {}) {
      await reset();
      for (let at = 0; at < steps.length; ) {
        const step = steps[at] as Step;
        if ('raw' in step) {
          await runRaw(step, onOutcome);
          at += 1;
          continue;
        }
        const next = steps.findIndex((one, index) => index > at && 'raw' in one);
        const until = next === -1 ? steps.length : next;
        await runRequests(steps.slice(at, until) as RequestStep[], onOutcome);
        await checkState();
        at = until;
      }
    },
    close: () => connection.close(),
  };
}

/** On a busy machine the service refuses requests before it looks at them: the state shows that they changed nothing. */
const isOverloaded = ({ status, text }: Answer): boolean =>
  status === 503 && text.includes('지금은 요청이 너무 많아 받을 수 없습니다. 이 요청은 처리되지 않았으니');

/** Compares as JSON, which has no negative zero and prints a short difference. */
function assertSameJson(actual: object, expected: object, what: string): void {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)];
  assert.ok(actualJson === expectedJson, `${what} is ${actualJson}\nand should be ${expectedJson}`);
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const INTERNALS =
  /node:|fastify|sqlite|SELECT |INSERT |UPDATE |\.[jt]s:\d|Error:|FST_|HPE_|ERR_|\[object|at .*\(/i;

function checkApiAnswer({ status, headers, text }: Answer, key: string): void {
  for (const [name, value] of Object.entries(HEADERS)) assert.equal(headers.get(name), value, name);
  assert.match(headers.get('request-id') ?? '', /^\S{8,}$/);
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-credentials'])
    assert.equal(headers.get(name), null, name);
  assert.equal(headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
  assert.ok(!text.includes(key), 'the answer contains a key');
  if (status >= 400 && text !== '') {
    const { message, fields = [] } = JSON.parse(text).error;
    for (const text of [message, ...fields.map((field: { message: string }) => field.message)])
      assert.doesNotMatch(text, INTERNALS);
  }
}

/** The answer to raw bytes: any documented status, with the error shape of the API. */
function checkRawAnswer(answer: Answer, key: string): void {
  if (answer.headers.get('content-type')?.startsWith('text/html') || answer.status === 304) return;
  assert.ok(STATUSES.includes(answer.status), `status ${answer.status}`);
  if (answer.status < 400) return;
  checkApiAnswer(answer, key);
  refused(answer, answer.status, answer.body.error.code);
}

/** Makes field names comparable: a lone surrogate may come back as such or as U+FFFD. */
function wellFormed(answer: Answer): Answer {
  const { error } = answer.body ?? {};
  if (error?.fields === undefined) return answer;
  const fields = error.fields.map((one: { field: string }) => ({
    ...one,
    field: one.field.toWellFormed(),
  }));
  return { ...answer, body: { error: { ...error, fields } } };
}
