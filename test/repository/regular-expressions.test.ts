import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { KEY_PATTERN } from '../../contract/api-key-format.ts';
import { SOURCE_FOLDERS } from './layers.ts';

/**
 * Every regular expression of the program must run in linear time. With one that backtracks in quadratic time,
 * a request of 16 KiB would block all others.
 */
const ROOT = join(import.meta.dirname, '../..');
const SHORT_LENGTH = 1_500;
const LENGTH_FACTOR = 8;
/** Between linear time (8) and quadratic time (64), with room for imprecise timing. */
const MAX_TIME_RATIO = 28;
/** Shorter times are noise and harmless. */
const MIN_MEASURED_MS = 2;

/** Matches a literal; the characters before it distinguish it from a division, and `>` from the end of a tag. */
const LITERAL =
  /(?<=[=(,:?&|!;[{}]\s*|return |=> )\/(?![/*>])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?!\w)/g;

interface SourcePattern {
  where: string;
  pattern: RegExp;
}

const SOURCES = globSync(`{${SOURCE_FOLDERS}}/**/*.{ts,tsx,js}`, {
  cwd: ROOT,
  exclude: ['**/node_modules/**', 'console/dist/**', '**/*.test.ts'],
}).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Patterns that the program builds with new RegExp: a key, text that looks like one, and a UID. */
const BUILT_PATTERNS = [/^rollbook_[A-Za-z0-9]+$/, KEY_PATTERN, /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u];

const findPatterns = (): SourcePattern[] =>
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

/** Texts that repeat each character or word of the pattern, after each of its words, with an end that does not match. */
function makeInputs(source: string, length: number): string[] {
  const plain = source.replace(/\\[dwsSDWbBpP](\{[^}]*\})?|[\\^$()[\]{}*+?.|]/g, ' ');
  const characters = new Set([...plain, ...' a0A\n\t/"-\u3131가', ...(source.includes('\\s') ? '\r' : '')]);
  const words = plain.split(/\s+/).filter((word) => word.length > 1);
  const prefixes = ['', ...words];
  return [...characters, ...words].flatMap((part) =>
    prefixes.map((prefix) => `${prefix}${part.repeat(Math.ceil(length / part.length))}\u0000`),
  );
}

/** The CPU time of this thread, because elapsed time includes other processes on a busy machine. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function measureMs(pattern: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round += 1) {
    const start = threadCpuMs();
    text.replace(new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')), '');
    least = Math.min(least, threadCpuMs() - start);
  }
  return least;
}

function findSlowInput({ pattern }: SourcePattern): string | undefined {
  const short = makeInputs(pattern.source, SHORT_LENGTH);
  const long = makeInputs(pattern.source, SHORT_LENGTH * LENGTH_FACTOR);
  for (const [at, text] of long.entries()) {
    const took = measureMs(pattern, text);
    if (took < MIN_MEASURED_MS) continue;
    const ratio = took / measureMs(pattern, short[at] as string);
    if (ratio > MAX_TIME_RATIO)
      return `${JSON.stringify(text.slice(0, 20))}… takes ${ratio.toFixed(0)} times as long`;
  }
}

describe('every regular expression runs in linear time', () => {
  const all = findPatterns();
  for (const entry of all)
    test(`runs in linear time: ${entry.where}`, () => assert.equal(findSlowInput(entry), undefined));

  test('patterns that are built at run time run in linear time', () => {
    const { length } = SOURCES.flatMap(({ text }) => [...text.matchAll(/new RegExp\(/g)]);
    assert.equal(length, BUILT_PATTERNS.length, 'add the new pattern to BUILT_PATTERNS');
    for (const pattern of BUILT_PATTERNS)
      assert.equal(findSlowInput({ where: '', pattern }), undefined, `${pattern}`);
  });

  test('finds the patterns in the source and detects slow ones', () => {
    assert.ok(all.length > 20, `${all.length}`);
    for (const pattern of [/\/+$/, /(\s*,)*x/, /a.*b.*c/]) {
      // A moment of noise in the short measurement can hide the ratio.
      const attempts = Array.from({ length: 5 }, () => () => findSlowInput({ where: '', pattern }));
      assert.ok(
        attempts.some((attempt) => attempt() !== undefined),
        `${pattern}`,
      );
    }
  });
});
