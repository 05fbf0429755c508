import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import manifest from '../../../cli/package.json' with { type: 'json' };
import { share, signUpWithStudents } from '../../shares/use-shares.ts';
import { SHARED_SETTINGS, useService } from '../../use-service.ts';

const PUBLIC_URL = 'https://rollbook.example/school';
const service = await useService({ env: { ROLLBOOK_PUBLIC_URL: PUBLIC_URL } });
const local = await useService({ env: SHARED_SETTINGS });
const closed = await useService({ env: { ROLLBOOK_OAUTH: 'off' } });
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
  ['getFarmPlan', 'get', '/plan/farm', [200, 400, 401, 403, 429, 500, 503], ['label', 'area']],
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
    const ofApi = Object.entries<Json>(document.paths).filter(([, { servers }]) => servers === undefined);
    const found = ofApi.flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, { operationId, responses, parameters }]) => [
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
        assert.equal(
          has('Rollbook-Version') || has('Rollbook-Version-If-Counted'),
          status !== 401,
          `${id} ${status}`,
        );
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

  test('names the version of the server, as answers to a key do', async () => {
    assert.equal(document.info.version, manifest.version);
    const { read } = await service.account();
    for (const path of ['/beta/me', '/v1/me/students', '/v1/me/students/10000']) {
      const ask = (key: string) => fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
      assert.equal((await ask(read)).headers.get('rollbook-version'), manifest.version, path);
      assert.equal((await ask(`${read}x`)).headers.get('rollbook-version'), null);
    }
    assert.doesNotMatch(await (await fetch(`${service.url}/v1/openapi.json`)).text(), /rollbook-version/i);
  });

  test('says which areas each operation needs, as scopes of connected apps beside the key', async () => {
    const described: Json = await (await fetch(`${local.url}/beta/openapi.json`)).json();
    const { oauth2, apiKey } = described.components.securitySchemes;
    assert.equal(apiKey.scheme, 'bearer');
    const { authorizationUrl, tokenUrl, scopes } = oauth2.flows.authorizationCode;
    assert.deepEqual(
      [authorizationUrl, tokenUrl],
      [`${local.url}/oauth/authorize`, `${local.url}/oauth/token`],
    );
    const scopesOf = (method: string, path: string) => described.paths[path][method].security;
    assert.deepEqual(scopesOf('get', '/me'), [{ apiKey: [] }, { oauth2: [] }]);
    assert.deepEqual(scopesOf('get', '/changes'), [{ apiKey: [] }, { oauth2: ['history:read'] }]);
    assert.deepEqual(scopesOf('post', '/goals/{studentUid}/complete'), [
      { apiKey: [] },
      { oauth2: ['roster:write', 'plan:write'] },
    ]);
    for (const [, method, path] of OPERATIONS)
      for (const scope of scopesOf(method, path)[1].oauth2) assert.ok(scope in scopes, scope);
    const without: Json = await (await fetch(`${closed.url}/beta/openapi.json`)).json();
    assert.equal(without.components.securitySchemes.oauth2, undefined);
    assert.deepEqual(without.security, [{ apiKey: [] }]);
    assert.equal(without.paths['/me'].get.security, undefined);
  });

  test('describes a change as the value before and after', () => {
    const { level } = document.components.schemas.ChangedFields.properties;
    assert.deepEqual([level.prefixItems.length, level.minItems, level.maxItems], [2, 2, 2]);
    assert.deepEqual(level.prefixItems[0], { type: ['integer', 'null'], minimum: 1, maximum: 90 });
  });

  test('describes the documents beside the API as they are', async () => {
    const { browser } = await signUpWithStudents(local);
    const borrow = { raid: ['10000'] };
    const { url } = await share(browser, { showsPlayer: true, borrow });
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    const described: Json = await (await fetch(`${local.url}/beta/openapi.json`)).json();
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(described, 'api');
    for (const path of ['/catalogue.json', '/growth.json', '/s/{token}.json']) {
      const { servers, get } = described.paths[path];
      assert.deepEqual([servers, get.security], [[{ url: local.url }], []]);
      const answer = await fetch(servers[0].url + path.replace('{token}', token));
      assert.deepEqual([answer.status, answer.headers.has('etag')], [200, true], path);
      const { schema } = get.responses[200].content['application/json'];
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
      assert.ok(validate(await answer.json()), `${path} ${JSON.stringify(validate.errors?.slice(0, 3))}`);
    }
  });

  test('the document of /v1 does not name what is below /beta', async () => {
    assert.doesNotMatch(await (await fetch(`${service.url}/v1/openapi.json`)).text(), /lastNumber|\/changes/);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a document read as it comes
type Json = any;
