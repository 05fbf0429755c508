import { isMeaning, SHEET_MEANINGS } from '../../client/formats/sheet-meanings.ts';
import type { ImportMemoryChange } from '../../contract/import-memory.ts';
import {
  MAX_ALIAS_LENGTH,
  MAX_HEADING_LENGTH,
  MAX_KEPT_ROWS,
  MAX_REMEMBERED_ALIASES,
  MAX_REMEMBERED_HEADINGS,
  MAX_UID_LENGTH,
} from '../../contract/limits.ts';
import { StudentPatch } from '../../contract/schemas.ts';
import type { FieldError } from '../../contract/state-rules.ts';
import { bodySchema } from '../console/body-schemas.ts';

const mapOf = (maxProperties: number, maxLength: number) => ({
  type: 'object',
  maxProperties,
  additionalProperties: { type: ['string', 'null'], minLength: 1, maxLength },
});

/** Each may be left out. Null forgets a heading or a name. */
export const IMPORT_MEMORY_BODY = bodySchema(
  {
    headings: mapOf(MAX_REMEMBERED_HEADINGS, MAX_HEADING_LENGTH),
    aliases: mapOf(MAX_REMEMBERED_ALIASES, MAX_UID_LENGTH),
    items: mapOf(MAX_REMEMBERED_ALIASES, MAX_UID_LENGTH),
  },
  ['headings', 'aliases', 'items'],
);

/** Null forgets a row. How the values of a row go together is looked at when she is registered. */
export const KEPT_ROWS_BODY = bodySchema({
  rows: {
    type: 'object',
    maxProperties: MAX_KEPT_ROWS,
    additionalProperties: {
      type: ['object', 'null'],
      additionalProperties: false,
      properties: {
        ...(StudentPatch.properties as object),
        name: { type: 'string', minLength: 1, maxLength: MAX_ALIAS_LENGTH },
      },
    },
  },
});

/** Checks keys and values as `checkImportMemory` does. */
export function checkKeptRows(sent: { readonly rows?: unknown }): FieldError[] {
  const rows: Record<string, unknown> = Object(sent.rows);
  return [
    ...checkKeys('rows', rows, MAX_ALIAS_LENGTH),
    ...Object.entries(rows).flatMap(([key, row]) =>
      isPlain(String(Object(row).name ?? ''))
        ? []
        : [{ field: `rows.${key}.name`, message: '제어 문자를 쓸 수 없습니다.' }],
    ),
  ];
}

/** Checks of keys and values that the schema cannot express. */
export function checkImportMemory(sent: ImportMemoryChange): FieldError[] {
  // They may be no objects either, which the schema tells.
  const headings: Record<string, unknown> = Object(sent.headings);
  const aliases: Record<string, unknown> = Object(sent.aliases);
  const items: Record<string, unknown> = Object(sent.items);
  return [
    ...checkKeys('headings', headings, MAX_HEADING_LENGTH),
    ...checkKeys('aliases', aliases, MAX_ALIAS_LENGTH),
    ...checkKeys('items', items, MAX_ALIAS_LENGTH),
    ...Object.entries(headings).flatMap(([heading, meaning]) =>
      typeof meaning !== 'string' || meaning === '' || isMeaning(meaning)
        ? []
        : [
            {
              field: `headings.${heading}`,
              message: `다음 중 하나(${SHEET_MEANINGS.join(', ')})여야 합니다.`,
            },
          ],
    ),
    ...Object.entries(aliases).flatMap(([alias, uid]) =>
      uid === null || isPlain(String(uid))
        ? []
        : [{ field: `aliases.${alias}`, message: '학생 UID에는 제어 문자를 쓸 수 없습니다.' }],
    ),
    ...Object.entries(items).flatMap(([name, itemId]) =>
      itemId === null || isPlain(String(itemId))
        ? []
        : [{ field: `items.${name}`, message: '아이템 ID에는 제어 문자를 쓸 수 없습니다.' }],
    ),
  ];
}

const isPlain = (text: string): boolean => !/\p{C}/u.test(text);

const checkKeys = (field: string, map: object, maxLength: number): FieldError[] =>
  Object.keys(map).flatMap((key) =>
    key.trim() !== '' && key.length <= maxLength && isPlain(key)
      ? []
      : [
          {
            field: `${field}.${key}`,
            message: `공백이 아닌 글자를 포함하고 제어 문자가 없는 ${maxLength}자 이하의 이름이어야 합니다.`,
          },
        ],
  );
