import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { COMMANDS } from './commands.ts';
import { overview } from './help.ts';
import { commandIn, parsed } from './parse.ts';

const HOUSE = join(import.meta.dirname, '..');
const PAGES = ['README.md', ...readdirSync(join(HOUSE, 'docs')).map((file) => `docs/${file}`)].filter(
  (file) => file.endsWith('.md'),
);

/** As a shell would take it, as far as our pages go. */
const wordsIn = (line: string): string[] =>
  [
    ...line
      .replace(/\$\([^)]*\)/g, 'x')
      .replace(/\s#.*|[;|&<>].*/, '')
      .matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
  ].map(([, one, two, three]) => one ?? two ?? three ?? '');

function isACall(words: string[]): void {
  if (words.some((word) => /^-(h|-help|v|-version)$/.test(word))) return;
  const command = commandIn(words);
  assert.ok(command, `there is no command ${words.join(' ')}`);
  assert.doesNotThrow(() => parsed(command, words.slice(command.words.split(' ').length)), words.join(' '));
}

/** A line that runs us, whatever stands before the program's name. */
const A_CALL =
  /^\s*(?:\w+=(?:'[^']*'|\S+) )*(?:sudo (?:-u \w+ )?|docker compose exec rollbook )?(?:npx |[\w./]*\/)?rollbook ([a-z].*?)(?: {2}.*)?$/gm;

describe('what people are told to type is a call', () => {
  for (const { words, example } of COMMANDS)
    test(`rollbook ${example}`, () => {
      assert.equal(commandIn(wordsIn(example))?.words, words);
      isACall(wordsIn(example));
    });

  const shown = [
    ['--help', overview()],
    ...PAGES.map((page) => [page, readFileSync(join(HOUSE, page), 'utf8')]),
  ];
  let calls = 0;
  after(() => assert.ok(calls >= 20, `${calls} calls were found`));
  for (const [place, text] of shown as [string, string][])
    test(`in ${place}`, () => {
      const fenced = place.endsWith('.md') ? text.split(/^```.*$/m).filter((_, i) => i % 2 === 1) : [text];
      const lines = [...fenced.join('\n').matchAll(A_CALL)];
      calls += lines.length;
      for (const [, line = ''] of lines) isACall(wordsIn(line));
    });
});
