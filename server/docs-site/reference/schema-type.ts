import { STATE_FIELDS } from '../../../contract/state-fields.ts';
import { code, type Html, html } from '../../html/html.ts';
import type { GuideContext } from '../guide/section.ts';

/** The keywords of JSON Schema that the contract uses for values. */
interface ValueSchema {
  $ref?: string;
  type?: string | string[];
  items?: ValueSchema;
  oneOf?: ValueSchema[];
  properties?: object;
  /** Of an object with properties false. */
  additionalProperties?: ValueSchema | false;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  enum?: readonly string[];
  default?: number;
}
type Translate = GuideContext['t'];

/** What a JSON Schema accepts, in words: "integer 1–90 or null". */
export function describeType(schema: ValueSchema, context: Pick<GuideContext, 't'>): Html {
  const { t } = context;
  const { $ref, type, items, oneOf, additionalProperties, default: preset, enum: values = [] } = schema;
  if ($ref !== undefined) return schemaLink(nameOfRef($ref));
  if (oneOf !== undefined)
    return html`${oneOf.map((one, i) => html`${i > 0 && t(' 또는 ', ' or ')}${one.type === 'null' ? 'null' : describeType(one, context)}`)}`;
  const types = [type ?? []].flat();
  const kind = types.find((each) => each !== 'null') ?? 'object';
  const kindName = schema.format === 'uri' ? 'URL' : t(KOREAN_KINDS[kind] ?? kind, kind);
  return html`${[
    kindName,
    describeBounds(schema, t),
    items !== undefined && items.properties === undefined && html` (${describeType(items, context)})`,
    hasStateFieldsAlone(schema) &&
      html` (<a href="#schema-RecruitedStudentState">${t('상태 필드', 'state fields')}</a>)`,
    additionalProperties && html` (${describeType(additionalProperties, context)})`,
    describeLength(schema, t),
    types.includes('null') && t(' 또는 null', ' or null'),
    preset !== undefined && t(`, 기본값 ${preset}`, `, default ${preset}`),
    values.map((value, i) => html`${i === 0 ? ': ' : ', '}${code(value)}`),
  ]}`;
}

function describeLength({ minItems, maxItems }: ValueSchema, t: Translate): string | false {
  if (maxItems === undefined) return false;
  return minItems === maxItems
    ? t(`, ${maxItems}개`, `, ${maxItems} items`)
    : t(`, ${maxItems}개까지`, `, up to ${maxItems}`);
}

/** A part of a student's state, such as the values that a goal wants. */
export const hasStateFieldsAlone = ({ properties = {} }: ValueSchema): boolean => {
  const names = Object.keys(properties);
  return names.length > 0 && names.every((name) => name in STATE_FIELDS);
};

function describeBounds({ minimum, maximum, minLength, maxLength }: ValueSchema, t: Translate): string {
  if (minimum !== undefined)
    return maximum === undefined
      ? t(` ${minimum} 이상`, ` ${minimum} or more`)
      : ` ${minimum}–${maximum.toLocaleString('en')}`;
  if (maxLength !== undefined) {
    const range = `${minLength ?? 0}–${maxLength}`;
    return t(`, ${range}자`, `, ${range} characters`);
  }
  return minLength === undefined ? '' : t(`, ${minLength}자 이상`, `, at least ${minLength} character`);
}

const KOREAN_KINDS: Record<string, string> = {
  integer: '정수',
  string: '문자열',
  boolean: '불리언',
  array: '배열',
  object: '객체',
};

export const nameOfRef = (reference: string): string => reference.split('/').at(-1) ?? '';

export const schemaLink = (name: string): Html => html`<a href="#schema-${name}">${code(name)}</a>`;
