import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { STATE_NAMES } from '../contract/state-fields.ts';
import answers from './cases/answers.json' with { type: 'json' };
import goals from './cases/goals.json' with { type: 'json' };
import plans from './cases/plans.json' with { type: 'json' };
import reads from './cases/reads.json' with { type: 'json' };
import syncs from './cases/syncs.json' with { type: 'json' };
import writes from './cases/writes.json' with { type: 'json' };
import { Goals } from './goals.ts';
import { ItemStock } from './item-stock.ts';
import { RetryPolicy } from './retry-policy.ts';
import { Rollbook } from './rollbook.ts';
import { RollbookError } from './rollbook-error.ts';
import { Roster } from './roster.ts';
import { Students } from './students.ts';
import { type Retry, type RollbookOptions, Transport } from './transport.ts';

/** What the clients in TypeScript and in Python send and return, for given answers. */
interface Case {
  title: string;
  /** Options of the client. */
  client?: Partial<RollbookOptions>;
  /** Such as `roster.get`, or `growthPlan` of the client itself. */
  call: string;
  args: unknown[];
  options?: object;
  /** What the catalogue and the list say, if the call begins with them. */
  roster?: object[];
  /** The requests that the call sends, in this order. */
  exchanges?: Exchange[];
  result?: unknown;
  /** Only what it names is compared. */
  error?: object;
  waits?: { attempt: number; code: string; atLeastMs?: number }[];
  progress?: [done: number, total: number][];
}

interface Exchange {
  request: string;
  body?: object;
  /** Headers of the request; null is none. */
  sent?: Record<string, string | null>;
  /** What happens instead of an answer. */
  lost?: 'cut' | 'half' | 'silence';
  status?: number;
  headers?: Record<string, string>;
  /** The body of the answer: JSON, or what stands for it. */
  json?: unknown;
  text?: string;
  state?: object;
  roster?: object[];
  nextCursor?: string | null;
  catalogue?: boolean;
  error?: string;
  fields?: string[];
}

const ORIGIN = 'http://localhost';
const NULLS = Object.fromEntries(STATE_NAMES.map((name) => [name, null]));
const CATALOGUE = ['1', '2', '3', '4'].map((studentUid) => ({
  studentUid,
  names: { ko: studentUid, ja: studentUid, en: studentUid },
  aliases: [],
  forms: studentUid === '3' ? ['33'] : [],
}));

function bodyOf({
  json,
  text,
  state,
  roster,
  nextCursor = null,
  catalogue,
  error,
  fields,
}: Exchange): string {
  if (text !== undefined) return text;
  if (json !== undefined) return JSON.stringify(json);
  if (state !== undefined) return JSON.stringify({ ...NULLS, ...state });
  if (catalogue) return JSON.stringify({ version: '1', students: CATALOGUE });
  if (roster !== undefined)
    return JSON.stringify({ students: roster.map((student) => ({ ...NULLS, ...student })), nextCursor });
  const invalid = fields?.map((field) => ({ field, message: '시험' }));
  const docs = `${ORIGIN}/docs`;
  return JSON.stringify({ error: { code: error, message: '시험', fields: invalid, docs } });
}

/** A `fetch` that expects these requests. */
function playExchanges(exchanges: Exchange[]): typeof fetch {
  return async (input, init = {}) => {
    const exchange = exchanges.shift();
    const { method = 'GET', body: sent = null, signal } = init;
    const request = `${method} ${String(input).slice(ORIGIN.length)}`;
    assert.equal(request, exchange?.request);
    assert.deepEqual(sent === null ? undefined : JSON.parse(String(sent)), exchange?.body);
    const { lost, status = 200, headers, sent: sentHeaders = {} } = exchange as Exchange;
    for (const [name, value] of Object.entries(sentHeaders))
      assert.equal(new Headers(init.headers).get(name), value, `${name} of ${request}`);
    if (lost === 'silence')
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const cut = new TypeError('terminated', { cause: { code: 'UND_ERR_SOCKET' } });
    if (lost === 'cut') throw cut;
    const half = new ReadableStream({ pull: (stream) => stream.error(cut) });
    const body = lost === 'half' ? half : bodyOf(exchange as Exchange);
    return new Response(status === 304 ? null : body, {
      status,
      headers: { 'last-modified': 'Wed, 24 Jun 2026 00:00:00 GMT', ...headers },
    });
  };
}

