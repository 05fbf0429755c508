import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Service, startService } from '../../service.ts';
import type { Span } from '../../traces/memory-exporter.ts';

const UID = '10010';
const preload = (name: string) => `--import=${join(import.meta.dirname, '../../traces', name)}`;
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`;

/** Sends five requests, then stops the service even if one fails. */
async function sendRequestsAndStop(service: Service): Promise<{ write: string; requestId: string | null }> {
  try {
    const { write } = await service.account();
    const state = { studentUid: UID, tier: 3, weaponTier: 0 };
    await service.call(write, 'POST', '/me/students', state, { traceparent });
    await service.call(write, 'PATCH', `/me/students/${UID}`, { level: 5 });
    const read = await service.call(write, 'GET', `/me/students/${UID}`);
    await service.call(write, 'GET', '/students?query=%EC%8B%9C%EB%A1%9C%EC%BD%94');
    await service.call('rollbook_wrong', 'GET', '/me/students');
    return { write, requestId: read.headers.get('request-id') };
  } finally {
    assert.equal(await service.stop(), 0);
  }
}

test('records a span for each request, with store queries as child spans', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-traces-'));
  const file = join(folder, 'spans.json');
  const service = await startService({
    env: { NODE_OPTIONS: preload('memory-exporter.ts'), OTEL_TRACES_EXPORTER: 'memory', SPANS_FILE: file },
  });
  const { write, requestId } = await sendRequestsAndStop(service);
  const text = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });

  const spans: Span[] = JSON.parse(text);
  const requests = spans.filter(({ name }) => !name.startsWith('store '));
  assert.deepEqual(
    requests.map(({ name, attributes }) => [name, attributes['http.response.status_code']]),
    [
      ['POST /v1/me/students', 201],
      ['PATCH /v1/me/students/{studentUid}', 200],
      ['GET /v1/me/students/{studentUid}', 200],
      ['GET /v1/students', 200],
      ['GET /v1/me/students', 401],
    ],
  );
  const verbs = ({ spanId, traceId }: Span) =>
    spans
      .filter((span) => span.parentSpanId === spanId && span.traceId === traceId)
      .map(({ attributes }) => attributes['db.operation.name']);
  const [registered, patched, got, , stranger] = requests as [Span, Span, Span, Span, Span];
  assert.deepEqual([registered.traceId, registered.parentSpanId], [CALLER.traceId, CALLER.spanId]);
  assert.notEqual(patched.traceId, CALLER.traceId);
  // Also after a body, whose end is an event of the connection and not of the request.
  assert.ok(verbs(registered).includes('writeStudent'), `${verbs(registered)}`);
  assert.ok(verbs(patched).includes('writeStudent'), `${verbs(patched)}`);
  assert.ok(verbs(got).includes('findKey'));
  assert.deepEqual(verbs(stranger), []);
  assert.ok(service.stdout().includes(`"${got.attributes['rollbook.request_id']}"`));
  assert.equal(got.attributes['rollbook.request_id'], requestId);
  assert.equal(spans.filter((span) => span.failed).length, 0);
  assert.ok(
    spans.every(
      (span) => requests.includes(span) || requests.some(({ spanId }) => spanId === span.parentSpanId),
    ),
    'every span belongs to a request',
  );
  for (const secret of [write, '시로코', UID, 'acc_']) assert.ok(!text.includes(secret), secret);
});

for (const [name, env, loads] of [
  ['loads no OpenTelemetry code without an exporter', {}, false],
  ['loads no OpenTelemetry code when the exporter is none', { OTEL_TRACES_EXPORTER: 'none' }, false],
  [
    'loads the OpenTelemetry API with an exporter',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    true,
  ],
] as const)
  test(name, async () => {
    const service = await startService({ env: { ...env, NODE_OPTIONS: preload('loaded-modules.ts') } });
    try {
      assert.equal((await service.call(undefined, 'GET', '/me/students')).status, 401);
    } finally {
      await service.stop();
    }
    assert.equal(/loaded .*@opentelemetry/.test(service.stderr()), loads, service.stderr());
  });
