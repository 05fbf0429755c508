import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { KEY_PATTERN } from '../../server/auth/api-key.ts';

/**
 * Every regular expression of the program takes a time in proportion to what it reads: one that backtracks takes
 * the square of it or worse, and a request of 16 KiB would hold up everybody.
 */
const ROOT = join(import.meta.dirname, '../..');
const SHORT = 1_500;
const TIMES = 8;
/** The square would be 64 times; a straight line is 8, and the clock is not exact. */
const MOST_RATIO = 28;
/** Below this nothing can be told from noise, and nobody is held up. */
const QUICK_MS = 2;

/** Literals, told from a division by what stands before them; and the source of those that are put together. */
const LITERAL =
  /(?<=[=(,:?&|!;[{}]\s*|return |=> )\/(?![/*])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g;

interface Found {
  where: string;
  pattern: RegExp;
}

const SOURCES = ['contract', 'server', 'docs-site', 'cli']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,js}`, { cwd: ROOT }))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The expressions that are built at run time: the format of a key, and what looks like one. */
const PUT_TOGETHER = [/^rollbook_[A-Za-z0-9]{33}$/, KEY_PATTERN];

const found = (): Found[] =>
  SOURCES.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, at) =>
      /^\s*(\*|\/[/*])/.test(line)
        ? []
        : [...line.matchAll(LITERAL)].map(([, source = '', flags = '']) => ({
            where: `${file}:${at + 1} /${source}/${flags}`,
            pattern: new RegExp(source, flags),
          })),
    ),
  );

/** What its own letters suggest: each of them many times, after each beginning, before an end that does not match. */
function inputs(source: string, length: number): string[] {
  const plain = source.replace(/\\[dwsSDWbBpP](\{[^}]*\})?|[\\^$()[\]{}*+?.|]/g, ' ');
  const signs = new Set([...plain, ...' a0A\n\t/"-\u3131가', ...(source.includes('\\s') ? '\r' : '')]);
  const words = plain.split(/\s+/).filter((word) => word.length > 1);
  const beginnings = ['', ...words];
  return [...signs, ...words].flatMap((sign) =>
    beginnings.map((beginning) => `${beginning}${sign.repeat(Math.ceil(length / sign.length))}\u0000`),
  );
}

/** Of this thread: on a busy machine the clock goes on while it stands. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function milliseconds(pattern: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const began = worked();
    text.replace(new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')), '');
    least = Math.min(least, worked() - began);
  }
  return least;
}

function slowest({ pattern }: Found): string | undefined {
  const short = inputs(pattern.source, SHORT);
  const long = inputs(pattern.source, SHORT * TIMES);
  for (const [at, text] of long.entries()) {
    const took = milliseconds(pattern, text);
    if (took < QUICK_MS) continue;
    const ratio = took / milliseconds(pattern, short[at] as string);
    if (ratio > MOST_RATIO)
      return `${JSON.stringify(text.slice(0, 20))}… takes ${ratio.toFixed(0)} times as long`;
  }
}

describe('every regular expression takes a time in proportion to what it reads', () => {
  const all = found();
  for (const one of all) test(one.where, () => assert.equal(slowest(one), undefined));

  test('those put together at run time as well', () => {
    const { length } = SOURCES.flatMap(({ text }) => [...text.matchAll(/new RegExp\(/g)]);
    assert.equal(length, PUT_TOGETHER.length, 'another is put together: add it here');
    for (const pattern of PUT_TOGETHER)
      assert.equal(slowest({ where: '', pattern }), undefined, `${pattern}`);
  });

  test('they are found, and a slow one is told', () => {
    assert.ok(all.length > 20, `${all.length}`);
    for (const pattern of [/\/+$/, /(\s*,)*x/, /a.*b.*c/])
      assert.notEqual(slowest({ where: '', pattern }), undefined, `${pattern}`);
  });
});
