import fc from 'fast-check';
import { type Ask, type Caller, METHODS, type Route } from '../step.ts';
import { body, coding, patchText, registrationText, type } from './bodies.ts';
import { parameters, searches } from './queries.ts';
import { PROTOTYPES, spelled, UIDS, unchanged, usually, words } from './words.ts';

const caller = usually<Caller>(
  20,
  fc.constant('write'),
  fc.constantFrom('read', 'suspended', 'revoked', 'typo', 'scheme', 'made', 'twice', 'none'),
);

const uid = usually(
  12,
  fc.constantFrom(...UIDS).map(unchanged),
  fc.oneof(
    spelled(
      fc.constantFrom(...UIDS, ...PROTOTYPES, '99999', '１００００', '10000 ', ' 10000', '1', '.', '..'),
    ),
    spelled(words),
    // Escapes that are none stand for themselves.
    fc.constantFrom('%zz', '%', '%f', '10000%', '%u0031').map(unchanged),
    fc.constantFrom(200, 5000).map((length) => unchanged('1'.repeat(length))),
  ),
);

/** What a proxy, a browser or a trickster may add, and what changes nothing. */
const more = usually<string[]>(
  6,
  fc.constant([]),
  fc.subarray(
    [
      'X-Forwarded-For: ::1, "\'--',
      'X-Forwarded-Host: evil.example',
      'X-HTTP-Method-Override: DELETE',
      'Forwarded: for=x;host=evil.example',
      'Origin: https://evil.example',
      'Origin: null',
      'Cookie: key={write}',
      'Accept: text/html;q=8',
      'Range: bytes=0-1',
      'If-None-Match: *',
      'TE: trailers',
      '__proto__: x',
    ],
    { minLength: 1, maxLength: 4 },
  ),
);

interface Frame {
  by: Caller;
  chunked: boolean;
  more: string[];
  type: string;
  coding: string | undefined;
}
const frame: fc.Arbitrary<Frame> = fc.record({
  by: caller,
  chunked: usually(5, fc.constant(false), fc.constant(true)),
  more,
  type,
  coding,
});

const bodied = (
  { by, chunked, more: added, type: said, coding: coded }: Frame,
  text: string | undefined,
) => ({
  by,
  ...(added.length > 0 && { more: added }),
  ...(text !== undefined && {
    type: said,
    body: text,
    ...(chunked && { chunked }),
    ...(coded !== undefined && { coding: coded }),
  }),
});
/** Most clients send none with GET and DELETE; it is ignored. */
const ignored = usually<string | undefined>(
  12,
  fc.constant(undefined),
  fc.constantFrom('', '{}', '[', 'DELETE / HTTP/1.1\r\n\r\n'),
);

const pathOf = (sent: string) => `/me/students/${sent}`;
const onStudent = (method: 'GET' | 'DELETE'): fc.Arbitrary<Ask> =>
  fc.tuple(frame, uid, ignored).map(([how, { meant, sent }, text]) => ({
    method,
    path: pathOf(sent),
    meant: { route: 'student', uid: meant },
    ...bodied(how, text),
  }));
const patch: fc.Arbitrary<Ask> = fc
  .tuple(frame, uid, body(patchText))
  .map(([how, { meant, sent }, text]) => ({
    method: 'PATCH',
    path: pathOf(sent),
    meant: { route: 'student', uid: meant },
    ...bodied(how, text),
  }));
const register: fc.Arbitrary<Ask> = fc.tuple(frame, body(registrationText)).map(([how, text]) => ({
  method: 'POST',
  path: '/me/students',
  meant: { route: 'roster' },
  ...bodied(how, text),
}));
const listing = (route: 'students' | 'roster'): fc.Arbitrary<Ask> =>
  fc.tuple(frame, route === 'students' ? searches : parameters, ignored).map(([how, asked, text]) => {
    const query = asked.map(([name, value]) => `${name.sent}=${value.sent}`).join('&');
    return {
      method: 'GET',
      path: `${route === 'students' ? '/students' : '/me/students'}${query && `?${query}`}`,
      meant: { route, query: asked.map(([name, value]) => [name.meant, value.meant] as [string, string]) },
      ...bodied(how, text),
    };
  });

const PATHS: Record<Route, string> = {
  students: '/students',
  roster: '/me/students',
  student: '/me/students/10000',
};
const OTHER_METHODS = ['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'HEAD'];
const otherMethod: fc.Arbitrary<Ask> = fc
  .tuple(frame, fc.constantFrom<Route>('students', 'roster', 'student'), fc.constantFrom(...OTHER_METHODS))
  .filter(([, route, method]) => !METHODS[route].includes(method))
  .map(([{ by }, route, method]) => ({ by, method, path: PATHS[route], meant: { route } }));
const nowhere: fc.Arbitrary<Ask> = fc
  .tuple(
    frame,
    fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS'),
    fc.constantFrom(
      '',
      '/',
      '/me',
      '/me/students/',
      '/me/students/10000/',
      '/me/students/10000/x',
      '/Students',
      '/students/',
      '//students',
      '/students;a=b',
      '/../v1/students',
      '/me%2Fstudents',
      '/constructor',
      '/__proto__',
      '/%2e%2e/docs',
      '/docs/assets/..%2f..%2fpackage.json',
    ),
  )
  .map(([{ by }, method, path]) => ({ by, method, path, meant: {} }));

const WEIGHTED: [number, fc.Arbitrary<Ask>][] = [
  [22, register],
  [42, patch],
  [4, onStudent('DELETE')],
  [8, onStudent('GET')],
  [8, listing('roster')],
  [6, listing('students')],
  [3, otherMethod],
  [2, nowhere],
];
export const ask = fc.oneof(...WEIGHTED.map(([weight, arbitrary]) => ({ weight, arbitrary })));
