import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from '../config.ts';
import { writeCommand } from './operator-command.ts';

const write = (database: string) => writeCommand('npx rollbook', database, 'doctor');

test('a command names the file of the database unless it is the default one', () => {
  assert.equal(write(SETTINGS.database.defaultValue), 'npx rollbook doctor');
  assert.equal(
    write('sqlite:/srv/rollbook.db'),
    `npx rollbook doctor --database sqlite:${resolve('/srv/rollbook.db')}`,
  );
  assert.equal(write('sqlite:club.db'), `npx rollbook doctor --database sqlite:${resolve('club.db')}`);
});

test('a path is quoted for the shell', { skip: process.platform === 'win32' }, () => {
  assert.equal(
    write("sqlite:/srv/it's $HOME.db"),
    `npx rollbook doctor --database 'sqlite:/srv/it'\\''s $HOME.db'`,
  );
});

test('a command never has the address of PostgreSQL', () => {
  assert.equal(write('postgres://rollbook:secret@db/rollbook'), 'npx rollbook doctor');
});