async function play({ client, call, args, options, roster, exchanges = [], ...expected }: Case) {
  const start: Exchange[] = [
    { request: 'GET /catalogue.json', catalogue: true },
    { request: 'GET /v1/me/students?limit=100', roster: roster ?? [] },
  ];
  const script = roster === undefined ? [...exchanges] : [...start, ...exchanges];
  const waits: Retry[] = [];
  const progress: [number, number][] = [];
  const clientOptions: RollbookOptions = {
    baseUrl: `${ORIGIN}/v1`,
    apiKey: 'key',
    fetch: playExchanges(script),
    onRetry: (retry) => waits.push(retry),
    ...client,
  };
  const transport = new Transport(clientOptions, new RetryPolicy(1));
  const students = new Students(transport);
  const [method = '', group = 'client'] = call.split('.').reverse();
  const groups = {
    client: new Rollbook(clientOptions),
    students,
    roster: new Roster(transport, students),
    goals: new Goals(transport),
    stock: new ItemStock(transport),
  };
  const target = groups[group as keyof typeof groups] as unknown as Record<
    string,
    (...args: unknown[]) => AsyncIterable<unknown> | Promise<unknown>
  >;
  const onProgress = ({ done, total }: { done: number; total: number }) => progress.push([done, total]);
  const end = async () => {
    const returned = target[method]?.(...args, {
      ...options,
      ...(method === 'sync' && { onProgress }),
    });
    assert.ok(returned);
    return Symbol.asyncIterator in returned ? Array.fromAsync(returned) : await returned;
  };
  const result = await end().catch((error) => {
    assert.ok(error instanceof RollbookError, String(error?.stack));
    return error;
  });
  assert.deepEqual(script, [], 'every request is sent');
  if (expected.error === undefined) assert.deepEqual(summarize(result), expected.result);
  else {
    assert.ok(result instanceof RollbookError);
    const { fields, report, ...details } = result;
    const summary = {
      ...details,
      message: result.message,
      fields: fields.map(({ field, en }) => ({ field, en })),
      report: summarize(report),
    };
    assert.deepEqual(pickAs(summary, expected.error), expected.error);
  }
  if (expected.waits) {
    assert.deepEqual(
      waits.map(({ attempt, error }) => [attempt, error.code]),
      expected.waits.map(({ attempt, code }) => [attempt, code]),
    );
    for (const [i, { atLeastMs = 0 }] of expected.waits.entries())
      assert.ok(Number(waits[i]?.waitMs) >= atLeastMs);
  }
  if (expected.progress) assert.deepEqual(progress, expected.progress);
}

const pickAs = (details: object, expected: object): object =>
  Object.fromEntries(Object.entries(details).filter(([name]) => name in expected));

/** Without the nulls of whole states, and of errors what both clients say alike. */
function summarize(value: unknown): unknown {
  if (value instanceof RollbookError) return { code: value.code, message: value.message };
  if (Array.isArray(value)) return value.map(summarize);
  if (typeof value !== 'object' || value === null) return value;
  if ('entries' in value) return summarize(value.entries);
  const members = Object.entries(value).filter(([, member]) => member !== null || !isWholeState(value));
  return Object.fromEntries(members.map(([name, member]) => [name, summarize(member)]));
}

const isWholeState = (value: object): boolean => STATE_NAMES.every((name) => name in value);

for (const [file, cases] of Object.entries({ reads, answers, writes, goals, plans, syncs }))
  describe(`the shared cases of ${file}`, { concurrency: true }, () => {
    for (const one of cases as Case[]) test(one.title, () => play(one));
  });
