import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { describeInteger, unknownFieldError } from '../../contract/field-checks.ts';
import { isLabelText } from '../../contract/label-text.ts';
import type { Schema } from '../../contract/schemas.ts';
import { type FieldError, toFieldError } from '../../contract/state-rules.ts';

/**
 * Coerces, drops and defaults nothing, and reports every error. The schemas themselves are checked by `npm run
 * check:openapi`; checking them here would take a fifth of the start.
 */
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, meta: false, validateSchema: false });

/** Formats of our own: free text that PostgreSQL stores too, and a label, which is one line. */
const FORMATS = {
  text: {
    isValid: (text: string) => !text.includes('\0') && text.isWellFormed(),
    ko: 'NUL과 짝이 없는 서로게이트가 없는 ',
  },
  label: {
    isValid: isLabelText,
    ko: '제어 문자와 앞뒤 공백이 없는 ',
  },
};
for (const [name, { isValid }] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);

interface Property extends Schema {
  type: string | string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minProperties?: number;
  maxProperties?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  format?: string;
  enum?: readonly string[];
  properties?: Record<string, Property>;
  items?: Property;
  additionalProperties?: boolean | Property;
}

/** Checks the value of a field, or of the body, whose name is empty. */
type Check = (value: unknown, name: string) => FieldError[];

/**
 * The shape check (ARCHITECTURE.md, "The order of checks") by one schema: returns each invalid field once, in the order
 * of the schema, then unknown properties in the order of the body. What is inside of a field is named with dots, such as
 * `wanted.level`.
 */
export function compileValidator(schema: Schema): (value: unknown) => FieldError[] {
  const check = compileObject(schema);
  return (value) => check(value, '');
}

function compileObject({ additionalProperties, ...schema }: Schema): Check {
  const properties = (schema.properties ?? {}) as Record<string, Property>;
  const validate = ajv.compile({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, withoutParts(property)]),
    ),
  });
  const parts = Object.entries(properties).flatMap(([name, property]) => {
    const check = compileParts(property);
    return check === undefined ? [] : [[name, check] as const];
  });
  const checkParts = new Map(parts);
  // Ajv's own errors for unknown properties would double the time for a body of 1 MiB of them.
  const unknownPropertiesOf = (value: object, path: string): FieldError[] =>
    additionalProperties === false
      ? Object.keys(value)
          .filter((name) => !Object.hasOwn(properties, name))
          .map((name) => ({ ...toFieldError(unknownFieldError(name)), field: fieldIn(path, name) }))
      : [];
  return (value, path) => {
    const isValid = validate(value);
    if (isValid && parts.length === 0) return unknownPropertiesOf(value as object, path);
    const missing = new Set<string>();
    const invalid = new Set<string>();
    for (const error of isValid ? [] : (validate.errors ?? [])) {
      if (error.keyword === 'required') missing.add(error.params.missingProperty);
      else if (error.instancePath === '') return [{ field: path || 'body', message: describeBody(error) }];
      else invalid.add(error.instancePath.split('/')[1] as string);
    }
    const sent = value as Record<string, unknown>;
    const known = Object.keys(properties).flatMap((name) => {
      const field = fieldIn(path, name);
      if (missing.has(name) || invalid.has(name))
        return [{ field, message: describeProperty(properties[name] as Property, missing.has(name)) }];
      return sent[name] === undefined ? [] : (checkParts.get(name)?.(sent[name], field) ?? []);
    });
    return [...known, ...unknownPropertiesOf(sent, path)];
  };
}

const fieldIn = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Its parts are checked only if it is valid as a whole: Ajv would report each item of an array that is too long. */
const withoutParts = ({
  properties: _properties,
  required: _required,
  items: _items,
  uniqueItems: _uniqueItems,
  additionalProperties: _additionalProperties,
  ...property
}: Property): Schema => property;

/** The check of what an object, a map or an array holds, which is one as a whole. */
function compileParts(property: Property): Check | undefined {
  const { properties, items, additionalProperties } = property;
  if (properties !== undefined) {
    const check = compileObject(property);
    const isNullable = property.type.includes('null');
    return (value, field) => (value === null && isNullable ? [] : check(value, field));
  }
  const part = items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  if (part === undefined) return undefined;
  const check = compileParts(part) ?? compileValue(part);
  return (value, field) => {
    const parts = Object.values(value as object);
    if (property.uniqueItems && new Set(parts).size < parts.length)
      return [{ field, message: describeProperty(property, false) }];
    return Object.entries(value as object).flatMap(([name, each]) => check(each, fieldIn(field, name)));
  };
}

function compileValue(property: Property): Check {
  const validate = ajv.compile(property);
  return (value, field) => (validate(value) ? [] : [{ field, message: describeProperty(property, false) }]);
}

function describeBody({ keyword }: ErrorObject): string {
  return keyword === 'minProperties'
    ? '바꿀 필드를 하나 이상 보내십시오.'
    : '필드를 담은 JSON 객체 하나여야 합니다.';
}

function describeProperty(property: Property, isMissing: boolean): string {
  const { type, minimum, maximum } = property;
  if (type.includes('integer')) {
    const range = { min: minimum as number, max: maximum as number, nullable: type.includes('null') };
    return describeInteger(range, isMissing).ko;
  }
  const text =
    property.enum === undefined ? describeValue(property) : `다음 중 하나(${property.enum.join(', ')})`;
  return isMissing ? `필수 항목입니다. ${text}를 보내십시오.` : `${text}여야 합니다.`;
}

function describeValue(property: Property): string {
  const { type, minProperties, maxProperties, maxItems, uniqueItems, format = '' } = property;
  if (type === 'boolean') return 'true와 false 중 하나';
  if (type === 'array')
    return `${uniqueItems ? '서로 다른 ' : ''}올바른 값${maxItems === undefined ? '의' : ` ${maxItems}개까지의`} JSON 배열 하나`;
  if (type.includes('object')) {
    const size = maxProperties === undefined ? '' : `필드를 ${maxProperties}개까지 담은 `;
    const object = `${minProperties === 1 ? '필드를 하나 이상 담은 ' : size}JSON 객체 하나`;
    return type.includes('null') ? `null 또는 ${object}` : object;
  }
  const form = Object.hasOwn(FORMATS, format) ? FORMATS[format as keyof typeof FORMATS].ko : '';
  return `${form}${describeLength(property)}문자열 하나`;
}

function describeLength({ minLength = 0, maxLength }: Property): string {
  const atLeast = minLength > 0 ? `${minLength}자 이상` : '';
  if (maxLength !== undefined) return `${atLeast} ${maxLength}자 이하의 `.trimStart();
  if (minLength === 1) return '비어 있지 않은 ';
  return atLeast && `${atLeast}의 `;
}
