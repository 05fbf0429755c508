import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { COMMANDS } from './commands.ts';
import { formatOverview } from './help.ts';
import { findCommand, parseArguments } from './parse.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
);

/** Splits a line like a shell, as far as the documentation needs it. */
const splitWords = (line: string): string[] =>
  [
    ...line
      .replace(/\$\([^)]*\)/g, 'x')
      .replace(/\s#.*|[;|&<>].*/, '')
      .matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
  ].map(([, one, two, three]) => one ?? two ?? three ?? '');

function assertValidCommand(words: string[]): void {
  if (words.some((word) => /^-(h|-help|v|-version)$/.test(word))) return;
  const command = findCommand(words);
  assert.ok(command, `there is no command ${words.join(' ')}`);
  assert.doesNotThrow(
    () => parseArguments(command, words.slice(command.words.split(' ').length)),
    words.join(' '),
  );
}

/** Matches a line that runs rollbook, after environment variables, sudo, npx or a path. */
const COMMAND_LINE =
  /^\s*(?:\w+=(?:'[^']*'|\S+) )*(?:sudo (?:-u \w+ )?|docker compose exec rollbook )?(?:npx |[\w./]*\/)?rollbook ([a-z].*?)(?: {2}.*)?$/gm;

describe('documented commands', () => {
  for (const { words, example } of COMMANDS)
    test(`the example "rollbook ${example}" is valid`, () => {
      assert.equal(findCommand(splitWords(example))?.words, words);
      assertValidCommand(splitWords(example));
    });

  const sources = [
    ['--help', formatOverview()],
    ...PAGES.map((page) => [page, readFileSync(join(ROOT, page), 'utf8')]),
  ];
  let commandCount = 0;
  after(() => assert.ok(commandCount >= 20, `${commandCount} commands were found`));
  for (const [place, text] of sources as [string, string][])
    test(`every rollbook command in ${place} is valid`, () => {
      const fenced = place.endsWith('.md') ? text.split(/^```.*$/m).filter((_, i) => i % 2 === 1) : [text];
      const lines = [...fenced.join('\n').matchAll(COMMAND_LINE)];
      commandCount += lines.length;
      for (const [, line = ''] of lines) assertValidCommand(splitWords(line));
    });
});

test('the overview names every command that needs a stopped server', () => {
  const [, named = ''] = /All commands except (.+) work while the server runs\./.exec(formatOverview()) ?? [];
  const needStop = COMMANDS.filter(({ help }) => help.includes('while the server is stopped'));
  assert.deepEqual(
    named.split(' and '),
    needStop.map(({ words }) => words),
  );
});
