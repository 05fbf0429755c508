import fc from 'fast-check';
import { type Caller, METHODS_OF, type RequestStep, type Route } from '../steps.ts';
import { listParameters, searchParameters } from './query-strings.ts';
import { contentEncoding, contentType, patchText, registrationText, requestBody } from './request-bodies.ts';
import { asSent, hostileText, mostly, PROTOTYPE_NAMES, percentEncoded, UIDS } from './text.ts';

const caller = mostly<Caller>(
  20,
  fc.constant('write'),
  fc.constantFrom('read', 'suspended', 'revoked', 'typo', 'scheme', 'unknown', 'twice', 'none'),
);

const uid = mostly(
  12,
  fc.constantFrom(...UIDS).map(asSent),
  fc.oneof(
    percentEncoded(
      fc.constantFrom(...UIDS, ...PROTOTYPE_NAMES, '99999', '１００００', '10000 ', ' 10000', '1', '.', '..'),
    ),
    percentEncoded(hostileText),
    // Invalid percent-escapes stand for themselves.
    fc.constantFrom('%zz', '%', '%f', '10000%', '%u0031').map(asSent),
    fc.constantFrom(200, 5000).map((length) => asSent('1'.repeat(length))),
  ),
);

/** Headers that must change nothing. */
const extraHeaders = mostly<string[]>(
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

interface RequestOptions {
  caller: Caller;
  chunked: boolean;
  extraHeaders: string[];
  contentType: string;
  contentEncoding: string | undefined;
}
const options: fc.Arbitrary<RequestOptions> = fc.record({
  caller,
  chunked: mostly(5, fc.constant(false), fc.constant(true)),
  extraHeaders,
  contentType,
  contentEncoding,
});

const withBody = (
  { caller, chunked, extraHeaders, contentType, contentEncoding }: RequestOptions,
  body: string | undefined,
) => ({
  caller,
  ...(extraHeaders.length > 0 && { extraHeaders }),
  ...(body !== undefined && {
    contentType,
    body,
    ...(chunked && { chunked }),
    ...(contentEncoding !== undefined && { contentEncoding }),
  }),
});
/** The body of a GET or DELETE, which the service ignores. */
const ignoredBody = mostly<string | undefined>(
  12,
  fc.constant(undefined),
  fc.constantFrom('', '{}', '[', 'DELETE / HTTP/1.1\r\n\r\n'),
);

const pathOf = (sent: string) => `/me/students/${sent}`;
const studentRequest = (method: 'GET' | 'DELETE'): fc.Arbitrary<RequestStep> =>
  fc.tuple(options, uid, ignoredBody).map(([sentWith, { decoded, sent }, text]) => ({
    method,
    path: pathOf(sent),
    decoded: { route: 'student', uid: decoded },
    ...withBody(sentWith, text),
  }));
const patch: fc.Arbitrary<RequestStep> = fc
  .tuple(options, uid, requestBody(patchText))
  .map(([sentWith, { decoded, sent }, text]) => ({
    method: 'PATCH',
    path: pathOf(sent),
    decoded: { route: 'student', uid: decoded },
    ...withBody(sentWith, text),
  }));
const register: fc.Arbitrary<RequestStep> = fc
  .tuple(options, requestBody(registrationText))
  .map(([sentWith, text]) => ({
    method: 'POST',
    path: '/me/students',
    decoded: { route: 'roster' },
    ...withBody(sentWith, text),
  }));
const listRequest = (route: 'students' | 'roster'): fc.Arbitrary<RequestStep> =>
  fc
    .tuple(options, route === 'students' ? searchParameters : listParameters, ignoredBody)
    .map(([sentWith, parameters, text]) => {
      const query = parameters.map(([name, value]) => `${name.sent}=${value.sent}`).join('&');
      return {
        method: 'GET',
        path: `${route === 'students' ? '/students' : '/me/students'}${query && `?${query}`}`,
        decoded: {
          route,
          query: parameters.map(([name, value]) => [name.decoded, value.decoded] as [string, string]),
        },
        ...withBody(sentWith, text),
      };
    });

const PATHS: Record<Route, string> = {
  students: '/students',
  roster: '/me/students',
  student: '/me/students/10000',
};
const OTHER_METHODS = ['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'HEAD'];
const otherMethod: fc.Arbitrary<RequestStep> = fc
  .tuple(options, fc.constantFrom<Route>('students', 'roster', 'student'), fc.constantFrom(...OTHER_METHODS))
  .filter(([, route, method]) => !METHODS_OF[route].includes(method))
  .map(([{ caller }, route, method]) => ({ caller, method, path: PATHS[route], decoded: { route } }));
const unknownPath: fc.Arbitrary<RequestStep> = fc
  .tuple(
    options,
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
  .map(([{ caller }, method, path]) => ({ caller, method, path, decoded: {} }));

const WEIGHTED: [number, fc.Arbitrary<RequestStep>][] = [
  [22, register],
  [42, patch],
  [4, studentRequest('DELETE')],
  [8, studentRequest('GET')],
  [8, listRequest('roster')],
  [6, listRequest('students')],
  [3, otherMethod],
  [2, unknownPath],
];
export const requestStep = fc.oneof(...WEIGHTED.map(([weight, arbitrary]) => ({ weight, arbitrary })));
