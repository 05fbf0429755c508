import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { useService } from '../../use-service.ts';

const PUBLIC_URL = 'https://rollbook.example/school';
const service = await useService({ env: { ROLLBOOK_PUBLIC_URL: PUBLIC_URL } });
let response: Response;
// biome-ignore lint/suspicious/noExplicitAny: a document read as it comes
let document: any;
before(async () => {
  response = await fetch(`${service.url}/beta/openapi.json`);
  document = await response.json();
});

/** The operations, copied by hand. */
const OPERATIONS: [id: string, method: string, path: string, statuses: number[], parameters: string[]][] = [
  ['getMe', 'get', '/me', [200, 400, 401, 403, 429, 500, 503], []],
  ['listChanges', 'get', '/changes', [200, 400, 401, 403, 404, 429, 500, 503], ['after', 'limit', 'wait']],
  [
    'getRoster',
    'get',
    '/roster',
    [200, 304, 400, 401, 403, 404, 429, 500, 503],
    ['fields', 'at', 'If-None-Match'],
  ],
  ['listGoals', 'get', '/goals', [200, 304, 400, 401, 403, 429, 500, 503], ['If-None-Match']],
  [
    'getGoal',
    'get',
    '/goals/{studentUid}',
    [200, 304, 400, 401, 403, 404, 429, 500, 503],
    ['studentUid', 'If-None-Match'],
  ],
  [
    'putGoal',
    'put',
    '/goals/{studentUid}',
    [200, 400, 401, 403, 404, 412, 429, 500, 503],
    ['studentUid', 'If-Match', 'Bulk-Operation'],
  ],
  [
    'deleteGoal',
    'delete',
    '/goals/{studentUid}',
    [200, 400, 401, 403, 404, 412, 429, 500, 503],
    ['studentUid', 'If-Match', 'Bulk-Operation'],
  ],
  [
    'completeGoal',
    'post',
    '/goals/{studentUid}/complete',
    [200, 400, 401, 403, 404, 412, 429, 500, 503],
    ['studentUid', 'If-Match', 'Bulk-Operation'],
  ],
  ['getStock', 'get', '/stock', [200, 304, 400, 401, 403, 429, 500, 503], ['If-None-Match']],
  ['patchStock', 'patch', '/stock', [200, 400, 401, 403, 412, 429, 500, 503], ['If-Match', 'Bulk-Operation']],
  ['getPlan', 'get', '/plan', [200, 400, 401, 403, 429, 500, 503], ['label']],
  ['createProposal', 'post', '/proposals', [201, 400, 401, 403, 429, 500, 503], ['Bulk-Operation']],
  ['listProposals', 'get', '/proposals', [200, 400, 401, 403, 429, 500, 503], []],
  [
    'getProposal',
    'get',
    '/proposals/{proposalId}',
    [200, 304, 400, 401, 403, 404, 429, 500, 503],
    ['proposalId', 'If-None-Match'],
  ],
  [
    'withdrawProposal',
    'delete',
    '/proposals/{proposalId}',
    [200, 400, 401, 403, 404, 429, 500, 503],
    ['proposalId', 'Bulk-Operation'],
  ],
];

/** Those whose answers have an ETag. */
const TAGGED = ['getRoster', 'listGoals', 'getGoal', 'putGoal', 'getStock', 'patchStock', 'getProposal'];

test('each operation that is described is served', async () => {
  for (const [id, method, path] of OPERATIONS) {
    const { status } = await fetch(`${service.url}/beta${path.replace(/\{\w+\}/, '10000')}`, {
      method: method.toUpperCase(),
    });
    assert.equal(status, 401, id);
  }
});

describe('/beta/openapi.json', () => {
  test('is OpenAPI 3.1, needs no key and has a stable ETag', async () => {
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.doesNotMatch(response.headers.get('cache-control') ?? '', /no-store/);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.servers[0].url, `${PUBLIC_URL}/beta`);
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(`${service.url}/beta/openapi.json`, { headers: { 'if-none-match': tag } });
    assert.equal(again.status, 304);
  });

  test('lists exactly the operations, with their statuses and parameters', () => {
    const found = Object.entries<Record<string, Json>>(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, responses, parameters }]) => [
        operationId,
        method,
        path,
        Object.keys(responses).map(Number),
        parameters.map(({ name }: { name: string }) => name),
      ]),
    );
    assert.deepEqual(found, OPERATIONS);
    const [after, limit] = document.paths['/changes'].get.parameters;
    assert.deepEqual([after.required, after.schema.minimum], [false, 0]);
    assert.deepEqual(
      [limit.schema.minimum, limit.schema.maximum, limit.schema.default, limit.required],
      [1, 500, 100, false],
    );
    assert.deepEqual(
      document.paths['/roster'].get.parameters.map(({ required }: Json) => required),
      [false, false, false],
    );
  });

  test('names headers and error codes of each status, and describes them in both languages', () => {
    for (const [id, method, path, statuses] of OPERATIONS)
      for (const status of statuses) {
        const { headers, description } = document.paths[path][method].responses[status];
        const has = (name: string) => Object.keys(headers).includes(name);
        assert.ok(has('Request-Id'), `${id} ${status}`);
        assert.equal(has('RateLimit'), ![401, 403].includes(status), `${id} ${status}`);
        assert.equal(has('Retry-After'), [429, 503].includes(status), `${id} ${status}`);
        assert.equal(has('WWW-Authenticate'), status === 401, `${id} ${status}`);
        assert.equal(has('ETag'), status === 412 || (TAGGED.includes(id) && status < 400), `${id} ${status}`);
        assert.equal(has('Location'), status === 201, `${id} ${status}`);
        assert.match(description, /[가-힣].*[a-z]{3} [a-z]/s);
      }
    assert.match(document.paths['/changes'].get.responses[404].description, /keeps no history/);
  });

  test('every reference has a target, and every example matches its schema', () => {
    for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/([^"]+)"/g)) {
      const [kind = '', component = ''] = name.split('/');
      assert.notEqual(document.components[kind]?.[component], undefined, name);
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api');
    for (const [id, method, path, statuses] of OPERATIONS)
      for (const status of statuses) {
        const { content } = document.paths[path][method].responses[status];
        assert.equal(content === undefined, status === 304, `${id} ${status}`);
        if (content === undefined) continue;
        const { schema, example, examples = {} } = content['application/json'];
        const values = [example, ...Object.values<Json>(examples).map(({ value }) => value)].filter(Boolean);
        assert.ok(values.length > 0, `${id} ${status}`);
        const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
        for (const value of values) assert.ok(validate(value), JSON.stringify(validate.errors));
      }
  });

  test('the document of /v1 does not name what is below /beta', async () => {
    assert.doesNotMatch(await (await fetch(`${service.url}/v1/openapi.json`)).text(), /lastNumber|\/changes/);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a document read as it comes
type Json = any;
