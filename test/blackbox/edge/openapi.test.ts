import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { useService } from '../../use-service.ts';
import { FIELD_NAMES, FIELDS, MAX_WEAPON_LEVELS } from '../spec-fields.ts';

const PUBLIC_URL = 'https://rollbook.example/school';
const service = await useService({ env: { ROLLBOOK_PUBLIC_URL: PUBLIC_URL } });
let response: Response;
// biome-ignore lint/suspicious/noExplicitAny: a document read as it comes
let document: any;
before(async () => {
  response = await fetch(`${service.url}/v1/openapi.json`);
  document = await response.json();
});

// biome-ignore lint/suspicious/noExplicitAny: a document read as it comes
function resolveRef(node: any): any {
  if (node?.$ref === undefined) return node;
  const steps: string[] = node.$ref.slice(2).split('/');
  return resolveRef(
    steps.reduce((inner, step) => inner?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  );
}

/** The operations of the API, copied by hand. */
const READ = [200, 400, 401, 403, 429, 500, 503];
const SINGLE_STUDENT = [200, 400, 401, 403, 404, 429, 500, 503];
const OPERATIONS: [id: string, method: string, path: string, statuses: number[], parameters: string[]][] = [
  ['findStudents', 'get', '/students', READ, ['query', 'limit', 'cursor']],
  ['listRecruitedStudents', 'get', '/me/students', READ, ['limit', 'cursor']],
  ['registerRecruitedStudent', 'post', '/me/students', [201, 400, 401, 403, 404, 409, 429, 500, 503], []],
  ['getRecruitedStudent', 'get', '/me/students/{studentUid}', SINGLE_STUDENT, ['studentUid']],
  ['patchRecruitedStudent', 'patch', '/me/students/{studentUid}', SINGLE_STUDENT, ['studentUid']],
  ['deleteRecruitedStudent', 'delete', '/me/students/{studentUid}', SINGLE_STUDENT, ['studentUid']],
];

const CODES_OF_404 = ['not_found', 'student_not_recruited'];
const codeOf = (status: number): string =>
  ({
    400: 'invalid_request',
    401: 'unauthorized',
    403: 'forbidden',
    404: 'not_found',
    409: 'student_already_recruited',
    429: 'rate_limited',
    500: 'internal_error',
    503: 'unavailable',
  })[status] ?? '';

/** A media type, parameter or header of the document. */
interface Media {
  schema: object;
  // biome-ignore lint/suspicious/noExplicitAny: each example is of its own shape
  example?: any;
  examples?: Record<string, { value: unknown }>;
}

describe('openapi.json describes the API', () => {
  test('serves OpenAPI 3.1 without a key', () => {
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.version, '1');
    assert.equal(document.servers[0].url, `${PUBLIC_URL}/v1`);
  });

  test('serves openapi.json with a stable ETag', async () => {
    const tag = response.headers.get('etag') ?? '';
    assert.match(tag, /^(W\/)?"[^"]+"$/);
    assert.doesNotMatch(response.headers.get('cache-control') ?? '', /no-store/);
    const again = await fetch(`${service.url}/v1/openapi.json`);
    await again.arrayBuffer();
    assert.equal(again.headers.get('etag'), tag);
  });

  test('openapi.json lists exactly the six operations of the API', () => {
    const named = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as object)
        .filter(([method]) => method !== 'parameters')
        .map(([method, operation]) => `${operation.operationId} ${method} ${path}`),
    );
    assert.deepEqual(named.sort(), OPERATIONS.map(([id, method, path]) => `${id} ${method} ${path}`).sort());
  });

  test('every $ref in openapi.json has a target', () => {
    const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
    for (const reference of references) {
      const target = JSON.parse(`{${reference}}`);
      assert.match(target.$ref, /^#\//);
      assert.notEqual(resolveRef(target), undefined, target.$ref);
    }
  });

  for (const [id, method, path, statuses, parameters] of OPERATIONS) {
    describe(id, () => {
      const operation = () => document.paths[path][method];
      const headersOf = (status: number) =>
        Object.keys(resolveRef(operation().responses[status]).headers ?? {}).map((name) =>
          name.toLowerCase(),
        );

      test(`lists exactly the possible statuses of ${id}`, () => {
        assert.deepEqual(Object.keys(operation().responses), statuses.map(String));
      });

      test(`lists the headers of each status of ${id}`, () => {
        for (const status of statuses) {
          const headers = headersOf(status);
          assert.ok(headers.includes('request-id'), `${status} Request-Id`);
          assert.equal(headers.includes('location'), status === 201, `${status} Location`);
          assert.equal(headers.includes('www-authenticate'), status === 401, `${status} WWW-Authenticate`);
          assert.equal(headers.includes('retry-after'), [429, 503].includes(status), `${status} Retry-After`);
          if ([401, 403].includes(status)) assert.ok(!headers.includes('ratelimit'), `${status} RateLimit`);
          if ([200, 201, 400, 404, 409, 429].includes(status)) {
            assert.ok(
              headers.includes('ratelimit') && headers.includes('ratelimit-policy'),
              `${status} RateLimit`,
            );
          }
        }
      });

      test(`has a JSON schema for each status of ${id}`, () => {
        for (const status of statuses) {
          const { schema } = resolveRef(operation().responses[status]).content['application/json'];
          assert.equal(typeof resolveRef(schema), 'object', `${status}`);
        }
      });

      test(`requires a key for ${id}`, () => {
        const security = operation().security ?? document.security;
        const scheme = resolveRef(document.components.securitySchemes[Object.keys(security[0])[0] ?? '']);
        assert.deepEqual([scheme.type, scheme.scheme.toLowerCase()], ['http', 'bearer']);
      });

      test(`lists the parameters of ${id}`, () => {
        const all = [...(document.paths[path].parameters ?? []), ...(operation().parameters ?? [])].map(
          resolveRef,
        );
        assert.deepEqual(
          all.map(({ name }) => name),
          parameters,
        );
        for (const { name, in: place, required = false, schema } of all) {
          assert.equal(place, name === 'studentUid' ? 'path' : 'query');
          assert.equal(required, ['query', 'studentUid'].includes(name), name);
          const { type, minLength, maxLength, minimum, maximum, default: defaultValue } = resolveRef(schema);
          if (name === 'limit')
            assert.deepEqual([type, minimum, maximum, defaultValue], ['integer', 1, 100, 50]);
          else assert.equal(type, 'string', name);
          if (name === 'query') assert.deepEqual([minLength, maxLength], [1, 200]);
        }
      });
    });
  }

  const bodyOf = (path: string, method: string) =>
    resolveRef(resolveRef(document.paths[path][method].requestBody).content['application/json'].schema);
  const responseOf = (path: string, method: string, status: number) =>
    resolveRef(resolveRef(document.paths[path][method].responses[status]).content['application/json'].schema);

  test('describes every state field in the state, the registration and the PATCH', () => {
    const state = responseOf('/me/students/{studentUid}', 'get', 200);
    const registration = bodyOf('/me/students', 'post');
    const patch = bodyOf('/me/students/{studentUid}', 'patch');
    for (const schema of [state, registration, patch]) {
      assert.equal(schema.additionalProperties, false);
      for (const [name, min, max, nullable] of FIELDS) {
        const field = resolveRef(schema.properties[name]);
        assert.deepEqual([field.minimum, field.maximum], [min, max], name);
        assert.deepEqual([field.type].flat().sort(), nullable ? ['integer', 'null'] : ['integer'], name);
      }
    }
    assert.deepEqual(Object.keys(state.properties), ['studentUid', ...FIELD_NAMES]);
    assert.deepEqual(state.required.toSorted(), ['studentUid', ...FIELD_NAMES].sort());
    assert.deepEqual(Object.keys(registration.properties), ['studentUid', ...FIELD_NAMES]);
    assert.deepEqual(registration.required, ['studentUid', 'tier', 'weaponTier']);
    assert.equal(resolveRef(registration.properties.studentUid).minLength, 1);
    assert.deepEqual(Object.keys(patch.properties), FIELD_NAMES);
    assert.deepEqual(patch.required ?? [], []);
    assert.equal(patch.minProperties, 1);
  });

  test('each error response lists the codes that its operation can return and no other, with an example of each', () => {
    for (const [id, method, path, statuses] of OPERATIONS)
      for (const status of statuses.filter((each) => each >= 400)) {
        const { schema, examples } = resolveRef(document.paths[path][method].responses[status]).content[
          'application/json'
        ];
        const codes = status === 404 && id !== 'registerRecruitedStudent' ? CODES_OF_404 : [codeOf(status)];
        assert.deepEqual(resolveRef(resolveRef(schema).properties.error).properties.code.enum, codes, id);
        const shown = Object.values<{ value: { error: { code: string } } }>(examples);
        assert.deepEqual(
          shown.map(({ value }) => value.error.code),
          codes,
        );
      }
  });

  test('every example matches its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api');
    let checked = 0;
    const check = ({ schema, example, examples = {} }: Media) => {
      const values = [example, ...Object.values(examples).map(({ value }) => value)];
      for (const value of values.filter((each) => each !== undefined)) {
        const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
        assert.ok(validate(value), `${JSON.stringify(value)}: ${JSON.stringify(validate.errors)}`);
        checked += 1;
      }
    };
    for (const [, method, path, statuses, parameters] of OPERATIONS) {
      const operation = document.paths[path][method];
      for (const status of statuses) check(operation.responses[status].content['application/json']);
      if (operation.requestBody) check(operation.requestBody.content['application/json']);
      for (const name of parameters)
        check(operation.parameters.find((parameter: { name: string }) => parameter.name === name));
    }
    for (const header of Object.values<Media>(document.components.headers)) check(header);
    assert.ok(checked > 60, `${checked}`);
  });

  test('the examples are what the service answers', async () => {
    const { write: key } = await service.account();
    const mediaOf = (method: string, path: string, status: number): Media =>
      document.paths[path][method].responses[status].content['application/json'];
    const bodyOf = (method: string, path: string): Media =>
      document.paths[path][method].requestBody.content['application/json'];
    const ROSTER = '/me/students';
    const ONE = '/me/students/{studentUid}';
    const {
      example: { studentUid },
    } = mediaOf('get', ONE, 200);
    const steps: [method: string, path: string, status: number, code?: string][] = [
      ['get', ONE, 404, 'student_not_recruited'],
      ['delete', ONE, 404, 'student_not_recruited'],
      ['post', ROSTER, 201],
      ['post', ROSTER, 409, 'student_already_recruited'],
      ['patch', ONE, 200],
      ['get', ONE, 200],
      ['get', ROSTER, 200],
      ['delete', ONE, 200],
    ];
    for (const [method, path, status, code] of steps) {
      const body = method === 'post' || method === 'patch' ? bodyOf(method, path).example : undefined;
      const answer = await service.call(
        key,
        method.toUpperCase(),
        path.replace('{studentUid}', studentUid),
        body,
      );
      const { example, examples = {} } = mediaOf(method, path, status);
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.deepEqual(answer.body, code === undefined ? example : examples[code]?.value);
    }
    const [{ example: query }] = document.paths['/students'].get.parameters;
    const found = await service.call(key, 'GET', `/students?query=${encodeURIComponent(query)}`);
    assert.deepEqual(found.body, mediaOf('get', '/students', 200).example);
  });

  test('says the cross-field rules in both languages, in the operations and in the fields that they bind', () => {
    const bound: [field: string, ...words: string[]][] = [
      ['tier', 'weaponTier'],
      ['weaponTier', 'tier', 'weaponLevel', 'abilityHp', 'abilityAtk', 'abilityHeal'],
      ['weaponLevel', MAX_WEAPON_LEVELS.join(', ')],
      ['abilityHp', 'weaponTier'],
      ['bond', 'bondExp'],
      ['bondExp', '`bond`', 'null'],
    ];
    const { properties } = bodyOf('/me/students/{studentUid}', 'patch');
    for (const [field, ...words] of bound)
      for (const word of words) assert.ok(properties[field].description.includes(word), `${field}: ${word}`);
    const rules = [
      'tier',
      'weaponLevel',
      'abilityHeal',
      'bondExp',
      'whole request is rejected',
      '배열',
      'array',
    ];
    for (const [path, method] of [
      ['/me/students', 'post'],
      ['/me/students/{studentUid}', 'patch'],
    ] as const)
      for (const word of rules) assert.ok(document.paths[path][method].description.includes(word), word);
    for (const { description } of Object.values<{ description: string }>(properties)) {
      assert.match(description, /[가-힣]/);
      assert.match(description, /[a-z]{3} [a-z]/);
    }
  });

  test('names the bounds of what it returns, the licence and a contact', () => {
    const [search, list] = ['/students', '/me/students'].map((path) => responseOf(path, 'get', 200));
    for (const page of [search, list]) assert.equal(page.properties.students.maxItems, 100);
    const { studentUid, name } = resolveRef(search.properties.students.items).properties;
    assert.deepEqual([studentUid.maxLength, name.maxLength], [64, 200]);
    assert.equal(bodyOf('/me/students', 'post').properties.studentUid.maxLength, undefined);
    assert.equal(document.info.license.identifier, 'MIT');
    assert.equal(document.info.contact.url, `${PUBLIC_URL}/docs`);
  });

  test('the fields of an invalid request are required, and those of other errors are not', () => {
    for (const [, method, path, statuses] of OPERATIONS)
      for (const status of statuses.filter((each) => each >= 400)) {
        const { required } = resolveRef(responseOf(path, method, status).properties.error);
        assert.equal(required.includes('fields'), status === 400, `${method} ${path} ${status}`);
      }
    assert.deepEqual(document.components.schemas.ApiError.required, ['code', 'message', 'docs']);
  });

  test('the headers of a 429 agree with the sentence of its example', () => {
    for (const [, method, path] of OPERATIONS) {
      const { headers, content } = resolveRef(document.paths[path][method].responses[429]);
      const { value } = content['application/json'].examples.rate_limited;
      const [, minutes, limit, seconds] = /(\d+)분에 (\d+)번.* (\d+)초/.exec(value.error.message) ?? [];
      const exampleOf = (name: string) => resolveRef(headers[name]).example;
      const kind = method === 'get' ? 'read' : 'write';
      assert.equal(exampleOf('Retry-After'), Number(seconds));
      assert.equal(exampleOf('RateLimit'), `"${kind}";r=0;t=${seconds}`);
      assert.equal(exampleOf('RateLimit-Policy'), `"${kind}";q=${limit};w=${Number(minutes) * 60}`);
    }
  });

  test('describes the fields of an error', () => {
    const error = resolveRef(responseOf('/me/students', 'post', 409).properties.error);
    assert.deepEqual(error.required.toSorted(), ['code', 'docs', 'message']);
    assert.deepEqual(Object.keys(error.properties).sort(), ['code', 'docs', 'fields', 'message']);
  });
});

const CODES = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'student_not_recruited',
  'student_already_recruited',
  'rate_limited',
  'internal_error',
  'unavailable',
];

describe('the guide explains errors', () => {
  test('has an anchor for the link of every error code', async () => {
    const page = await fetch(`${service.url}/docs`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const html = await page.text();
    for (const code of CODES) assert.match(html, new RegExp(`\\sid=["']?error-${code}["'\\s>]`), code);
    const tag = page.headers.get('etag') ?? '';
    assert.match(tag, /^(W\/)?"[^"]+"$/);
    const known = await fetch(`${service.url}/docs`, { headers: { 'if-none-match': tag } });
    assert.equal(known.status, 304);
  });

  test('links from errors to the guide under the public address', async () => {
    const { body } = await service.call(undefined, 'GET', '/students');
    assert.equal(body.error.docs, `${PUBLIC_URL}/docs#error-unauthorized`);
  });
});

test('answers /healthz and /readyz without a key', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const { status } = await fetch(`${service.url}${path}`);
    assert.equal(status, 200, path);
  }
});
