import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FieldError } from '../../contract/state-rules.ts';
import type { Tool } from './tool.ts';
import { MAX_NAMED_FIELDS, ToolError } from './tool-error.ts';

/** All errors, because a model corrects what it is told of. */
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, meta: false, validateSchema: false });
const validators = new Map<Tool, ValidateFunction>();

/** Throws unless the arguments match the tool's schema. */
export function checkToolInput(tool: Tool, input: object): void {
  const validate = validators.get(tool) ?? ajv.compile(tool.input);
  validators.set(tool, validate);
  if (validate(input)) return;
  const errors = validate.errors ?? [];
  throw new ToolError(
    'invalid_request',
    `The arguments do not match the input schema of ${tool.name}, in ${errors.length} ${errors.length === 1 ? 'place' : 'places'}.`,
    errors.slice(0, MAX_NAMED_FIELDS).map(toFieldError),
  );
}

function toFieldError({ instancePath, keyword, params, message = '' }: ErrorObject): FieldError {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'additionalProperties')
    return { field: [...path, params.additionalProperty].join('.'), message: 'is unknown; leave it out' };
  const field = path.join('.') || 'arguments';
  if (keyword === 'enum') return { field, message: `must be one of ${params.allowedValues.join(', ')}` };
  return { field, message };
}
