import { computed } from '@preact/signals';
import { CHANGE_KINDS } from '../../../../contract/history.ts';
import { type HistoryFilter, toQuery } from '../../history/history-query.ts';
import { pageQuery, replaceQuery } from '../../page-address.ts';

const AUTHOR = /^(?:operator|console|key:\w{1,64}|session:[0-9a-f]{16})$/;
/** Of a change, in the database. */
const MAX_NUMBER = 2 ** 31 - 1;
const DAY = /^\d{4}-\d\d-\d\d/;

const isNumber = (group = '0'): boolean => Number(group) >= 1 && Number(group) <= MAX_NUMBER;

export const historyFilter = computed((): HistoryFilter => {
  const query = new URLSearchParams(pageQuery.value);
  const read = (name: string) => query.get(name) || undefined;
  const matching = (name: string, pattern: RegExp) => {
    const value = read(name);
    return value !== undefined && pattern.test(value) ? value : undefined;
  };
  return {
    author: matching('author', AUTHOR),
    student: read('student'),
    kind: CHANGE_KINDS.find((kind) => kind === read('kind')),
    since: startOfDay(matching('since', DAY) ?? '') >= 0 ? DAY.exec(read('since') ?? '')?.[0] : undefined,
    group: isNumber(matching('group', /^\d+$/)) ? read('group') : undefined,
  };
});

export const changeHistoryFilter = (changes: Partial<HistoryFilter>): void =>
  replaceQuery(toQuery({ ...historyFilter.peek(), group: undefined, ...changes }));

export const clearHistoryFilter = (): void => replaceQuery('');

/** The filter as the console API has it. */
export function toApiQuery({ since, ...filter }: HistoryFilter): Record<string, string> {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(since !== undefined && { since: new Date(startOfDay(since)).toISOString() }),
  };
}

export const startOfDay = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00`);
