import type { ErrorObject } from 'ajv';
import { describeInteger, UNKNOWN_FIELD } from '../../contract/field-checks.ts';
import { FieldErrors } from '../../contract/field-errors.ts';
import type { Schema } from '../../contract/schemas.ts';
import { compileSchema } from '../compile-schema.ts';

/** The texts that `x-text` allows, in a sentence. */
const TEXTS = {
  any: 'NUL과 짝이 없는 서로게이트가 없는 ',
  label: '제어 문자와 앞뒤 공백이 없는 ',
};

interface Property extends Schema {
  type: string | string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minProperties?: number;
  maxProperties?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  'x-text'?: keyof typeof TEXTS;
  enum?: readonly string[];
  properties?: Record<string, Property>;
  items?: Property;
  additionalProperties?: boolean | Property;
}

/** Checks the value of a field, or of the body, whose name is empty. */
type Check = (value: unknown, name: string, errors: FieldErrors) => void;

/** The rule for names in a map, beside what the schema says of its values. */
interface NameRule {
  isValid: (name: string) => boolean;
  message: string;
}

/**
 * The shape check (ARCHITECTURE.md, "The order of checks") by one schema: finds each invalid field once, in the order
 * of the schema, then unknown properties in the order of the body. What is inside of a field is named with dots, such as
 * `wanted.level`.
 */
export function compileValidator(schema: Schema, names?: NameRule): (value: unknown) => FieldErrors {
  let check: Check | undefined;
  return (value) => {
    // At the first use: all of them took a third of the start.
    check ??= compileObject(schema, '바꿀 필드를 하나 이상 보내십시오.', names);
    const errors = new FieldErrors();
    check(value, '', errors);
    return errors;
  };
}

/** `tooFew` is what an object with fewer properties than it needs is told. */
function compileObject(object: Schema, tooFew: string, names?: NameRule): Check {
  const { additionalProperties, minProperties = 0, ...schema } = object;
  const properties = (schema.properties ?? {}) as Record<string, Property>;
  const entries = Object.entries(properties);
  const validate = compileSchema({
    ...schema,
    properties: Object.fromEntries(entries.map(([name, property]) => [name, withoutParts(property)])),
  });
  const known = entries.map(([name, property]) => ({
    name,
    missing: describeProperty(property, true),
    invalid: describeProperty(property, false),
    checkParts: compileParts(property, names),
  }));
  const hasParts = known.some(({ checkParts }) => checkParts !== undefined);

  function checkKnown(
    sent: Record<string, unknown>,
    path: string,
    errors: FieldErrors,
    found: ErrorObject[],
  ) {
    const missing = new Set(found.map(({ params }) => params.missingProperty));
    const invalid = new Set(found.map(({ instancePath }) => instancePath.split('/')[1]));
    for (const one of known) {
      const field = fieldIn(path, one.name);
      if (missing.has(one.name)) errors.add(field, one.missing);
      else if (invalid.has(one.name)) errors.add(field, one.invalid);
      else if (sent[one.name] !== undefined) one.checkParts?.(sent[one.name], field, errors);
    }
  }

  return (value, path, errors) => {
    const found = validate(value) ? [] : (validate.errors ?? []);
    if (found.some(({ instancePath, keyword }) => instancePath === '' && keyword !== 'required'))
      return errors.add(path || 'body', '필드를 담은 JSON 객체 하나여야 합니다.');
    // Once, and not in Ajv too: for a body of 1 MiB of names it takes a third of the time of JSON.parse.
    const sent = Object.keys(value as object);
    if (sent.length < (minProperties as number)) return errors.add(path || 'body', tooFew);
    if (found.length > 0 || hasParts) checkKnown(value as Record<string, unknown>, path, errors, found);
    if (additionalProperties !== false) return;
    for (const name of sent)
      if (!Object.hasOwn(properties, name))
        errors.add(fieldIn(path, name), name === 'studentUid' ? FIXED_UID : UNKNOWN_FIELD.ko);
  };
}

const FIXED_UID = 'studentUid는 바꿀 수 없습니다. 본문에서 빼고 경로의 UID만 사용하십시오.';

const fieldIn = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Its parts are checked only if it is valid as a whole: Ajv would report each item of an array that is too long. */
function withoutParts(property: Property): Schema {
  const { properties, required, items, uniqueItems, additionalProperties, minProperties, ...whole } =
    property;
  return properties === undefined && minProperties !== undefined ? { ...whole, minProperties } : whole;
}

/** The check of what an object, a map or an array holds, which is one as a whole. */
function compileParts(property: Property, names?: NameRule): Check | undefined {
  const { properties, items, additionalProperties } = property;
  if (properties !== undefined) {
    return orNull(property, compileObject(property, describeProperty(property, false), names));
  }
  const part = items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  if (part === undefined) return undefined;
  const check = compileParts(part, names) ?? compileValue(part);
  const rule = items === undefined ? names : undefined;
  return orNull(property, (value, field, errors) => {
    const parts = Object.entries(value as object);
    if (property.uniqueItems && new Set(Object.values(value as object)).size < parts.length)
      return errors.add(field, describeProperty(property, false));
    for (const [name, each] of parts) {
      if (rule === undefined || rule.isValid(name)) check(each, fieldIn(field, name), errors);
      else errors.add(fieldIn(field, name), rule.message);
    }
  });
}

const orNull = ({ type }: Property, check: Check): Check =>
  type.includes('null')
    ? (value, field, errors) => {
        if (value !== null) check(value, field, errors);
      }
    : check;

function compileValue(property: Property): Check {
  const validate = compileSchema(property);
  const message = describeProperty(property, false);
  return (value, field, errors) => {
    if (!validate(value)) errors.add(field, message);
  };
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
  const { type, minProperties, maxProperties, minItems, maxItems, uniqueItems, 'x-text': kind } = property;
  if (type === 'boolean') return 'true와 false 중 하나';
  const orNothing = type.includes('null') ? 'null 또는 ' : '';
  if (type.includes('array')) {
    const atMost = maxItems === undefined ? '' : ` ${maxItems}개 이하`;
    const values =
      minItems === undefined ? `올바른 값${atMost}의` : `올바른 값을 ${minItems}개 이상${atMost} 담은`;
    return `${orNothing}${uniqueItems ? '서로 다른 ' : ''}${values} JSON 배열 하나`;
  }
  if (type.includes('object')) {
    const size = maxProperties === undefined ? '' : `필드를 ${maxProperties}개까지 담은 `;
    const atLeast = minProperties === 1 ? '하나' : `${minProperties}개`;
    return `${orNothing}${minProperties ? `필드를 ${atLeast} 이상 담은 ` : size}JSON 객체 하나`;
  }
  return `${orNothing}${kind === undefined ? '' : TEXTS[kind]}${describeLength(property)}문자열 하나`;
}

function describeLength({ minLength = 0, maxLength }: Property): string {
  const atLeast = minLength > 0 ? `${minLength}자 이상` : '';
  if (maxLength !== undefined) return `${atLeast} ${maxLength}자 이하의 `.trimStart();
  if (minLength === 1) return '비어 있지 않은 ';
  return atLeast && `${atLeast}의 `;
}
