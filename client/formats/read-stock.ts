import { MAX_ITEM_COUNT } from '../../contract/limits.ts';
import type { Materials } from '../../game/growth-facts.ts';
import { foldName } from '../../game/text-folding.ts';
import { cutAccountParts } from './account-parts.ts';
import { cutDirective, parseRecords } from './csv-records.ts';
import { type FoundItem, ItemFinder, type NamedItems } from './find-item.ts';
import { NOTICES, type Notice } from './notices.ts';
import { findPacked } from './packed-text.ts';
import { parseJson } from './parse-json.ts';
import { FORMAT_ERRORS, RosterFormatError } from './roster-format-error.ts';
import { MAX_TEXT_LENGTH } from './roster-text.ts';
import {
  isOneCountOrTwo,
  type NamedCount,
  readAmount,
  type StockChange,
  splitCount,
  splitEnd,
  splitStart,
} from './split-count.ts';
import { readStockJson } from './stock-json.ts';

/** What a text says of the stock. */
export interface ParsedStock {
  /** One for each item. */
  rows: StockRow[];
  /** One for each name. */
  unknown: UnknownStockRow[];
  /** Remarks about the whole text. */
  notices: Notice[];
}

export interface StockRow {
  itemId: string;
  count: number;
  /** Whether the count is what there is, or what comes or goes. */
  change: StockChange;
}

/** A name or line that names no item, or several. */
export interface UnknownStockRow {
  name: string;
  /** As it is written, with its sign; empty if there is none. */
  count: string;
  /** The IDs of the items that may be meant, the likeliest first. */
  suggestions: readonly string[];
}

