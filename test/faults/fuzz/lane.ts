import assert from 'node:assert/strict';
import students from '../../../data/students.json' with { type: 'json' };
import { refused } from '../../blackbox/error-response.ts';
import { Roster } from '../../blackbox/model.ts';
import { Connection, requestText } from '../../blackbox/raw-connection.ts';
import { conforms } from '../../conformance.ts';
import type { Answer, Service } from '../../service.ts';
import { type Owed, owed, rosterOf, SEARCHED, type World } from './expect.ts';
import { UIDS } from './generate/words.ts';
import { type Ask, type Known, type Raw, rendered, type Step, said } from './step.ts';

const FORMS = new Map(
  (students as { uid: string; otherForms?: string[] }[]).flatMap(({ uid, otherForms = [] }) =>
    [uid, ...otherForms].map((form) => [form, uid] as const),
  ),
);
const REPRESENTATIVES = [...new Set(UIDS.map((uid) => FORMS.get(uid) as string))];
const AT_FIRST = REPRESENTATIVES.slice(0, 4);
const growth = { tier: 5, weaponTier: 2, level: 7, bond: 3, bondExp: 50 };
/** Longer than anything takes on a busy machine: this is a hang. */
const HANG_MS = 30_000;
/** Once one is known, it is looked for more quickly. */
export const SURE_HANG_MS = 5_000;
const PATHS = { students: '/students', roster: '/me/students', student: '/me/students/10000' };
const STATUSES = [200, 201, 204, 400, 401, 403, 404, 409];

export interface Lane {
  /** Runs the steps from the same beginning every time; throws at the first answer that is not owed. */
  run: (steps: readonly Step[], tell?: (line: string) => void) => Promise<void>;
  close: () => void;
}

/** What all lanes share: callers who may nothing, and a neighbour whom nobody may touch. */
export interface Street {
  service: Service;
  patience: number;
  readonly known: Known;
  /** How often each kind of answer was met: what was never met was not tried. */
  readonly met: Map<string, number>;
  /** Throws if anything of the neighbour's is not as it was. */
  checkNeighbour: () => Promise<void>;
}

export async function street(service: Service): Promise<Street> {
  const neighbour = await service.account();
  const gone = await service.account();
  const [{ keyId, apiKey: revoked }] = await Promise.all([
    service.command('key', 'issue', '--account', neighbour.id, '--permission', 'write'),
    service.command('account', 'suspend', gone.id),
  ]);
  await service.command('key', 'revoke', keyId);
  for (const studentUid of REPRESENTATIVES)
    await service.call(neighbour.write, 'POST', '/me/students', { studentUid, ...growth });
  const list = async () => (await service.call(neighbour.read, 'GET', '/me/students')).text;
  const before = await list();
  const { body } = await service.call(neighbour.read, 'GET', '/me/students?limit=1');
  const found = await service.call(neighbour.read, 'GET', `/students?query=${SEARCHED}&limit=2`);
  return {
    service,
    patience: HANG_MS,
    known: {
      host: new URL(service.url).host,
      suspended: gone.write,
      revoked,
      foreign: body.nextCursor,
      search: found.body.nextCursor,
    },
    met: new Map(),
    async checkNeighbour() {
      assert.equal(await list(), before, 'another account is never touched');
    },
  };
}

