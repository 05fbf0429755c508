import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Answer } from './service.ts';

/** Holds an answer against the openapi.json that the same server serves: status, headers and body. */
export async function conforms(url: string, method: string, path: string, answer: Answer): Promise<void> {
  const document = await description(url);
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
  const validate = validator(url, document, template, method.toLowerCase(), answer.status);
  assert.ok(
    validate(answer.body),
    `${method} ${path} ${answer.status}: ${JSON.stringify(validate.errors)} in ${answer.text}`,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as far as it is needed
type Json = any;

const documents = new Map<string, Promise<Json>>();
function description(url: string): Promise<Json> {
  let document = documents.get(url);
  if (document === undefined) {
    document = fetch(`${url}/v1/openapi.json`).then((response) => response.json());
    documents.set(url, document);
  }
  return document;
}

const pattern = (template: string) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);

function resolve(document: Json, node: Json): Json {
  if (node?.$ref === undefined) return node;
  const steps: string[] = node.$ref.slice(2).split('/');
  return steps.reduce((inner, step) => inner[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

const validators = new Map<string, ReturnType<Ajv2020['compile']>>();
function validator(url: string, document: Json, template: string, method: string, status: number) {
  const name = [url, method, template, status].join(' ');
  let validate = validators.get(name);
  if (validate === undefined) {
    const response = resolve(document, document.paths[template][method].responses[status]);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'api');
    validate = ajv.compile(
      JSON.parse(JSON.stringify(response.content['application/json'].schema).replaceAll('"#/', '"api#/')),
    );
    validators.set(name, validate);
  }
  return validate;
}
