import fc from 'fast-check';
import { RANGES } from '../../blackbox/model.ts';
import { hostileBody } from '../hostile-bodies.ts';
import { hostileHeads } from '../hostile-heads.ts';
import { SEARCHED } from './expect.ts';
import { type Ask, type Caller, METHODS, type Raw, type Route, rendered, type Step } from './step.ts';

/** Few students, so that requests meet on them; two of them have a second form. */
export const UIDS = ['10000', '10010', '10098', '10099', '10143', '10144', '13000'];

const usually = <T>(weight: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

const caller = usually<Caller>(
  20,
  fc.constant('write'),
  fc.constantFrom('read', 'suspended', 'revoked', 'typo', 'scheme', 'made', 'none'),
);

const symbol = fc.constantFrom(...'가ㅅㅏシあＡ１éß👍🏽.*+?^$(){}[]|\\/"\'`<>;:&=%#_- \0\n\t\u202e\ud7ff');
const words = fc.array(symbol, { minLength: 1, maxLength: 12 }).map((symbols) => symbols.join(''));
const PROTOTYPES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

/** The same text in other percent-encodings. */
const spelled = (text: fc.Arbitrary<string>): fc.Arbitrary<{ meant: string; sent: string }> =>
  fc.tuple(text, fc.constantFrom('usual', 'usual', 'usual', 'all', 'small')).map(([meant, spelling]) => {
    const all = () =>
      [...Buffer.from(meant)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    const sent = spelling === 'usual' ? encodeURIComponent(meant) : all();
    return { meant, sent: spelling === 'small' ? sent.toLowerCase() : sent };
  });
const unchanged = (text: string) => ({ meant: text, sent: text });

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

const numbers = fc.constantFrom(
  '0',
  '1',
  '5',
  '100',
  '101',
  '00050',
  '-1',
  '1e1',
  '5.0',
  ' 5',
  '٣',
  '9'.repeat(400),
  '',
);
const limit = usually(3, fc.integer({ min: 1, max: 6 }).map(String), numbers);
const cursor = fc.constantFrom(
  '{own0}',
  '{own1}',
  '{own2}',
  '{foreign}',
  '{search}',
  '',
  'x',
  '{own0}=',
  'W10',
  'null',
);
const term = fc.oneof(
  fc.constantFrom(
    SEARCHED,
    SEARCHED,
    ...UIDS,
    '시로코',
    'ㅅㄹㅋ',
    'tlfhzh',
    '아',
    '',
    'x'.repeat(201),
    '👍'.repeat(200),
  ),
  words,
);
const parameter = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant('query'), term) },
    { weight: 4, arbitrary: fc.tuple(fc.constant('limit'), limit) },
    { weight: 3, arbitrary: fc.tuple(fc.constant('cursor'), cursor) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...PROTOTYPES, 'limit[]', 'Limit', '', 'x'), words) },
  )
  .chain(([name, value]) =>
    // A placeholder is sent as it is.
    fc.tuple(
      spelled(fc.constant(name)),
      /^\{\w+\}/.test(value) ? fc.constant(unchanged(value)) : spelled(fc.constant(value)),
    ),
  );