/** Several times the items of the game. */
const MAX_ROWS = 3_000;
const MAX_LINE_LENGTH = 1_000;
const MAX_SHOWN_LENGTH = 100;
const MAX_PARTS = 20;
const PART_SEPARATOR = /[,;|\t]/;
/** No comma within a number. */
const BETWEEN_ITEMS = /[;|\t]|(?<!\d),|,(?!\d{3}(?!\d))/;
const HAS_COUNT = / [x×*+=-]?\d|^[+-]?\d\S* /;
/** A plus before a name: what it says of the count is unclear. */
const HAS_SIGNED_NAME = /(?:^|[,;|\t])[ "'([]{0,3}\+\s?[^\d\s]/;
const IS_JSON = /^(?:\{|\[\s*[[{"\d\]])/;

/** Reads counts of items: lines, spreadsheets, saves of planners and lists of scanners. Throws a `RosterFormatError`. */
export function readStock(text: string, facts: NamedItems): ParsedStock {
  const account = cutAccountParts(text);
  if (account === undefined && text.length > MAX_TEXT_LENGTH)
    throw new RosterFormatError(FORMAT_ERRORS.tooLarge);
  const trimmed = (account ?? text).trim();
  if (trimmed === '') throw new RosterFormatError(FORMAT_ERRORS.empty);
  if (findPacked(trimmed) !== undefined) throw new RosterFormatError(FORMAT_ERRORS.packed);
  const reading = new StockReading(new ItemFinder(facts));
  if (IS_JSON.test(trimmed)) reading.addJson(parseJson(trimmed), facts);
  else reading.addTable(trimmed);
  return reading.finish();
}

/** The counts after the rows: none falls below 0, or rises above what an account may have. */
export const applyStockRows = (rows: readonly StockRow[], stock: Materials): Map<string, number> =>
  new Map(
    rows.map(({ itemId, count, change }) => {
      const before = change === 'set' ? 0 : (stock[itemId] ?? 0);
      const after = change === 'subtract' ? before - count : before + count;
      return [itemId, Math.min(Math.max(after, 0), MAX_ITEM_COUNT)];
    }),
  );

class StockReading {
  readonly #finder: ItemFinder;
  readonly #rows = new Map<string, { isSet: boolean; count: number }>();
  readonly #unknown = new Map<string, UnknownStockRow>();
  readonly #notices: Notice[] = [];
  readonly #unknownKeys: string[] = [];
  readonly #invalid: string[] = [];
  #read = 0;

  constructor(finder: ItemFinder) {
    this.#finder = finder;
  }

  finish(): ParsedStock {
    return {
      rows: Array.from(this.#rows, ([itemId, { isSet, count }]) => ({
        ...{ itemId, count: Math.abs(count) },
        change: isSet ? 'set' : count < 0 ? 'subtract' : 'add',
      })),
      unknown: [...this.#unknown.values()],
      notices: [
        ...this.#notices,
        ...(this.#unknownKeys.length > 0 ? [NOTICES.itemsUnknown(this.#unknownKeys)] : []),
        ...(this.#invalid.length > 0 ? [NOTICES.countsLeftOut(this.#invalid)] : []),
      ],
    };
  }

  addJson(value: unknown, { items }: NamedItems): void {
    const { counts, notices } = readStockJson(value, items);
    this.#notices.push(...notices);
    for (const { names, count } of counts) {
      if (count === null || count === '' || typeof count === 'boolean') continue;
      this.#countRow();
      const found = this.#findFirst(names);
      const name = names.at(-1) ?? '';
      const stated: NamedCount = {
        name,
        count: String(typeof count === 'object' ? '' : count),
        change: 'set',
      };
      // A key of a program is no name that a player could tell.
      if (found.itemId === undefined && (found.candidates.length === 0 || /^\w*\d$/.test(name)))
        this.#unknownKeys.push(name);
      else this.#add(stated, found);
    }
  }

  addTable(text: string): void {
    const { table, named } = cutDirective(text);
    const sheet = findSheet(table, named);
    if (sheet === undefined) for (const line of listLines(table)) this.#addLine(line);
    else for (const cells of sheet.records) this.#addCells(cells, sheet.columns);
  }

  #addCells(cells: readonly string[], { ids, names, counts }: SheetColumns): void {
    const [cell = ''] = counts.map((at) => normalize(cells[at] ?? '')).filter((one) => one !== '');
    const stated = [...ids, ...names].map((at) => normalize(cells[at] ?? '')).filter((one) => one !== '');
    const name = stated.at(-1);
    if (name === undefined || !/[\p{L}\p{N}]/u.test(name) || !/\d/.test(cell)) return;
    this.#countRow();
    this.#add({ name, ...splitCount(cell) }, this.#findFirst(stated));
  }

  #addLine(line: string): void {
    const text = normalize(line);
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    this.#countRow();
    const splits = text.length > MAX_LINE_LENGTH ? [] : listSplits(line, text);
    const found = splits.map((split) => [split, this.#findParts(split.name)] as const);
    const [first] = found;
    const [split, item] = found.find(([, { itemId }]) => itemId !== undefined) ?? first ?? [];
    if (split === undefined || item === undefined) this.#addUnknown(text, '', []);
    else if (this.#namesSeveral(split.name)) this.#addSeveral(text);
    else this.#add(split, item);
  }

  /** Whether a part of the name has a count of its own. */
  #namesSeveral(name: string): boolean {
    if (this.#finder.find(name).itemId !== undefined) return false;
    const parts = name.split(PART_SEPARATOR).map((part) => part.trim());
    return (
      parts.length > 1 &&
      parts.length <= MAX_PARTS &&
      parts.some(
        (part) =>
          this.#finder.find(part).itemId === undefined &&
          ((/\p{L}/u.test(part) && HAS_COUNT.test(part)) || this.#readPart(part)?.found.itemId !== undefined),
      )
    );
  }

  /** Reads each part as a line. Only the last may have a name that is asked; a line of which less is clear is not read. */
  #addSeveral(text: string): void {
    const parts = text.split(BETWEEN_ITEMS).filter((part) => part.trim() !== '');
    const read = parts.flatMap((part) => this.#readPart(part.trim()) ?? []);
    const isClear = read.slice(0, -1).every(({ found }) => found.itemId !== undefined);
    if (parts.length === 1 || read.length < parts.length || !isClear) {
      this.#addUnknown(text, '', []);
      return;
    }
    for (const { split, found } of read) {
      this.#countRow();
      this.#add(split, found);
    }
  }

  /** Undefined without a count. */
  #readPart(part: string): { split: NamedCount; found: FoundItem } | undefined {
    const read = listSplits(part, part)
      .filter(({ count }) => readAmount(count) !== undefined)
      .map((split) => ({ split, found: this.#finder.find(split.name) }));
    return read.find(({ found }) => found.itemId !== undefined) ?? read[0];
  }

  /** The whole name, or the parts of it between separators if none of them is another item. */
  #findParts(name: string): FoundItem {
    const whole = this.#finder.find(name);
    if (whole.itemId !== undefined) return whole;
    const parts = name.split(PART_SEPARATOR);
    if (parts.length === 1 || parts.length > MAX_PARTS) return whole;
    const ids = new Set(parts.flatMap((part) => this.#finder.find(part).itemId ?? []));
    return ids.size === 1 ? { itemId: [...ids][0], candidates: [] } : whole;
  }

  #findFirst(names: readonly string[]): FoundItem {
    const found = names.map((name) => this.#finder.find(normalize(name)));
    return found.find(({ itemId }) => itemId !== undefined) ?? found.at(-1) ?? { candidates: [] };
  }

  #countRow(): void {
    this.#read += 1;
    if (this.#read > MAX_ROWS) throw new RosterFormatError(FORMAT_ERRORS.tooManyValues);
  }

  #add({ name, count, change }: NamedCount, { itemId, candidates }: FoundItem): void {
    const amount = readAmount(count);
    if (itemId === undefined) this.#addUnknown(name, signs[change] + count, candidates);
    else if (amount === undefined) this.#invalid.push(name);
    else {
      const before = change === 'set' ? undefined : this.#rows.get(itemId);
      const sum = (before?.count ?? 0) + (change === 'subtract' ? -amount : amount);
      const isSet = change === 'set' || (before?.isSet ?? false);
      const bounded = Math.max(Math.min(sum, MAX_ITEM_COUNT), isSet ? 0 : -MAX_ITEM_COUNT);
      this.#rows.set(itemId, { isSet, count: bounded });
    }
  }

  #addUnknown(name: string, count: string, suggestions: readonly string[]): void {
    const shown = name.slice(0, MAX_SHOWN_LENGTH);
    this.#unknown.set(shown, { name: shown, count: count.slice(0, MAX_SHOWN_LENGTH), suggestions });
  }
}

const signs: Readonly<Record<StockChange, string>> = { set: '', add: '+', subtract: '-' };

const normalize = (text: string): string =>
  text
    .slice(0, MAX_LINE_LENGTH + 1)
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();

function* listLines(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    yield text.slice(at, end === -1 ? undefined : end);
    at = end === -1 ? text.length : end + 1;
  }
}

/**
 * The ways to read a line, none if it is unclear. In one of cells, the last cell with a count has it, and remarks may follow.
 */
function listSplits(line: string, text: string): NamedCount[] {
  if (isOneCountOrTwo(text)) return [];
  const cells = line.slice(0, MAX_LINE_LENGTH).split(/[\t|]/).map(normalize);
  const last = cells.findLastIndex((cell) => readAmount(splitCount(cell).count) !== undefined);
  const before = cells.slice(0, Math.max(last, 0)).filter((cell) => cell !== '');
  return [
    ...(before.length > 0 ? [{ name: before.join('|'), ...splitCount(cells[last] ?? '') }] : []),
    ...[splitEnd(text), splitStart(text)].filter((split) => split !== undefined),
  ].filter(({ name }) => !HAS_SIGNED_NAME.test(name));
}

interface SheetColumns {
  readonly ids: readonly number[];
  readonly names: readonly number[];
  readonly counts: readonly number[];
}

/** How players call the columns, in Korean, English and Japanese. */
const fold = (words: string): ReadonlySet<string> => new Set(words.split('|').map(foldName));
const HEADINGS: Readonly<Record<keyof SheetColumns, ReadonlySet<string>>> = {
  ids: fold('id|item id|아이템 id|아이템 번호|アイテムid|key'),
  names: fold(
    '이름|아이템|아이템 이름|아이템명|품목|재료|재료명|name|item|item name|material|名前|アイテム|アイテム名|素材',
  ),
  counts: fold(
    '수량|개수|갯수|보유|보유량|보유 수량|보유수|소지|소지 수|재고|현재|count|quantity|qty|amount|owned|have|stock|個数|数量|所持|所持数|保有|保有数',
  ),
};
const SHEET_SEPARATORS = ['\t', '|', ';', ','];
/** A heading may stand below a title. */
const MAX_RECORDS_ABOVE = 10;

/** Undefined if no record names a column of items and one of counts. */
function findSheet(table: string, named: string | undefined) {
  for (const separator of named === undefined ? SHEET_SEPARATORS : [named]) {
    // The first lines alone, where a quote that is not closed stops no other reading.
    const start = [...listFirst(listLines(table), MAX_RECORDS_ABOVE)];
    for (const [at, line] of start.entries()) {
      const cells = line
        .slice(0, MAX_LINE_LENGTH)
        .split(separator)
        .map((cell) => foldName(cell.slice(0, MAX_SHOWN_LENGTH)));
      const columns = nameColumns(cells);
      if (columns.counts.length === 0 || columns.ids.length + columns.names.length === 0) continue;
      const rest = table.slice(start.slice(0, at + 1).join('\n').length + 1);
      return { columns, records: parseRecords(rest, separator) };
    }
  }
  return undefined;
}

const nameColumns = (cells: readonly string[]): SheetColumns => {
  const placesOf = (kind: keyof SheetColumns) =>
    cells.flatMap((cell, at) => (HEADINGS[kind].has(cell) ? [at] : []));
  return { ids: placesOf('ids'), names: placesOf('names'), counts: placesOf('counts') };
};

function* listFirst<Value>(values: Iterable<Value>, max: number): Generator<Value> {
  let count = 0;
  for (const value of values) {
    if (count === max) return;
    count += 1;
    yield value;
  }
}
