import { MAX_ITEM_COUNT } from '../../contract/limits.ts';

export type StockChange = 'set' | 'add' | 'subtract';

/** A text that says how many there are of what. */
export interface NamedCount {
  name: string;
  /** The number as it is written. */
  count: string;
  change: StockChange;
}

const BULLET = /^(?:[-*•·‣]|\d{1,3}[.)])\s+(?=\S)/;
const COUNTERS = /(?:개|個|장|ea|pcs)$/i;
const AMOUNT_CHARACTERS = '0123456789,.천만억千万萬億kKmMbB';
/** Between a name and its count, and around both of them. */
const SEPARATORS = ' ,;:|"\'()[]×*・→';
const CHANGES: Readonly<Record<string, StockChange>> = {
  '+': 'add',
  '-': 'subtract',
  '−': 'subtract',
  '=': 'set',
};
const LARGE_UNIT = /[억億만万萬]$/;

/** Splits a line with the count at its end, as `T9 모자 x60개`. Undefined if none stands there. */
export function splitEnd(line: string): NamedCount | undefined {
  const end = cutEnd(line);
  if (end === undefined) return undefined;
  const { before, amount } = end;
  const { name, change } = cutChange(before);
  if (name !== '') return { name, count: amount, change };
  // A line that could be one number begins with an ID.
  const comma = amount.indexOf(',');
  return comma === -1 ? undefined : { name: amount.slice(0, comma), count: amount.slice(comma + 1), change };
}

/**
 * Whether the count at the end of a line may as well be two columns: `T9 모자,60,100`. After an ID of digits alone, it is one
 * count.
 */
export function isOneCountOrTwo(line: string): boolean {
  const { before = '', amount = '' } = cutEnd(line) ?? {};
  return before.endsWith(',') && !/^\d+,$/.test(before) && /^\d{1,3},\d{3}$/.test(amount);
}

/** Splits a line with the count at its start, as `60x T9 모자`. */
export function splitStart(line: string): NamedCount | undefined {
  const text = line.replace(BULLET, '');
  const space = text.indexOf(' ');
  const { count, change } = splitCount(text.slice(0, space === -1 ? 0 : space).replace(/[x×*:]$/i, ''));
  return readAmount(count) === undefined ? undefined : { name: text.slice(space + 1).trim(), count, change };
}

/** A cell with nothing but a count, as `+60` and `x1.2만`. */
export function splitCount(cell: string): Pick<NamedCount, 'count' | 'change'> {
  const text = cutCounter(trimEndOf(cell.trim(), SEPARATORS));
  const change = CHANGES[text.charAt(0)];
  const count = change === undefined ? text : text.slice(1).trim();
  return { count: count.replace(/^[x×*]\s?/i, ''), change: change ?? 'set' };
}

const cutCounter = (text: string): string => trimEndOf(text.replace(COUNTERS, ''), ' ');

function cutEnd(line: string): { before: string; amount: string } | undefined {
  const text = cutCounter(trimEndOf(line.replace(BULLET, ''), SEPARATORS));
  const run = text.slice(trimEndOf(text, AMOUNT_CHARACTERS).length);
  const first = run.search(/\d/);
  if (first === -1) return undefined;
  return cutAmount(text.slice(0, text.length - run.length + first), run.slice(first));
}

/** Digits before the count that are separated by a comma are the end of the name, and those before a large unit its start. */
function cutAmount(before: string, run: string): { before: string; amount: string } {
  let name = before;
  let amount = run;
  while (readAmount(amount) === undefined && amount.includes(',')) {
    const comma = amount.indexOf(',');
    name += amount.slice(0, comma + 1);
    amount = amount.slice(comma + 1);
  }
  for (;;) {
    const kept = trimEndOf(name, ' ');
    const last = kept.slice(kept.lastIndexOf(' ') + 1);
    if (!LARGE_UNIT.test(last) || readAmount(last + amount) === undefined) return { before: name, amount };
    name = kept.slice(0, kept.length - last.length);
    amount = last + amount;
  }
}

/** A minus counts where the count begins with it: in `모자-20` and `모자 - 20` it separates. Other signs always count. */
function cutChange(text: string): { name: string; change: StockChange } {
  const trimmed = trimEndOf(text, ' ');
  const before = /[+=]$/.test(trimmed) ? trimmed : text;
  const change = CHANGES[before.at(-1) ?? ''];
  const rest = change === undefined ? before : before.slice(0, -1);
  const isSign = change !== undefined && (change !== 'subtract' || rest === '' || /[\s,;:|]$/.test(rest));
  const name = trimEndOf(rest.replace(/(^|[\s,;:|])x$/i, '$1'), `${SEPARATORS}-–—=`);
  return { name, change: isSign ? change : 'set' };
}

const UNITS: Readonly<Record<string, number>> = {
  ...{ 천: 1e3, 千: 1e3, k: 1e3, m: 1e6, b: 1e9 },
  ...{ 만: 1e4, 万: 1e4, 萬: 1e4, 억: 1e8, 億: 1e8 },
};
const PART = /^(\d[\d,]*)(\.\d+)?([천千만万萬억億kmb]?)/i;
const IS_GROUPED = /^(?:\d{1,3}(?:,\d{3})+|\d+)$/;
const MAX_AMOUNT_LENGTH = 30;

/** Reads `1,250`, `1.5k`, `3500만` and `1억 2000만`. Undefined for what is no whole number within the bounds. */
export function readAmount(amount: string): number | undefined {
  let rest = amount.replaceAll(' ', '').toLowerCase();
  if (rest === '' || rest.length > MAX_AMOUNT_LENGTH) return undefined;
  let sum = 0;
  let last = Number.POSITIVE_INFINITY;
  while (rest !== '') {
    const [part = '', digits = '', decimals = '', unit = ''] = PART.exec(rest) ?? [];
    const factor = UNITS[unit] ?? 1;
    // Each unit is smaller than the one before it.
    if (!IS_GROUPED.test(digits) || factor >= last) return undefined;
    const value = Number(digits.replaceAll(',', '') + decimals) * factor;
    // In some countries a point groups: `1.000` may be a thousand.
    if (unit === '' && decimals.length === '.000'.length) return undefined;
    sum += unit === '' ? value : Math.round(value);
    last = factor;
    rest = rest.slice(part.length);
  }
  return Number.isInteger(sum) && sum <= MAX_ITEM_COUNT ? sum : undefined;
}

function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
