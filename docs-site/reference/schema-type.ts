import type { Schema } from '../../contract/schemas.ts';
import type { GuideContext } from '../guide/section.ts';
import { code, type Html, html } from '../html.ts';

type Translate = Pick<GuideContext, 't'>;

/** What a JSON Schema accepts, in words: "integer 1–90 or null". */
export function describeType(schema: object, { t }: Translate): Html {
  const {
    $ref,
    type,
    items,
    minimum,
    maximum,
    minLength,
    maxLength,
    maxItems,
    format,
    enum: values,
  } = schema as {
    $ref?: string;
    type?: string | string[];
    items?: Schema;
    minimum?: number;
    maximum?: number;
    minLength?: number;
    maxLength?: number;
    maxItems?: number;
    format?: string;
    enum?: readonly string[];
  };
  const { default: preset } = schema as { default?: number };
  if ($ref !== undefined) return schemaLink(nameOfRef($ref));
  const types = [type ?? []].flat();
  const [main = 'object'] = types.filter((each) => each !== 'null');
  const number = (value: number | undefined): string => value?.toLocaleString('en') ?? '';
  const bounds =
    minimum !== undefined
      ? ` ${number(minimum)}${maximum === undefined ? t(' 이상', ' or more') : `–${number(maximum)}`}`
      : maxLength !== undefined
        ? t(`, ${minLength ?? 0}–${maxLength}자`, `, ${minLength ?? 0}–${maxLength} characters`)
        : minLength !== undefined
          ? t(`, ${minLength}자 이상`, `, at least ${minLength} character`)
          : '';
  const kind = format === 'uri' ? 'URL' : t(KOREAN_TYPES[main] ?? main, main);
  return html`${kind}${bounds}${
    items?.$ref !== undefined
      ? html` ${schemaLink(nameOfRef(items.$ref as string))}${maxItems !== undefined && t(`, ${maxItems}개까지`, `, up to ${maxItems}`)}`
      : ''
  }${types.includes('null') ? t(' 또는 null', ' or null') : ''}${
    preset === undefined ? '' : t(`, 기본값 ${preset}`, `, default ${preset}`)
  }${values === undefined ? '' : html`: ${values.map((value, i) => html`${i > 0 && ', '}${code(value)}`)}`}`;
}

const KOREAN_TYPES: Record<string, string> = {
  integer: '정수',
  string: '문자열',
  boolean: '불리언',
  array: '배열',
  object: '객체',
};

export const nameOfRef = (reference: string): string => reference.split('/').at(-1) ?? '';

export const schemaLink = (name: string): Html => html`<a href="#schema-${name}">${code(name)}</a>`;
