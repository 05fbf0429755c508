import type { Operation } from '../../contract/operations.ts';
import type { Codes } from './sample.ts';

interface Asked extends Pick<Operation, 'method' | 'path'> {
  /** For a path that names a student. */
  uid?: string;
  query?: Record<string, string | number>;
  body?: object;
}

/** One request in three languages; each prints the answer's body. */
export function request(baseUrl: string, { uid = '', path, ...asked }: Asked): Codes {
  const filled = { ...asked, path: path.replace('{studentUid}', encodeURIComponent(uid)) };
  return {
    curl: curl(baseUrl, filled),
    javascript: javascript(baseUrl, filled),
    python: python(baseUrl, filled),
  };
}

function curl(baseUrl: string, { method, path, query, body }: Asked): string {
  const asIs = method === (body === undefined ? 'GET' : 'POST');
  const lines = [
    `curl -sS${query ? ' -G' : ''}${asIs ? '' : ` -X ${method}`}`,
    `"\${ROLLBOOK_URL:-${baseUrl}}${path}"`,
    '-H "Authorization: Bearer $ROLLBOOK_KEY"',
    ...Object.entries(query ?? {}).map(([name, value]) => `--data-urlencode ${inShell(`${name}=${value}`)}`),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${inShell(JSON.stringify(body))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function javascript(baseUrl: string, { method, path, query, body }: Asked): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\`,`,
    ...(body ? ["    'Content-Type': 'application/json',"] : []),
    '  },',
    ...(body ? [`  body: JSON.stringify(${literal(body)}),`] : []),
  ];
  return `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';
${query ? `const query = new URLSearchParams(${literal(query)});\n` : ''}
const response = await fetch(\`\${api}${path}${query ? `?\${query}` : ''}\`, {
${options.join('\n')}
});
console.log(await response.text());`;
}

function python(baseUrl: string, { method, path, query, body }: Asked): string {
  const options = [
    ...(method === 'GET' ? [] : [`method="${method}"`]),
    'headers=headers',
    ...(body ? ['data=json.dumps(body).encode()'] : []),
  ];
  return `import ${body ? 'json, ' : ''}os
from urllib.request import Request, urlopen
${query ? 'from urllib.parse import urlencode\n' : ''}
api = os.environ.get("ROLLBOOK_URL", "${baseUrl}")
headers = {
    "Authorization": "Bearer " + os.environ["ROLLBOOK_KEY"],
${body ? '    "Content-Type": "application/json",\n' : ''}}
${query ? `query = urlencode(${pythonic(query)})\n` : ''}${body ? `body = ${pythonic(body)}\n` : ''}
url = f"{api}${path}${query ? '?{query}' : ''}"
with urlopen(Request(url, ${options.join(', ')})) as response:
    print(response.read().decode())`;
}

/** In single quotes, whatever it holds. */
export const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** As a hand would write it in JavaScript; names are plain words. */
export const literal = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${typeof one === 'string' ? quoted(one) : one}`)
    .join(', ')} }`;

/** And in Python. */
export const pythonic = (value: object): string =>
  `{${Object.entries(value)
    .map(([name, one]) => `"${name}": ${JSON.stringify(one)}`)
    .join(', ')}}`;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
