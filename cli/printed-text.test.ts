import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printJson, printText, type TextFormat } from './printed-text.ts';

function capture(isTTY: boolean, print: (stream: NodeJS.WriteStream) => void): string {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  print({ isTTY, write } as unknown as NodeJS.WriteStream);
  return written;
}
const printed = (text: string, format?: TextFormat, isTTY = true): string =>
  capture(isTTY, (stream) => printText(stream, text, format));

const HOSTILE = 'a\u001b[2Jb\u0007c\rd\u009be\u007ff\u202eg\u2066h\u2028i\u0000j';
const HARMLESS = 'a\ufffd[2Jb\ufffdc\ufffdd\ufffde\ufffdf\ufffdg\ufffdh\ufffdi\ufffdj\n';

test('controls, escape sequences and changes of direction are printed as replacement characters', () => {
  for (const isTTY of [true, false]) assert.equal(printed(HOSTILE, 'plain', isTTY), HARMLESS);
  assert.equal(printed('시로코\t*테러*\n👩‍🎓 Étudiante'), '시로코\t*테러*\n👩‍🎓 Étudiante\n');
});

test('styled text keeps its styles, and no other sequence', () => {
  const red = '\u001b[31m- 10010\u001b[39m';
  assert.equal(printed(red, 'styled'), `${red}\n`);
  assert.equal(printed(HOSTILE, 'styled'), HARMLESS);
  assert.equal(printed('\u001b]0;title\u0007\u001b[3;1H', 'styled'), '\ufffd]0;title\ufffd\ufffd[3;1H\n');
});

test('a file is printed as it is, except to a terminal', () => {
  assert.equal(printed(HOSTILE, 'file', false), `${HOSTILE}\n`);
  assert.equal(printed(HOSTILE, 'file', true), HARMLESS);
});

test('JSON has escapes for the same characters, and the same value', () => {
  const json = capture(false, (stream) => printJson(stream, { name: HOSTILE }));
  assert.deepEqual(JSON.parse(json), { name: HOSTILE });
  assert.doesNotMatch(json.trimEnd(), /[\p{Cc}\u2028-\u202e\u2066]/u);
});
