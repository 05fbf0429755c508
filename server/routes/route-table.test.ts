import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Route, RouteTable } from './route-table.ts';

const route = (method: string, path: string): Route => ({
  methods: [method],
  path,
  answer: () => assert.fail('answered'),
});
const table = new RouteTable([
  route('GET', '/v1/me/students/{studentUid}'),
  route('PUT', '/v1/me/students/{studentUid}'),
  route('GET', '/v1/me/students/summary'),
  route('GET', '/v1/me/students'),
]);
const methodsAt = (path: string) => table.match(path).routes.flatMap(({ methods }) => methods);

test('a literal path comes before a parametrised one, wherever each stands in the table', () => {
  assert.deepEqual(methodsAt('/v1/me/students/summary'), ['GET']);
  assert.deepEqual(methodsAt('/v1/me/students/10000'), ['GET', 'PUT']);
  assert.equal(table.match('/v1/me/students/summary?x=1').routes[0]?.path, '/v1/me/students/summary');
});

test('a parameter is one segment and never empty', () => {
  for (const path of ['/v1/me/students/', '/v1/me/students/a/b', '/v1/me', '/V1/me/students', ''])
    assert.deepEqual(methodsAt(path), [], path);
});

test('an escape is decoded within its segment, and one that is malformed stands for itself', () => {
  const uidAt = (path: string) => table.match(path).params.studentUid;
  assert.equal(uidAt('/v1/me/students/a%2Fb%20c'), 'a/b c');
  assert.equal(uidAt('/v1/me/students/%E0%A4%A'), '%E0%A4%A');
  assert.deepEqual(methodsAt('/v1/m%65/students'), ['GET']);
  assert.deepEqual(methodsAt('/v1%2Fme/students'), []);
});

test('an unknown path is closed to other origins where the routes of its folder are', () => {
  const closed = new RouteTable([
    { ...route('GET', '/console/api/session'), origins: 'none' },
    { ...route('GET', '/catalogue.json'), origins: 'any' },
    route('GET', '/v1/students'),
  ]);
  const originsAt = (path: string) => closed.match(path).origins;
  for (const path of [
    '/console/api/session',
    '/console/nowhere',
    '/console',
    '/%63onsole/x',
    '/console?x=/y',
  ])
    assert.equal(originsAt(path), 'none', path);
  for (const path of ['/v1/students', '/v1/nowhere', '/consoles', '//console', '/', ''])
    assert.equal(originsAt(path), 'configured', path);
  assert.equal(originsAt('/catalogue.json'), 'any');
});
