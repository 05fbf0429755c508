import fc from 'fast-check';

/** A request that only a raw socket can send. It is complete: the server has no reason to wait for more bytes. */
export interface HostileHead {
  label: string;
  /** A latin1 string. */
  bytes: string;
  /** The documented status; undefined where any API response will do. */
  status?: number;
}
export interface Target {
  host: string;
  key: string;
  /** The UID of a student that the requests may change. */
  student: string;
  /** The UID of a student that a smuggled request would delete. */
  witness: string;
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

export function hostileHeads({ host, key, student, witness }: Target): HostileHead[] {
  const usual = [`Host: ${host}`, `Authorization: Bearer ${key}`];
  const get = (target: string, ...more: string[]) => head(`GET ${target} HTTP/1.1`, ...usual, ...more);
  const patch = (...more: string[]) =>
    head(`PATCH /v1/me/students/${student} HTTP/1.1`, ...usual, 'Content-Type: application/json', ...more);
  const list = '/v1/me/students';
  const smuggled = head(`DELETE /v1/me/students/${witness} HTTP/1.1`, ...usual);
  const hidden = smuggled.length;
  const entry = (status: number | undefined, of: Record<string, string>): HostileHead[] =>
    Object.entries(of).map(([label, bytes]) => ({
      label,
      bytes,
      ...(status === undefined ? {} : { status }),
    }));

  return [
    ...entry(400, {
      'length and chunks': `${patch(`Content-Length: ${5 + hidden}`, 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
      'chunks and length': `${patch('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${smuggled}`,
      'two lengths': `${patch('Content-Length: 2', `Content-Length: ${2 + hidden}`)}{}${smuggled}`,
      'a list of lengths': `${patch(`Content-Length: 2, ${2 + hidden}`)}{}${smuggled}`,
      'length with a sign': `${patch('Content-Length: +2')}{}${smuggled}`,
      'negative length': `${patch('Content-Length: -2')}{}${smuggled}`,
      'hexadecimal length': `${patch('Content-Length: 0x2')}{}${smuggled}`,
      'length beyond 64 bits': `${patch('Content-Length: 18446744073709551618')}{}${smuggled}`,
      'length with a space inside': `${patch('Content-Length: 1 2')}{}${smuggled}`,
      'unknown coding': `${patch('Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`,
      'chunked not last': `${patch('Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
      'space before the colon': `${patch('Transfer-Encoding : chunked')}0\r\n\r\n${smuggled}`,
      'vertical tab before chunked': `${patch('Transfer-Encoding: \x0bchunked')}0\r\n\r\n${smuggled}`,
      'chunk size of letters': `${patch('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`,
      'negative chunk size': `${patch('Transfer-Encoding: chunked')}-2\r\n{}\r\n0\r\n\r\n`,
      'chunk size beyond 64 bits': `${patch('Transfer-Encoding: chunked')}10000000000000002\r\n{}\r\n0\r\n\r\n`,
      'chunk longer than it says': `${patch('Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`,
      'identity before chunked': `${patch('Transfer-Encoding: identity, chunked')}0\r\n\r\n${smuggled}`,
      'gzip before chunked': `${patch('Transfer-Encoding: gzip, chunked')}0\r\n\r\n${smuggled}`,
      'nothing before chunked': `${patch('Transfer-Encoding: ,chunked')}0\r\n\r\n${smuggled}`,
      'nothing after chunked': `${patch('Transfer-Encoding: chunked,')}0\r\n\r\n${smuggled}`,
      'chunked twice': `${patch('Transfer-Encoding: chunked, chunked')}0\r\n\r\n${smuggled}`,
      'chunked in two headers': `${patch('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
      'chunked in quotes': `${patch('Transfer-Encoding: "chunked"')}0\r\n\r\n${smuggled}`,
      'chunked with a parameter': `${patch('Transfer-Encoding: chunked;q=1')}0\r\n\r\n${smuggled}`,
      'form feed before chunked': `${patch('Transfer-Encoding: \x0cchunked')}0\r\n\r\n${smuggled}`,
      'identity and a length': `${patch('Transfer-Encoding: identity', `Content-Length: ${hidden}`)}${smuggled}`,
      'no coding and a length': `${patch('Transfer-Encoding:', 'Content-Length: 2')}{}${smuggled}`,
      'chunked in a folded line': `${patch('X: y\r\n Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${smuggled}`,
      'chunked on the next line': `${patch('Transfer-Encoding:\r\n chunked')}0\r\n\r\n${smuggled}`,
      'chunked after a bare line feed': `${patch('X: y\nTransfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
      'chunked after a bare carriage return': `${patch('X: y\rTransfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
      'the same length twice': `${patch('Content-Length: 2', 'Content-Length: 2')}{}${smuggled}`,
      'a list of the same length': `${patch('Content-Length: 2, 2')}{}${smuggled}`,
      'no length': `${patch('Content-Length:')}{}${smuggled}`,
      'length on two lines': `${patch('Content-Length: 2\r\n 0')}{}${smuggled}`,
      'length with an exponent': `${patch('Content-Length: 2e0')}{}${smuggled}`,
      'length with a fraction': `${patch('Content-Length: 2.0')}{}${smuggled}`,
      'length ended by a carriage return': `${patch('Content-Length: 2\r')}{}${smuggled}`,
      'chunk size with 0x': `${patch('Transfer-Encoding: chunked')}0x2\r\n{}\r\n0\r\n\r\n`,
      'chunk size with a sign': `${patch('Transfer-Encoding: chunked')}+2\r\n{}\r\n0\r\n\r\n`,
      'chunk size after a space': `${patch('Transfer-Encoding: chunked')} 2\r\n{}\r\n0\r\n\r\n`,
      'chunks with bare line feeds': `${patch('Transfer-Encoding: chunked')}2\n{}\n0\n\n${smuggled}`,
      'chunk extension with a line feed': `${patch('Transfer-Encoding: chunked')}2;a\nxx\r\n{}\r\n0\r\n\r\n`,
      'chunk extension with a carriage return': `${patch('Transfer-Encoding: chunked')}2;a\rxx\r\n{}\r\n0\r\n\r\n`,
      'chunk extension with a NUL': `${patch('Transfer-Encoding: chunked')}2;a\0b\r\n{}\r\n0\r\n\r\n`,
      'chunk without its line end': `${patch('Transfer-Encoding: chunked')}2\r\n{}0\r\n\r\n${smuggled}`,
      'chunk with another line end': `${patch('Transfer-Encoding: chunked')}2\r\n{}XX0\r\n\r\n${smuggled}`,
      'folded trailer': `${patch('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nX: y\r\n z\r\n\r\n`,
      'trailer without a colon': `${patch('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nbroken\r\n\r\n`,
      'folded header': get(list, 'X-Long: a', ' b'),
      'bare line feeds': get(list).replaceAll('\r', ''),
      'bare carriage return': get(list, 'X-A: a\rb'),
      'NUL in a header': get(list, 'X-A: a\0b'),
      'header without a colon': get(list, 'nonsense'),
      'header without a name': get(list, ': value'),
      'header name with a space': get(list, 'X A: b'),
      'header name beyond ASCII': get(list, 'X-\xe9: b'),
      'no host': head(`GET ${list} HTTP/1.1`, `Authorization: Bearer ${key}`),
      'two hosts': get(list, 'Host: other.example'),
      'unknown expectation': `${patch('Expect: 200-ok', 'Content-Length: 2')}{}`,
      'unknown method': head(`FOO ${list} HTTP/1.1`, ...usual),
      'method in small letters': head(`get ${list} HTTP/1.1`, ...usual),
      'method with a NUL': head(`G\0T ${list} HTTP/1.1`, ...usual),
      'no target': head('GET HTTP/1.1', ...usual),
      'raw bytes in the path': get('/v1/me/students/\xff\xfe'),
      'target with a space': get('/v1/me students'),
      'unknown version': head(`GET ${list} HTTP/9.9`, ...usual),
      'no version': head(`GET ${list}`, ...usual),
      'another protocol': 'SSH-2.0-OpenSSH_9.9\r\n\r\n',
      'TLS to a plain port': '\x16\x03\x01\x00\xf4\x01\x00\x00\xf0\x03\x03\r\n\r\n',
      'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'HTTP/2 preface without a space': 'PRI *HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'method of HTTP/2 without a version': head('PRI *', ...usual),
      'head of 20 kB': get(list, `X-Long: ${'a'.repeat(20_000)}`),
      'flood of headers': get(list, ...Array.from({ length: 4000 }, (_, index) => `X-${index}: ${index}`)),
      'target of 30 kB': get(`/v1/students?query=${'a'.repeat(30_000)}`),
    }),
    ...entry(404, {
      'unlisted method': head(`PUT ${list} HTTP/1.1`, ...usual, 'Content-Length: 0'),
      trace: head(`TRACE ${list} HTTP/1.1`, ...usual),
      propfind: head(`PROPFIND ${list} HTTP/1.1`, ...usual),
      'query method': head(`QUERY ${list} HTTP/1.1`, ...usual, 'Content-Length: 0'),
      'options of everything': head('OPTIONS * HTTP/1.1', ...usual),
      'trailing slash': get(`${list}/`),
      'doubled slash': get('/v1//me/students'),
      'capital letters': get('/V1/ME/STUDENTS'),
      'path parameter': get('/v1/me/students;a=b'),
      'no such path': get('/v1/etc/passwd'),
      'dots in UTF-8 too long': get('/v1/me/students/%c0%ae%c0%ae'),
      'escape that is none': get('/v1/me/students/%zz'),
      'invalid UTF-8': get('/v1/me/students/%ff'),
      'NUL in the path': get('/v1/me/students/10000%00'),
      'slashes escaped': get('/v1/me/students/..%2f..%2f..%2fetc%2fpasswd'),
      'UID of 7 kB': get(`/v1/me/students/${'1'.repeat(7000)}`),
    }),
    ...entry(401, {
      'key of 10 kB': head(
        `GET ${list} HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: Bearer ${'k'.repeat(10_000)}`,
      ),
      'key of odd bytes': head(`GET ${list} HTTP/1.1`, `Host: ${host}`, 'Authorization: Bearer \xff\xfe\x80'),
      'other scheme': head(`GET ${list} HTTP/1.1`, `Host: ${host}`, `Authorization: Basic ${key}`),
      'scheme alone': head(`GET ${list} HTTP/1.1`, `Host: ${host}`, 'Authorization: Bearer'),
    }),
    ...entry(undefined, {
      'absolute target': get(`http://evil.example${list}`),
      'absolute target without a path': get('http://evil.example'),
      'target of an authority': get('evil.example:80'),
      connect: head('CONNECT evil.example:443 HTTP/1.1', ...usual),
      'two slashes first': get(`/${list}`),
      'dot segments': get('/v1/../v1/./me/students'),
      fragment: get(`${list}#here`),
      backslashes: get('\\v1\\me\\students'),
      'empty host': head(`GET ${list} HTTP/1.1`, 'Host:', `Authorization: Bearer ${key}`),
      'old version': head(`GET ${list} HTTP/1.0`, `Authorization: Bearer ${key}`),
      upgrade: get(
        list,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ),
      'upgrade to HTTP/2': get(
        list,
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABk',
      ),
      'many parameters': get(`${list}?${'a=b&'.repeat(2000)}`),
      'many of one parameter': get(`${list}?${'limit=5&'.repeat(1000)}`),
      'nested parameters': get(`${list}?limit[a][b][__proto__]=5&__proto__[limit]=5`),
      '1500 small headers': get(list, ...Array.from({ length: 1500 }, () => 'A: b')),
      'two keys': get(list, 'Authorization: Bearer other'),
      'odd accept': get(
        list,
        'Accept: text/html;q=8',
        'Accept-Encoding: *;q=0',
        'Range: bytes=0-1',
        'If-None-Match: *',
      ),
      'proxy talk': get(
        list,
        'X-Forwarded-For: ::1, "\'--',
        'X-HTTP-Method-Override: DELETE',
        'Forwarded: for=x',
      ),
      'empty lines first': `\r\n\r\n${get(list)}`,
      trailers: `${patch('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`,
      'chunk extensions': `${patch('Transfer-Encoding: chunked')}2;${'a=b;'.repeat(1000)}\r\n{}\r\n0\r\n\r\n`,
    }),
  ];
}

/** A complete GET with a few changed bytes in its head; the final blank line stays. */
export function mutatedHead({ host, key }: Target): fc.Arbitrary<string> {
  const whole = `GET /v1/me/students?limit=5 HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nAccept: */*`;
  const change = fc.tuple(
    fc.nat(whole.length - 1),
    fc.constantFrom('insert', 'replace', 'delete', 'double'),
    fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 9, 10, 13, 32, 35, 37, 47, 58, 63)),
  );
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let bytes = whole;
    for (const [at, kind, code] of changes) {
      const [before, after] = [bytes.slice(0, at), bytes.slice(at)];
      const byte = String.fromCharCode(code);
      if (kind === 'insert') bytes = before + byte + after;
      else if (kind === 'replace') bytes = before + byte + after.slice(1);
      else if (kind === 'delete') bytes = before + after.slice(1);
      else bytes = before + after.slice(0, 12) + after;
    }
    return `${bytes}\r\n\r\n`;
  });
}
