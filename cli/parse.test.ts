import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { COMMANDS } from './commands.ts';
import { overview } from './help.ts';
import { commandIn, parsed } from './parse.ts';

const HOUSE = join(import.meta.dirname, '..');
const PAGES = ['README.md', ...readdirSync(join(HOUSE, 'docs')).map((file) => `docs/${file}`)].filter(
  (file) => file.endsWith('.md'),
);

/** As a shell would take it, as far as our pages go. */
const wordsIn = (line: string): string[] =>
  [...line.replace(/\s#.*|[;|&<>].*/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? '',
  );

function isACall(words: string[]): void {
  if (words.some((word) => /^-(h|-help|v|-version)$/.test(word))) return;
  const command = commandIn(words);
  assert.ok(command, `there is no command ${words.join(' ')}`);
  assert.doesNotThrow(() => parsed(command, words.slice(command.words.split(' ').length)), words.join(' '));
}

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
  for (const [place, text] of shown as [string, string][])
    test(`in ${place}`, () => {
      const lines = text.matchAll(
        /^\s*(?:sudo (?:-u \w+ )?)?(?:\S*\/|npx )?rollbook ([a-z].*?)(?: {2}.*)?$/gm,
      );
      for (const [, line = ''] of lines) isACall(wordsIn(line));
    });
});