export async function lane(street: Street): Promise<Lane> {
  const { service, known: shared, met } = street;
  const account = await service.account();
  const keys = { write: account.write, read: account.read };
  const world: World & { roster: Roster } = { roster: new Roster(FORMS), cursors: new Map() };
  /** What the limits last said is left. */
  let left: Record<string, number> = {};
  let connection = new Connection(service.url);

  const meet = (kind: string, { status, body }: Answer) => {
    const name = `${kind} ${status} ${body?.error?.code ?? ''}`.trim();
    met.set(name, (met.get(name) ?? 0) + 1);
  };

  const own = (method: string, path: string, ...body: [] | [object]) =>
    requestText(
      method,
      `/v1${path}`,
      { Authorization: `Bearer ${keys.write}`, 'Content-Type': 'application/json' },
      ...(body.map((one) => JSON.stringify(one)) as [] | [string]),
    );

  async function together(requests: string[]): Promise<Answer[]> {
    for (const request of requests) connection.send(request);
    const answers: Answer[] = [];
    for (const _ of requests) answers.push(await connection.answer({ within: street.patience }));
    return answers;
  }

  async function everything(): Promise<Answer> {
    const [answer] = (await together([own('GET', '/me/students?limit=100')])) as [Answer];
    assert.equal(answer.status, 200, answer.text);
    return answer;
  }

  /** To dismiss leaves nothing, bonds included: as good as a new account. */
  async function begin(): Promise<void> {
    connection.close();
    connection = new Connection(service.url);
    for (;;) {
      const recruited: { studentUid: string }[] = (await everything()).body.students;
      if (recruited.length === 0) break;
      await together(recruited.map(({ studentUid }) => own('DELETE', `/me/students/${studentUid}`)));
    }
    world.roster = new Roster(FORMS);
    const bodies = AT_FIRST.map((studentUid) => ({ studentUid, ...growth }));
    for (const body of bodies) world.roster.register(body);
    const answers = await together(bodies.map((body) => own('POST', '/me/students', body)));
    for (const { status, text } of answers) assert.equal(status, 201, text);
    left = {};
  }

  /** The list is what the model has: nothing that was refused has changed anything. */
  async function checkState(): Promise<void> {
    same((await everything()).body.students, world.roster.page(100, '').students, 'the state');
    left = {};
  }

  async function asks(steps: readonly Ask[], tell: (line: string) => void): Promise<void> {
    for (const step of steps) connection.send(rendered(step, known));
    for (const step of steps) {
      const answer = await connection
        .answer({ within: street.patience, toHead: step.method === 'HEAD' })
        .catch((error) => assert.fail(`${said(step)}: ${error.message}`));
      tell(`${said(step)} -> ${answer.status} ${answer.text.slice(0, 200)}`);
      try {
        await check(step, answer, owed(step, world));
      } catch (error) {
        throw new Error(
          `${said(step)}\nanswered ${answer.status} ${answer.text.slice(0, 500)}\n${(error as Error).message}`,
        );
      }
    }
    assert.equal(connection.left(), '', 'an answer too many');
  }

  async function check(step: Ask, answer: Answer, expected: Owed): Promise<void> {
    const { headers } = answer;
    meet(step.meant.route === undefined ? 'nowhere' : `${step.method} ${step.meant.route}`, answer);
    everyAnswer(answer, keys.write);
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
        service.url,
        step.method,
        step.meant.route === undefined ? '/nowhere' : PATHS[step.meant.route],
        answer,
      );
    } else assert.equal(answer.status, expected.status);
    if (expected.body !== undefined) assert.equal(answer.text, JSON.stringify(expected.body));
    if (expected.page !== undefined) {
      same(answer.body.students, expected.page.students, 'the page');
      assert.equal(
        answer.body.nextCursor !== null,
        expected.page.more,
        'a cursor exactly where more follows',
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
    countedOnce(answer, expected.counted);
  }

  function countedOnce({ headers }: Answer, work: 'read' | 'write' | undefined): void {
    const said = headers.get('ratelimit');
    if (work === undefined) {
      assert.equal(said, null, 'RateLimit of a request that is not counted');
      return;
    }
    const [, remaining] = new RegExp(`^"${work}";r=(\\d+);t=\\d+$`).exec(said ?? '') ?? [];
    assert.ok(remaining !== undefined, `RateLimit: ${said}`);
    const limit = Number(/q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]);
    const before = left[work];
    const now = Number(remaining);
    // Or it is the first of another window.
    if (before !== undefined && now !== limit - 1) assert.equal(now, before - 1, 'counted once');
    left[work] = now;
  }

  /** Nobody can say what it should do; but what was refused did nothing, and what was done left a valid state. */
  async function bytes(step: Raw, tell: (line: string) => void): Promise<void> {
    const wire = new Connection(service.url);
    const sent = rendered(step, known);
    wire.send(sent);
    const answers = await wire
      .rest(street.patience)
      .catch((error) => assert.fail(`${said(step)}: ${error.message}`));
    wire.close();
    tell(
      `${said(step)} -> ${answers.map(({ status, text }) => `${status} ${text.slice(0, 200)}`).join(' | ')}`,
    );
    try {
      // Blank lines before a request are none.
      if (sent.toString('latin1').replace(/[\r\n]/g, '') !== '')
        assert.ok(answers.length > 0, 'closed without an answer');
      for (const answer of answers) {
        meet('bytes', answer);
        anyAnswer(answer, keys.write);
      }
      const now = (await everything()).body.students;
      if (answers.some(({ status }) => status < 300)) world.roster = rosterOf(FORMS, now);
      same(now, world.roster.page(100, '').students, 'what was refused changed something');
    } catch (error) {
      throw new Error(
        `${said(step)}\nanswered ${answers
          .map(({ status, text }) => `${status} ${text}`)
          .join(' | ')
          .slice(0, 500)}\n${(error as Error).message}`,
      );
    }
    left = {};
  }

  await begin();
  const cursors = new Map<string, string>();
  const known: Record<string, string> = { ...shared, ...keys };
  let cursor = '';
  for (const [at, uid] of AT_FIRST.slice(0, -1).entries()) {
    const { body } = await service.call(
      keys.read,
      'GET',
      `/me/students?limit=1${cursor && `&cursor=${cursor}`}`,
    );
    cursor = body.nextCursor;
    known[`own${at}`] = cursor;
    cursors.set(`{own${at}}`, uid);
  }
  world.cursors = cursors;

  return {
    async run(steps, tell = () => {}) {
      await begin();
      for (let at = 0; at < steps.length; ) {
        const step = steps[at] as Step;
        if ('raw' in step) {
          await bytes(step, tell);
          at += 1;
          continue;
        }
        const next = steps.findIndex((one, index) => index > at && 'raw' in one);
        const until = next === -1 ? steps.length : next;
        await asks(steps.slice(at, until) as Ask[], tell);
        await checkState();
        at = until;
      }
    },
    close: () => connection.close(),
  };
}

