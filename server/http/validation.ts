import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { describeInteger, unknownFieldError } from '../../contract/field-checks.ts';
import type { Schema } from '../../contract/schemas.ts';
import { type FieldError, toFieldError } from '../../contract/state-rules.ts';

/**
 * Coerces, drops and defaults nothing, and reports every error. The schemas themselves are checked by `npm run
 * check:openapi`; checking them here would take a fifth of the start.
 */
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, meta: false, validateSchema: false });

interface Property {
  type: string | string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  enum?: readonly string[];
}

/**
 * The shape check (ARCHITECTURE.md, "The order of checks") by one schema: returns each invalid field once, in the order
 * of the schema, then unknown properties in the order of the body.
 */
export function compileValidator({
  additionalProperties,
  ...schema
}: Schema): (value: unknown) => FieldError[] {
  const validate = ajv.compile(schema);
  const properties = (schema.properties ?? {}) as Record<string, Property>;
  // Ajv's own errors for unknown properties would double the time for a body of 1 MiB of them.
  const unknownPropertiesOf = (value: object): FieldError[] =>
    additionalProperties === false
      ? Object.keys(value)
          .filter((name) => !Object.hasOwn(properties, name))
          .map((name) => toFieldError(unknownFieldError(name)))
      : [];
  return (value) => {
    if (validate(value)) return unknownPropertiesOf(value as object);
    const missing = new Set<string>();
    const invalid = new Set<string>();
    for (const error of validate.errors ?? []) {
      if (error.keyword === 'required') missing.add(error.params.missingProperty);
      else if (error.instancePath === '') return [{ field: 'body', message: describeBody(error) }];
      else invalid.add(error.instancePath.split('/')[1] as string);
    }
    const known = Object.keys(properties).filter((name) => missing.has(name) || invalid.has(name));
    return [
      ...known.map((name) => ({
        field: name,
        message: describeProperty(properties[name] as Property, missing.has(name)),
      })),
      ...unknownPropertiesOf(value as object),
    ];
  };
}

function describeBody({ keyword }: ErrorObject): string {
  return keyword === 'minProperties'
    ? '바꿀 필드를 하나 이상 보내십시오.'
    : '필드를 담은 JSON 객체 하나여야 합니다.';
}

const VALUES_OF_TYPE: Record<string, string> = {
  object: 'JSON 객체 하나',
  array: '올바른 값의 JSON 배열 하나',
};

function describeProperty(property: Property, isMissing: boolean): string {
  const { type, minimum, maximum } = property;
  if (type.includes('integer')) {
    const range = { min: minimum as number, max: maximum as number, nullable: type.includes('null') };
    return describeInteger(range, isMissing).ko;
  }
  const value = VALUES_OF_TYPE[String(type)] ?? `${describeLength(property)}문자열 하나`;
  const text = property.enum === undefined ? value : `다음 중 하나(${property.enum.join(', ')})`;
  return isMissing ? `필수 항목입니다. ${text}를 보내십시오.` : `${text}여야 합니다.`;
}

function describeLength({ minLength = 0, maxLength }: Property): string {
  const atLeast = minLength > 0 ? `${minLength}자 이상` : '';
  if (maxLength !== undefined) return `${atLeast} ${maxLength}자 이하의 `.trimStart();
  if (minLength === 1) return '비어 있지 않은 ';
  return atLeast && `${atLeast}의 `;
}
