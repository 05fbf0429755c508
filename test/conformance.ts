import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Answer } from './service.ts';

/** Holds an answer against the openapi.json that the same server serves: status, headers and body. */
export async function conforms(url: string, method: string, path: string, answer: Answer): Promise<void> {
  const { document, ajv } = await description(url);
  const pathname = path.split('?')[0] ?? '';
  const template = Object.keys(document.paths).find((known) => pattern(known).test(pathname));
  const operation = template && document.paths[template]?.[method.toLowerCase()];
  if (!operation) {
    assert.equal(answer.status, 404, `${method} ${path} is in no description, so it is not found`);
    return;
  }
  const response = resolve(document, operation.responses[answer.status]);
  assert.ok(response, `${method} ${path} answered ${answer.status}, which openapi.json does not name`);
  for (const name of Object.keys(response.headers ?? {})) {
    const header = resolve(document, response.headers[name]);
    if (header.required)
      assert.ok(answer.headers.has(name), `${method} ${path} ${answer.status} lacks ${name}`);
  }
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  // Ajv compiles each schema once.
  const validate = ajv.compile(schemaOf(response));
  assert.ok(
    validate(answer.body),
    `${method} ${path} ${answer.status}: ${JSON.stringify(validate.errors)} in ${answer.text}`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as far as it is needed
type Json = any;

interface Description {
  document: Json;
  ajv: Ajv2020;
}

const descriptions = new Map<string, Promise<Description>>();
function description(url: string): Promise<Description> {
  let known = descriptions.get(url);
  if (known === undefined) {
    known = fetch(`${url}/v1/openapi.json`)
      .then((response) => response.json())
      .then((document) => ({ document, ajv: validatorsOf(document) }));
    descriptions.set(url, known);
  }
  return known;
}

/** The schemas themselves are the lint's business. */
const validatorsOf = (document: Json): Ajv2020 =>
  new Ajv2020({ strict: false, validateFormats: false, meta: false, validateSchema: false }).addSchema(
    document,
    'api',
  );

const schemas = new WeakMap<object, object>();
function schemaOf(response: Json): object {
  const schema = response.content['application/json'].schema;
  const known = schemas.get(schema) ?? JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
  schemas.set(schema, known);
  return known;
}

const pattern = (template: string) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);

function resolve(document: Json, node: Json): Json {
  if (node?.$ref === undefined) return node;
  const steps: string[] = node.$ref.slice(2).split('/');
  return steps.reduce((inner, step) => inner[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
