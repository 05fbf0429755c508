import type { FieldError } from '../../contract/state-rules.ts';
import {
  type AttributeFilter,
  createCodeFinder,
  LABELLED_FILTERS,
  meetsFilter,
} from '../../game/attribute-filter.ts';
import type { AttributeLabels, StudentAttributes } from '../../game/attributes.ts';
import { ToolError } from './tool-error.ts';

export type AttributeName = keyof StudentAttributes;

/** Codes of one attribute that an error lists. An imported catalogue may have thousands. */
const MAX_LISTED_CODES = 100;

/** Checks students against the argument of a tool, which may have labels in place of codes. */
export function createAttributeCheck(
  asked: AttributeFilter,
  labels: AttributeLabels,
): (attributes: StudentAttributes | undefined) => boolean {
  const filter = toCodes(asked, labels);
  const today = Date.now();
  return (attributes = {}) => meetsFilter(attributes, filter, today);
}

function toCodes(asked: AttributeFilter, labels: AttributeLabels): AttributeFilter {
  const filter: AttributeFilter = { ...asked };
  const unknown: FieldError[] = [];
  const codes: Record<string, string[]> = {};
  for (const name of LABELLED_FILTERS) {
    const values = asked[name];
    if (values === undefined) continue;
    const findCode = createCodeFinder(labels[name]);
    filter[name] = values.flatMap((value, i) => {
      const code = findCode(value);
      if (code !== undefined) return code;
      unknown.push({ field: `attributes.${name}.${i}`, message: `must be one of \`codes.${name}\`` });
      codes[name] = Object.keys(labels[name]).slice(0, MAX_LISTED_CODES);
      return [];
    });
  }
  if (unknown.length === 0) return filter;
  throw new ToolError(
    'invalid_request',
    'Students have no such attributes. `codes` lists those that exist.',
    unknown,
    codes,
  );
}

/** The attributes asked for, if any are. What is not known is left out. */
export function pickAttributes(
  attributes: StudentAttributes = {},
  names: readonly AttributeName[],
): { attributes?: object } {
  if (names.length === 0) return {};
  const known = names.filter((name) => attributes[name] !== undefined);
  return { attributes: Object.fromEntries(known.map((name) => [name, attributes[name]])) };
}