const parameters = fc.array(parameter, { maxLength: 3 });
const searched = fc.tuple(
  spelled(fc.constantFrom(SEARCHED, SEARCHED, ...UIDS, '시로코', 'ㅅㄹㅋ', 'tlfhzh')),
  fc.array(parameter, { maxLength: 1 }),
);
/** A search says what for, in most cases. */
const searches = usually(
  2,
  searched.map(([query, others]) => [[unchanged('query'), query] as const, ...others]),
  parameters,
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

const RANKS = [1, 2, 3, 99, 100];
const EXPERIENCES = [0, 14, 15, 44, 45, 74, 233010, 240224, 240225];
const RULED = ['tier', 'weaponTier', 'weaponLevel', 'abilityHp', 'abilityAtk', 'bond', 'bondExp'];

function anyOf(name: string): fc.Arbitrary<unknown> {
  const [least, most] = RANGES[name] as readonly [number, number];
  const usual =
    {
      bond: fc.constantFrom(...RANKS),
      bondExp: fc.constantFrom(...EXPERIENCES),
      tier: fc.constantFrom(1, 4, 5, 5, 5),
    }[name] ?? fc.constantFrom(least, most, (least + most) >> 1);
  return fc.oneof(
    { weight: 20, arbitrary: usual },
    { weight: 2, arbitrary: fc.constant(null) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(least - 1, most + 1, 1.5, -0, '5', true, [], {}, 2 ** 53, 1e21),
    },
  );
}
const pair = fc
  .constantFrom(...Object.keys(RANGES), ...RULED, ...RULED)
  .chain((name) => fc.tuple(fc.constant(name), anyOf(name)));
const oddPair = fc.tuple(
  fc.constantFrom(...PROTOTYPES, 'LEVEL', 'level ', '', '0', 'x'),
  fc.constantFrom<unknown>(1, null, {}),
);
const changes = fc.array(usually<[string, unknown]>(25, pair, oddPair), { maxLength: 5 });

// Written by hand, because an object could hold neither a name twice nor __proto__.
const objectOf = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${Object.is(value, -0) ? '-0' : JSON.stringify(value)}`).join(',')}}`;
const patchText = changes.map(objectOf);
const registrationText = fc
  .tuple(
    usually<unknown>(
      15,
      fc.constantFrom(...UIDS),
      fc.constantFrom<unknown>('', 5, null, '99999', '__proto__', []),
    ),
    usually<unknown>(15, fc.constant(5), anyOf('tier')),
    anyOf('weaponTier'),
    changes,
    usually(20, fc.constant(''), fc.constantFrom('studentUid', 'tier', 'weaponTier')),
  )
  .map(([studentUid, tier, weaponTier, others, missing]) =>
    objectOf(
      [...others, ...Object.entries({ studentUid, tier, weaponTier })].filter(([name]) => name !== missing),
    ),
  );

const MIB = 1_048_576;
const large = fc.constantFrom(
  `${' '.repeat(MIB - 11)}{"level":5}`,
  ' '.repeat(MIB + 1),
  '['.repeat(MIB),
  `{"level":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  `{"level":${'9'.repeat(MIB - 11)}}`,
  `{"level":"${'\\u0041'.repeat(170_000)}"}`,
  `{${'"level":5,'.repeat(100_000)}"level":6}`,
);
const hostile = hostileBody
  .map(({ bytes }) => bytes.toString('latin1'))
  .filter((text) => text.length < 20_000);
const body = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 900, arbitrary: usual },
    { weight: 100, arbitrary: hostile },
    {
      weight: 20,
      arbitrary: fc.constantFrom(
        '',
        '[]',
        '{}',
        'null',
        '5',
        '"x"',
        '\xef\xbb\xbf{"level":5}',
        '{"level":5}\0',
        '\xff',
      ),
    },
    { weight: 1, arbitrary: large },
  );
const type = usually<string>(
  25,
  fc.constant('application/json'),
  fc.constantFrom(
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;',
    'text/plain',
    'application/jsonx',
    'application/json, text/plain',
    'multipart/form-data; boundary=x',
    '',
  ),
);

interface Frame {
  by: Caller;
  chunked: boolean;
  more: string[];
  type: string;
}
const frame: fc.Arbitrary<Frame> = fc.record({
  by: caller,
  chunked: usually(5, fc.constant(false), fc.constant(true)),
  more,
  type,
});

const bodied = ({ by, chunked, more: added, type: said }: Frame, text: string | undefined) => ({
  by,
  ...(added.length > 0 && { more: added }),
  ...(text !== undefined && { type: said, body: text, ...(chunked && { chunked }) }),
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
const ask = fc.oneof(...WEIGHTED.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Heads that only a socket can send, and whole requests, with a few bytes changed, cut short, or one put into the other. */
const HEADS = hostileHeads({ host: '{host}', key: '{write}', student: '10000', witness: '10010' }).filter(
  ({ bytes }) => bytes.length < 4000,
);
const whole = fc.oneof(
  fc.constantFrom(...HEADS).map(({ bytes }) => bytes),
  ask
    .filter(({ method, body: text = '' }) => method !== 'HEAD' && text.length < 2000)
    .map((one) => rendered(one, {}).toString('latin1')),
);
const PIECES = [
  '\r\n',
  '\n',
  '\r',
  ' ',
  '\t',
  '\0',
  '\x0b',
  ':',
  ';',
  ',',
  '0',
  '-',
  '%',
  '\xff',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\n',
  'Expect: 100-continue\r\n',
];
const change = fc.tuple(
  fc.nat(1_000_000),
  fc.constantFrom('insert', 'replace', 'delete', 'double', 'cut'),
  usually(
    3,
    fc.constantFrom(...PIECES),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  ),
);
const mutated: fc.Arbitrary<string> = fc
  .tuple(whole, fc.array(change, { maxLength: 4 }))
  .map(([bytes, all]) => all.reduce((text, one) => changed(text, ...one), bytes));

function changed(text: string, place: number, kind: string, piece: string): string {
  const at = place % (text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  if (kind === 'insert') return before + piece + after;
  if (kind === 'replace') return before + piece + after.slice(1);
  if (kind === 'delete') return before + after.slice(1);
  if (kind === 'double') return before + after.slice(0, 12) + after;
  return before;
}
const raw: fc.Arbitrary<Raw> = fc.oneof(
  { weight: 8, arbitrary: mutated.map((bytes) => ({ raw: bytes })) },
  { weight: 1, arbitrary: fc.tuple(mutated, whole).map(([first, second]) => ({ raw: first + second })) },
);

export const anySteps: fc.Arbitrary<Step[]> = fc.array(usually<Step>(16, ask, raw), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
});
