import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { STATE_NAMES } from '../../contract/state-fields.ts';
import { answerWithoutEnd, MEGABYTE } from '../client/hostile-server.ts';
import { newDatabase, query } from '../database.ts';
import { bareEnvironment } from '../service.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/rollbook');
/** Clears the screen, sets the title of the window, and turns what follows around. */
const HOSTILE = 'x\u001b[2J\u001b]0;owned\u0007\u009b1A\u202e\r\ny';
const CONTROLS = /[\p{Cc}\u202e]/u;
/** Line breaks are the command's own; a terminal makes CR LF of each. */
const withoutLineBreaks = (text: string): string => text.replaceAll(/\r?\n/g, '');

interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (program: string, args: string[], env: Record<string, string | undefined>) =>
  new Promise<Output>((resolve) => {
    execFile(program, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    ).stdin?.end();
  });

describe('the roster commands with a hostile server', () => {
  let url: string;
  const student = {
    studentUid: HOSTILE,
    ...Object.fromEntries(STATE_NAMES.map((name) => [name, null])),
    tier: 3,
    weaponTier: 0,
  };
  const names = { ko: HOSTILE, ja: HOSTILE, en: HOSTILE };
  const catalogue = { version: '1', students: [{ studentUid: HOSTILE, names, aliases: [], forms: [] }] };
  const endless = answerWithoutEnd(200, {}, Buffer.alloc(64 * 1024, ' '));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.startsWith('/endless/')) endless.answer(request, response);
    else if (request.url === '/catalogue.json') response.end(JSON.stringify(catalogue));
    else if (request.url?.startsWith('/v1/'))
      response.end(JSON.stringify({ students: [student], nextCursor: null }));
    else {
      const error = { code: 'forbidden', message: HOSTILE, docs: HOSTILE };
      response.writeHead(403).end(JSON.stringify({ error }));
    }
  });
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const environment = (path = '/v1') => ({
    ...bareEnvironment(),
    ROLLBOOK_URL: url + path,
    ROLLBOOK_KEY: 'key',
    // Which a terminal that shows colours sets.
    FORCE_COLOR: '1',
  });

  test('roster show prints no control of a name, and keeps one line for each student', async () => {
    const { code, stdout } = await run(LAUNCHER, ['roster', 'show'], environment());
    assert.equal(code, 0);
    assert.equal(stdout.trimEnd().split('\n').length, 2);
    assert.doesNotMatch(withoutLineBreaks(stdout), CONTROLS);
  });

  test('roster show --json is valid JSON with escapes', async () => {
    const { stdout } = await run(LAUNCHER, ['roster', 'show', '--json'], environment());
    assert.doesNotMatch(withoutLineBreaks(stdout), CONTROLS);
    assert.equal(JSON.parse(stdout)[0].name, HOSTILE);
  });

  test('roster export is exact in a file and printable on a terminal', async () => {
    const args = ['roster', 'export', '--format', 'csv'];
    const exact = await run(LAUNCHER, args, environment());
    assert.ok(exact.stdout.includes(HOSTILE));
    // `script` gives the command a terminal.
    const shown = await run('script', ['-qec', [LAUNCHER, ...args].join(' '), '/dev/null'], environment());
    assert.equal(shown.code, 0, shown.stdout);
    assert.match(shown.stdout, /studentUid/);
    assert.doesNotMatch(withoutLineBreaks(shown.stdout), CONTROLS);
  });

  test('an error of the server is one printable line', async () => {
    const { code, stderr } = await run(LAUNCHER, ['roster', 'show'], environment('/elsewhere/v1'));
    assert.equal(code, 1);
    assert.match(stderr, /^[^\n]+\n$/);
    assert.doesNotMatch(withoutLineBreaks(stderr), CONTROLS);
  });

  test('an answer of the server without an end is read up to 16 MB, and said in one sentence', async () => {
    const { code, stderr } = await run(LAUNCHER, ['roster', 'show'], environment('/endless/v1'));
    assert.deepEqual([code, stderr], [1, 'The answer is longer than 16 MB. Check the base URL.\n']);
    assert.ok((await endless.sent) < 64 * MEGABYTE, `${await endless.sent} bytes were sent`);
  });
});

describe('the operator’s commands with hostile names', () => {
  test('no command prints the controls of an argument or a stored name', async (t) => {
    const { address, remove } = await newDatabase();
    t.after(remove);
    const folder = mkdtempSync(join(tmpdir(), 'rollbook-output-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const env = { ...bareEnvironment(), ROLLBOOK_DATABASE: address };
    const printed = async (...args: string[]) => {
      const { stdout, stderr } = await run(LAUNCHER, args, env);
      assert.doesNotMatch(withoutLineBreaks(stdout + stderr), CONTROLS, args.join(' '));
      return stdout + stderr;
    };
    await run(LAUNCHER, ['migrate'], env);
    const { stdout } = await run(LAUNCHER, ['account', 'create', 'arona', '--keys', 'read', '--json'], env);
    const { accountId } = JSON.parse(stdout);
    // As a release stored them that did not check names.
    for (const table of ['account', 'api_key'])
      await query(address, `UPDATE ${table} SET name = ?`, [HOSTILE]);
    await printed('account', 'create', HOSTILE);
    assert.equal((await printed('account', 'list')).trimEnd().split('\n').length, 2);
    assert.equal((await printed('key', 'list', '--account', accountId)).trimEnd().split('\n').length, 2);
    for (const words of [
      ['key', 'revoke'],
      ['account', 'link'],
      ['account', 'suspend'],
      ['invite', 'revoke'],
      ['backup'],
      ['no-such-command'],
    ])
      await printed(...words, `${folder}/${HOSTILE}`);
  });
});
