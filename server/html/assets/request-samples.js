// @ts-check
// One request in curl, JavaScript and Python. The server renders samples with it, and the form of the reference
// rewrites them for what is typed.

/**
 * @typedef {object} SampleRequest
 * @property {string} method
 * @property {string} path With the name of one parameter at most: `{studentUid}`.
 * @property {string} [uid] Fills it in the path.
 * @property {Record<string, string | number>} [query]
 * @property {object} [body]
 */

/**
 * Each prints the response body.
 * @param {string} baseUrl
 * @param {SampleRequest} request
 */
export function requestSamples(baseUrl, { uid = '', path, ...request }) {
  const filled = { ...request, path: path.replace(/\{\w+\}/, encodeURIComponent(uid)) };
  return {
    curl: curl(baseUrl, filled),
    javascript: javascript(baseUrl, filled),
    python: python(baseUrl, filled),
  };
}

/**
 * @param {string} baseUrl
 * @param {SampleRequest} request
 */
function curl(baseUrl, { method, path, query, body }) {
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

/**
 * @param {string} baseUrl
 * @param {SampleRequest} request
 */
function javascript(baseUrl, { method, path, query, body }) {
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

/**
 * @param {string} baseUrl
 * @param {SampleRequest} request
 */
function python(baseUrl, { method, path, query, body }) {
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

/**
 * Single-quoted for a POSIX shell.
 * @param {string} text
 */
export const shellQuote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * JavaScript literal.
 * @param {unknown} value
 * @returns {string}
 */
export function jsLiteral(value) {
  if (typeof value === 'string') return jsString(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(jsLiteral).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : jsString(name)}: ${jsLiteral(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** @type {Record<string, string>} */
const PYTHON_CONSTANTS = { null: 'None', true: 'True', false: 'False' };

/**
 * Python literal.
 * @param {unknown} value
 * @returns {string}
 */
export function pythonLiteral(value) {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${JSON.stringify(name)}: ${pythonLiteral(member)}`)
      .join(', ')}}`;
  return PYTHON_CONSTANTS[String(value)] && typeof value !== 'string'
    ? /** @type {string} */ (PYTHON_CONSTANTS[String(value)])
    : JSON.stringify(value);
}

/** @param {string} text */
export const jsString = (text) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
