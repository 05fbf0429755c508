import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Answer } from './service.ts';

/** Asserts that status, headers and body of a response match the openapi.json that the server has below the address. */
export async function conforms(address: string, method: string, path: string, answer: Answer): Promise<void> {
  const { document, ajv } = await loadDescription(address);
  const pathname = path.split('?')[0] ?? '';
  const template = Object.keys(document.paths).find((known) => pathPattern(known).test(pathname));
  const operation = template && document.paths[template]?.[method.toLowerCase()];
  if (!operation) {
    assert.equal(answer.status, 404, `${method} ${path} is not in openapi.json and must answer 404`);
    return;
  }
  const response = resolve(document, operation.responses[answer.status]);
  assert.ok(response, `${method} ${path} answered ${answer.status}, which openapi.json does not list`);
  for (const name of Object.keys(response.headers ?? {})) {
    const header = resolve(document, response.headers[name]);
    if (header.required)
      assert.ok(answer.headers.has(name), `${method} ${path} ${answer.status} lacks ${name}`);
  }
  if (response.content === undefined) {
    assert.equal(answer.text, '', `${method} ${path} ${answer.status} has a body`);
    return;
  }
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  // Ajv caches the compiled schema by its object.
  const validate = ajv.compile(readSchema(response));
  assert.ok(
    validate(answer.body),
    `${method} ${path} ${answer.status}: ${JSON.stringify(validate.errors)} in ${answer.text}`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document without a type
type Json = any;

interface Description {
  document: Json;
  ajv: Ajv2020;
}

const descriptions = new Map<string, Promise<Description>>();
function loadDescription(address: string): Promise<Description> {
  let known = descriptions.get(address);
  if (known === undefined) {
    known = fetch(`${address}/openapi.json`)
      .then((response) => response.json())
      .then((document) => ({ document, ajv: createAjv(document) }));
    descriptions.set(address, known);
  }
  return known;
}

/** Ajv does not validate the schemas themselves; Redocly lints them. */
const createAjv = (document: Json): Ajv2020 =>
  new Ajv2020({ strict: false, validateFormats: false, meta: false, validateSchema: false }).addSchema(
    document,
    'api',
  );

const schemas = new WeakMap<object, object>();
function readSchema(response: Json): object {
  const schema = response.content['application/json'].schema;
  const known = schemas.get(schema) ?? JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
  schemas.set(schema, known);
  return known;
}

const pathPattern = (template: string) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);

function resolve(document: Json, node: Json): Json {
  if (node?.$ref === undefined) return node;
  const steps: string[] = node.$ref.slice(2).split('/');
  return steps.reduce((inner, step) => inner[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
