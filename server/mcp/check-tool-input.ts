import type { ErrorObject } from 'ajv';
import type { FieldError } from '../../contract/state-rules.ts';
import { compileSchema } from '../compile-schema.ts';
import type { Tool } from './tool.ts';
import { MAX_NAMED_FIELDS, ToolError } from './tool-error.ts';

/** Throws unless the arguments match the tool's schema. */
export function checkToolInput(tool: Tool, input: object): void {
  const validate = compileSchema(tool.input);
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
