import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ChangeListing } from '../../client/changes-listing.ts';
import { Goals } from '../../client/goals.ts';
import { ItemStock } from '../../client/item-stock.ts';
import { FullListing, Listing, SearchListing } from '../../client/listing.ts';
import { Rollbook } from '../../client/rollbook.ts';
import { Roster } from '../../client/roster.ts';
import { RosterStudents } from '../../client/roster-students.ts';
import { Students } from '../../client/students.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What stands before the methods of each class in the guide. */
const OWNERS: Record<string, string> = {
  Rollbook: '',
  Students: 'students.',
  Roster: 'roster.',
  RosterStudents: 'roster.',
  Goals: 'goals.',
  ItemStock: 'stock.',
  Listing: 'listing.',
  SearchListing: 'listing.',
  FullListing: 'listing.',
  ChangeListing: 'changes.',
};
const CLASSES = [
  ...[Rollbook, Students, Roster, RosterStudents, Goals, ItemStock],
  ...[Listing, SearchListing, FullListing, ChangeListing],
];

const ROW = /^\| `([^`]+)`(?:, `([^`]+)`)?(?: \((Python|JavaScript)\))? \{#client-[\w-]+\} \| (.*) \|$/;

/** The methods in the guide; where the names differ, that of JavaScript comes first. */
function readRows(language: 'ko' | 'en') {
  const file = `guide/${language}/clients.md`;
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    const [found, first = '', second = first, only, sentence] = ROW.exec(line) ?? [];
    if (found === undefined) return [];
    const js = only === 'Python' ? undefined : first;
    return [{ where: `${file}:${i + 1}`, js, python: only === 'JavaScript' ? undefined : second, sentence }];
  });
}

/** Where the guide has a method that the sources do not have, and what it lacks. */
function compareCalls(sdk: 'js' | 'python', calls: readonly Call[]): void {
  const texts = calls.map(({ text }) => text);
  for (const language of ['ko', 'en'] as const) {
    const rows = readRows(language);
    const wrong = rows
      .filter((row) => row[sdk] !== undefined && !texts.includes(row[sdk]))
      .map((row) => `${row.where} ${row[sdk]}`);
    const missing = texts.filter((text) => !rows.some((row) => row[sdk] === text));
    assert.deepEqual({ wrong, missing }, { wrong: [], missing: [] });
  }
}

const readSources = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
const splitParameters = (text: string): string[] =>
  text
    .split(/,(?![^{[<]*[}\]>])/)
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter !== '');
const clean = (comment: string): string => comment.replaceAll(/\s*\n\s*\* ?|\s+/g, ' ').trim();
const firstSentence = (comment: string): string | undefined => /^.*?\.(?= |$)/.exec(clean(comment))?.[0];

/** The options of an interface of the client beside those of each call. */
function readOptions(source: string, name: string): string[] {
  const [, base = '', members = ''] =
    new RegExp(`export interface ${name}\\b[^{]*?(?: extends (\\w+))? \\{\\n(.*?)\\n\\}`, 's').exec(source) ??
    [];
  if (name === 'CallOptions') return [];
  const named = [...members.matchAll(/(?:\/\*\*((?:(?!\*\/).)*)\*\/\s*)?^ {2}(\w+)\?:/gms)]
    .filter(([, comment = '']) => !comment.includes('@internal'))
    .map(([, , option = '']) => option);
  return [...(base === '' ? [] : readOptions(source, base)), ...named];
}

interface Call {
  text: string;
  sentence: string | undefined;
}

/** The public methods of the classes, as the sources in TypeScript declare and explain them. */
function readTypeScript(): Call[] {
  const source = readSources('client/*.ts');
  return CLASSES.flatMap((one) => {
    const [, body = ''] =
      new RegExp(`export class ${one.name}\\b.*?\\n(.*?)\\n\\}\\n`, 's').exec(source) ?? [];
    const found = body.matchAll(
      /\/\*\*((?:(?!\*\/).)*)\*\/\n {2}(?:async )?(\w+)(?:<[^(]*>)?\(([^)]*)\)\s*:/gs,
    );
    const calls = [...found].map(([, comment = '', name = '', parameters = '']) => {
      const all = splitParameters(parameters);
      const positional = all.map((parameter) => parameter.split(/[:=]/)[0]?.trim() ?? '');
      const options = all
        .filter((parameter) => /Options\b/.test(parameter))
        .flatMap((parameter) => parameter.match(/\w+Options\b/g) ?? [])
        .flatMap((type) => readOptions(source, type));
      const words = [
        ...positional.filter((parameter, at) => !/Options\b/.test(all[at] ?? '') && /^\w+$/.test(parameter)),
        ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : []),
      ];
      return {
        name,
        text: `${OWNERS[one.name]}${name}(${words.join(', ')})`,
        sentence: firstSentence(comment),
      };
    });
    assert.deepEqual(
      calls.map(({ name }) => name).sort(),
      Object.getOwnPropertyNames(one.prototype)
        .filter((name) => name !== 'constructor')
        .sort(),
      `${one.name}: every method has a comment`,
    );
    return calls;
  });
}

/** Those of the Python package; a method that takes a `Call` is part of another. */
function readPython(): Call[] {
  const source = readSources('python/rollbook/*.py');
  return Object.entries(OWNERS).flatMap(([name, owner]) => {
    const [, body = ''] =
      new RegExp(`^class ${name}\\b.*?:\\n(.*?)(?=^\\S|(?![\\s\\S]))`, 'ms').exec(source) ?? [];
    const found = body.matchAll(/^ {4}def ([a-z]\w*)\(\s*self,?(.*?)\) ->.*?:\n(?: {8}"""(.*?)""")?/gms);
    return [...found]
      .filter(([, , parameters = '']) => !/\bcall: Call\b/.test(parameters))
      .map(([, method, parameters = '', comment = '']) => {
        const words = splitParameters(parameters)
          .map((parameter) => parameter.split(/[:=]/)[0] ?? '')
          .filter((parameter) => !parameter.startsWith('**'));
        return { text: `${owner}${method}(${words.join(', ')})`, sentence: firstSentence(comment) };
      });
  });
}

test('the guide has every method of the client in TypeScript, its arguments and the first sentence on it', () => {
  const calls = readTypeScript();
  compareCalls('js', calls);
  const rows = readRows('en');
  for (const { text, sentence } of calls)
    assert.equal(rows.find(({ js }) => js === text)?.sentence, sentence, text);
});

test('the guide has every method of the Python package, and its arguments', () => {
  const calls = readPython();
  compareCalls('python', calls);
  for (const { text, sentence } of calls) assert.ok(sentence, `${text} has no comment`);
});