/** As the JSON they are: a zero has no sign, and a difference is short to read. */
function same(actual: object, expected: object, what: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  assert.ok(is === should, `${what} is ${is}\nand should be ${should}`);
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const INSIDE =
  /node:|fastify|sqlite|SELECT |INSERT |UPDATE |\.[jt]s:\d|Error:|FST_|HPE_|ERR_|\[object|at .*\(/i;

function everyAnswer({ status, headers, text }: Answer, key: string): void {
  for (const [name, value] of Object.entries(HEADERS)) assert.equal(headers.get(name), value, name);
  assert.match(headers.get('request-id') ?? '', /^\S{8,}$/);
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
    assert.equal(headers.get(name), null, name);
  assert.equal(headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
  assert.ok(!text.includes(key), 'a key in an answer');
  if (status >= 400 && text !== '') {
    const { message, fields = [] } = JSON.parse(text).error;
    for (const words of [message, ...fields.map((fault: { message: string }) => fault.message)])
      assert.doesNotMatch(words, INSIDE);
  }
}

/** Whatever it answers: a status of the API, in its shape. */
function anyAnswer(answer: Answer, key: string): void {
  if (answer.headers.get('content-type')?.startsWith('text/html') || answer.status === 304) return;
  assert.ok(STATUSES.includes(answer.status), `status ${answer.status}`);
  if (answer.status < 400) return;
  everyAnswer(answer, key);
  refused(answer, answer.status, answer.body.error.code);
}

/** A lone surrogate may be answered as one or as U+FFFD. */
function wellFormed(answer: Answer): Answer {
  const { error } = answer.body ?? {};
  if (error?.fields === undefined) return answer;
  const fields = error.fields.map((fault: { field: string }) => ({
    ...fault,
    field: fault.field.toWellFormed(),
  }));
  return { ...answer, body: { error: { ...error, fields } } };
}
