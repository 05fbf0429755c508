import type { Operation } from '../../contract/operations.ts';
import type { SampleCode } from './sample.ts';

interface SampleRequest extends Pick<Operation, 'method' | 'path'> {
  /** Fills `{studentUid}` in the path. */
  uid?: string;
  query?: Record<string, string | number>;
  body?: object;
}

/** One request in curl, JavaScript and Python. Each prints the response body. */
export function requestSamples(baseUrl: string, { uid = '', path, ...request }: SampleRequest): SampleCode {
  const filled = { ...request, path: path.replace('{studentUid}', encodeURIComponent(uid)) };
  return {
    curl: curl(baseUrl, filled),
    javascript: javascript(baseUrl, filled),
    python: python(baseUrl, filled),
  };
}

function curl(baseUrl: string, { method, path, query, body }: SampleRequest): string {
  const isDefaultMethod = method === (body === undefined ? 'GET' : 'POST');
  const lines = [
    `curl -sS${query ? ' -G' : ''}${isDefaultMethod ? '' : ` -X ${method}`}`,
    `"\${ROLLBOOK_URL:-${baseUrl}}${path}"`,
    '-H "Authorization: Bearer $ROLLBOOK_KEY"',
    ...Object.entries(query ?? {}).map(
      ([name, value]) => `--data-urlencode ${shellQuote(`${name}=${value}`)}`,
    ),
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${shellQuote(JSON.stringify(body))}`] : []),
  ];
  return lines.join(' \\\n  ');
}

function javascript(baseUrl: string, { method, path, query, body }: SampleRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.ROLLBOOK_KEY}\`,`,
    ...(body ? ["    'Content-Type': 'application/json',"] : []),
    '  },',
    ...(body ? [`  body: JSON.stringify(${jsLiteral(body)}),`] : []),
  ];
  return `const api = process.env.ROLLBOOK_URL ?? '${baseUrl}';
${query ? `const query = new URLSearchParams(${jsLiteral(query)});\n` : ''}
const response = await fetch(\`\${api}${path}${query ? `?\${query}` : ''}\`, {
${options.join('\n')}
});
console.log(await response.text());`;
}

function python(baseUrl: string, { method, path, query, body }: SampleRequest): string {
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
${query ? `query = urlencode(${pythonLiteral(query)})\n` : ''}${body ? `body = ${pythonLiteral(body)}\n` : ''}
url = f"{api}${path}${query ? '?{query}' : ''}"
with urlopen(Request(url, ${options.join(', ')})) as response:
    print(response.read().decode())`;
}

/** Single-quoted for a POSIX shell. */
export const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** JavaScript object literal. Keys must be identifiers. */
export const jsLiteral = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? jsString(value) : value}`)
    .join(', ')} }`;

/** Python dict literal. */
export const pythonLiteral = (value: object): string =>
  `{${Object.entries(value)
    .map(([name, value]) => `"${name}": ${JSON.stringify(value)}`)
    .join(', ')}}`;

export const jsString = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
