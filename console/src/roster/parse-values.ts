import { STATE_FIELDS, type StateName, type StudentPatch } from '../../../contract/state-fields.ts';

const SEPARATOR = /\s*[/,.·]\s*|\s+/;
const UNCHANGED = /^[-–]?$/;

/**
 * Reads the values of several fields in one text: `5/10/10/10`, with `-` for one that stays; one number for all of them;
 * or digits alone, `5101010`, where they can be read in one way only. Undefined if it is none of these.
 */
export function parseValues(text: string, fields: readonly StateName[]): StudentPatch | undefined {
  const typed = text.normalize('NFKC').trim();
  if (typed === '') return {};
  const words = typed.split(SEPARATOR);
  const [only = '', ...others] = words;
  if (others.length === 0 && fields.length > 1) return parseDigits(only, fields);
  if (words.length !== fields.length) return undefined;
  const named = fields.map((field, at) => [field, words[at] ?? ''] as const);
  const changed = named.filter(([, word]) => !UNCHANGED.test(word));
  return changed.every(([field, word]) => isValue(field, word)) ? toPatch(changed) : undefined;
}

function parseDigits(digits: string, fields: readonly StateName[]): StudentPatch | undefined {
  if (fields.every((field) => isValue(field, digits)))
    return toPatch(fields.map((field) => [field, digits] as const));
  const [first, ...others] = splitDigits(digits, fields);
  return first !== undefined && others.length === 0
    ? toPatch(fields.map((field, at) => [field, first[at] ?? ''] as const))
    : undefined;
}

/** All ways to read digits as one value of each field. */
function splitDigits(digits: string, [field, ...others]: readonly StateName[]): string[][] {
  if (field === undefined) return digits === '' ? [[]] : [];
  return [1, 2].flatMap((length) => {
    const word = digits.slice(0, length);
    if (word.length < length || !isValue(field, word)) return [];
    return splitDigits(digits.slice(length), others).map((rest) => [word, ...rest]);
  });
}

const isValue = (field: StateName, word: string): boolean =>
  /^(?:0|[1-9]\d*)$/.test(word) &&
  Number(word) >= STATE_FIELDS[field].min &&
  Number(word) <= STATE_FIELDS[field].max;

const toPatch = (values: readonly (readonly [StateName, string])[]): StudentPatch =>
  Object.fromEntries(values.map(([field, word]) => [field, Number(word)]));
