import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OWN_SHEETS, type OwnSheet } from '../../own-sheets.ts';
import { writePlanaText } from '../../plana-text.ts';
import { type Account, bareEnvironment, startService } from '../../service.ts';
import { SHIPPED_PARTS } from '../../shipped-growth.ts';
import { until } from '../../until.ts';
import { useSharedService } from '../../use-service.ts';

const LAUNCHER = join(import.meta.dirname, '../../../cli/rollbook');

const service = await useSharedService();
let account: Account;
let folder: string;
beforeEach(async (t) => {
  account = await service.account();
  folder = mkdtempSync(join(tmpdir(), 'rollbook-roster-'));
  (t as { after?: (callback: () => void) => void }).after?.(() => rmSync(folder, { recursive: true }));
});

const environment = (key = account.write, url = service.url) => ({
  ...bareEnvironment(),
  ROLLBOOK_URL: `${url}/v1`,
  ROLLBOOK_KEY: key,
});

function roster(args: string[], { env = environment(), input = '' } = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(LAUNCHER, ['roster', ...args], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}

const SCHALE = JSON.stringify({
  10010: { s: 3, l: 50, e1: 2, ws: 0, wl: 50 },
  20048: {
    s: 5,
    l: 90,
    e1: 10,
    e2: 9,
    e3: 9,
    e4: 2,
    ws: 2,
    wl: 40,
    b: 50,
    s1: 5,
    s2: 10,
    s3: 10,
    s4: 10,
    pm: 25,
  },
});
const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return name;
};

describe('roster commands', () => {
  test('a SchaleDB text is planned, applied, and then nothing is left to do', async () => {
    const text = file('schale.txt', toBase64(SCHALE));
    const plan = await roster(['plan', text]);
    assert.equal(plan.code, 0, plan.stderr);
    assert.match(plan.stdout, /^\+ 10010 Shiroko {2}tier 3, .*\n\+ 20048 .*\n2 to register\.$/m);
    assert.match(plan.stdout, /weaponLevel 50 was read as 0/);
    assert.deepEqual((await service.call(account.read, 'GET', '/me/students')).body.students, []);

    const applied = await roster(['apply', '-', '--yes', '--json'], { input: toBase64(SCHALE) });
    assert.equal(applied.code, 0, applied.stderr);
    assert.deepEqual(JSON.parse(applied.stdout).registered, ['10010', '20048']);
    const { body } = await service.call(account.read, 'GET', '/me/students/20048');
    assert.deepEqual([body.level, body.bond, body.equip1Level], [90, 50, null]);
    assert.match((await roster(['plan', text])).stdout, /\n2 unchanged\.\n$/);
  });

  test('a compressed text of planner_of_plana is unpacked, and one that is cut off is refused', async () => {
    const weapon = { weapon_state: 'weapon_equipped', weapon_star: 2 };
    const text = writePlanaText([{ student_id: 'nagisa_swimsuit', student_star: 5, level: 90, ...weapon }]);
    const plan = await roster(['plan', file('plana.txt', text)]);
    assert.match(plan.stdout, /^\+ 20048 Nagisa \(Swimsuit\) {2}tier 5, weaponTier 2, level 90\n/m);
    const cut = await roster(['plan', '-'], { input: text.slice(0, -20) });
    assert.deepEqual([cut.code, cut.stdout], [1, '']);
    assert.match(cut.stderr, /^Standard input: The planner_of_plana text is not valid\./);
  });

  test('a SchaleDB or planner text that was exported and is read back as it is changes nothing', async () => {
    for (const [studentUid, tier] of [
      ['10010', 3],
      ['10098', 1],
    ])
      await service.call(account.write, 'POST', '/me/students', {
        studentUid,
        tier,
        weaponTier: 0,
        skillEx: 2,
      });
    for (const format of ['schaledb', 'planner']) {
      await roster(['export', format, '--format', format]);
      assert.match((await roster(['plan', format])).stdout, /(^|\n)2 unchanged\.\n$/, format);
    }
  });

  test('students of whom a file has nothing but defaults are left out, with a note', async () => {
    const current = { star: 3, ue: 0, level: 1, bond: 1, ex: 1, basic: 1, passive: 1, sub: 1 };
    const characters = ['10010', '10011'].map((id) => ({ id, current: { ...current, gear1: 0 } }));
    const save = file('defaults.json', JSON.stringify({ exportVersion: 2, characters }));
    const { stdout } = await roster(['plan', save]);
    assert.match(
      stdout,
      /\nnote: 2 rows: Every value is what the tool fills in .*\n2 left out\.\nPass --lower to take all .*\n$/s,
    );
  });

  test('a plan lists what it raises and keeps, and with --lower marks by words what it lowers or clears', async () => {
    const state = { tier: 3, weaponTier: 0, level: 50, skillEx: 5, bond: 20, equip1: 5, equip1Level: 45 };
    for (const studentUid of ['10010', '10011', '10012'])
      await service.call(account.write, 'POST', '/me/students', { ...state, studentUid });
    const rows = file(
      'rows.csv',
      'studentUid,tier,weaponTier,level,skillEx,skillSub,bond,equip1,equip1Level\n' +
        '10010,3,0,49,,4,21,6,1\n10011,4,0,50,5,,20,5,45\n10012,3,0,49,5,,20,4,45\n',
    );
    const plan = await roster(['plan', rows]);
    assert.deepEqual(
      [plan.code, plan.stdout],
      [
        0,
        '~ 10010 Shiroko  raises equip1 5 → 6, equip1Level 45 → 1, bond 20 → 21; records skillSub 4\n' +
          '~ 10011 Shun  raises tier 3 → 4\n' +
          '= 10010 Shiroko  keeps level 50 (file: 49), skillEx 5 (file: null)\n' +
          '= 10012 Sumire  keeps level 50 (file: 49), equip1 5 (file: 4)\n' +
          '2 to change, 1 unchanged.\n' +
          '2 students kept what the file would lower or clear. Pass --lower to take all values and rows of the file.\n',
      ],
    );
    const lowering = await roster(['plan', rows, '--lower']);
    assert.equal(
      lowering.stdout,
      '~ 10010 Shiroko  raises equip1 5 → 6, equip1Level 45 → 1, bond 20 → 21; records skillSub 4; lowers level 50 → 49; clears skillEx 5 → null\n' +
        '~ 10011 Shun  raises tier 3 → 4\n' +
        '~ 10012 Sumire  lowers level 50 → 49, equip1 5 → 4\n' +
        '3 to change (2 with lowered values).\n',
    );
  });

  test('apply lowers and clears nothing without --lower, reports what is kept, and exits with 0', async () => {
    const recorded = { studentUid: '10010', tier: 5, weaponTier: 0, level: 90, bond: 20 };
    await service.call(account.write, 'POST', '/me/students', recorded);
    const rows = file('rows.csv', 'studentUid,tier,weaponTier,level,bond,skillEx\n10010,3,0,1,1,5\n');
    const stored = async () => {
      const { tier, level, bond, skillEx } = (await service.call(account.read, 'GET', '/me/students/10010'))
        .body;
      return [tier, level, bond, skillEx];
    };
    const kept = [{ studentUid: '10010', fields: ['tier', 'level', 'bond'] }];
    assert.deepEqual(JSON.parse((await roster(['plan', rows, '--json'])).stdout).kept, kept);
    const first = await roster(['apply', rows, '--json']);
    const { changed, unchanged, kept: reported } = JSON.parse(first.stdout);
    assert.deepEqual([first.code, changed, unchanged, reported], [0, ['10010'], [], kept]);
    assert.deepEqual(await stored(), [5, 90, 20, 5]);
    const second = await roster(['apply', rows]);
    assert.equal(second.code, 0);
    assert.match(
      second.stdout,
      /^1 unchanged\.\n1 student kept what the file would lower or clear\. Pass --lower/,
    );
    assert.deepEqual(await stored(), [5, 90, 20, 5]);
    const lowered = await roster(['apply', rows, '--lower', '--json']);
    assert.deepEqual(JSON.parse(lowered.stdout).kept, []);
    assert.deepEqual(await stored(), [3, 1, 1, 5]);
  });

  test('a plan has one line for each kind of note, and with --verbose or --json all notes', async () => {
    const held = { s: 3, l: 50, e1: 1, ws: 0 };
    const collection = { 10010: { ...held, wl: 50 }, 10011: { ...held, wl: 40 }, 10012: { ...held, s: 2 } };
    const text = file('schale.txt', JSON.stringify(collection));
    const notes = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('note:'));
    const [allOfIt, ...short] = notes((await roster(['plan', text])).stdout);
    assert.match(allOfIt as string, /equip1Level/);
    assert.deepEqual(short, [
      'note: 3 rows: equip1 1 may stand for none, because 1 is the lowest value in that tool.',
      'note: 2 rows, such as 10010: weaponLevel 50 was read as 0, because there is no unique weapon.',
      'note: --verbose shows the note of each row.',
    ]);
    const verbose = notes((await roster(['plan', text, '--verbose'])).stdout);
    assert.equal(verbose.length, 6);
    assert.ok(verbose.some((line) => /10011.*weaponLevel 40 was read as 0/.test(line)));
    assert.equal(JSON.parse((await roster(['plan', text, '--json'])).stdout).warnings.length, 6);
  });

  test('an exported roster brings another account to the same state', async () => {
    await roster(['apply', file('schale.txt', toBase64(SCHALE)), '--yes']);
    const original = await service.call(account.read, 'GET', '/me/students');
    for (const name of ['roster.json', 'roster.csv']) {
      assert.equal((await roster(['export', name])).code, 0);
      const again = await roster(['export', name]);
      assert.deepEqual([again.code, again.stdout], [1, '']);
      const other = await service.account();
      const applied = await roster(['apply', name], { env: environment(other.write) });
      assert.equal(applied.code, 0, applied.stderr);
      const copied = await service.call(other.read, 'GET', '/me/students');
      assert.deepEqual(copied.body, original.body);
    }
  });

  test('export prints the address at which another site shows who is recruited, and names whom it lacks', async () => {
    const own = await startService();
    const { write } = await own.account();
    const newcomer = { uid: '10999', names: { ko: '새봄', ja: '新春', en: 'Newcomer' }, aliases: [] };
    const catalogue = JSON.stringify([...SHIPPED_PARTS.students, newcomer]);
    await own.command('catalogue', 'import', join(folder, file('students.json', catalogue)));
    const env = environment(write, own.url);
    await until('the newcomer is served', async () =>
      (await (await fetch(`${own.url}/catalogue.json`)).text()).includes('10999'),
    );
    const rows = file('rows.csv', 'studentUid,tier,weaponTier\n10000,3,0\n10005,3,0\n10999,3,0\n');
    assert.equal((await roster(['apply', rows], { env })).code, 0);

    assert.deepEqual(await roster(['export', '--format', 'bamystudents'], { env }), {
      code: 0,
      stdout: `https://bamystudents.netlify.app/h${'A'.repeat(45)}\n`,
      stderr: 'Not in the address, because the site lacks them: 10999.\n',
    });
    const { stdout, stderr } = await roster(['export', '--format', 'bamystudents', '--json'], { env });
    assert.deepEqual([JSON.parse(stdout).students, JSON.parse(stdout).unlisted, stderr], [2, ['10999'], '']);
    const whole = await roster(['export', 'address.txt', '--format', 'midokuni'], { env });
    assert.deepEqual([whole.stdout, whole.stderr], ['Wrote 3 students to address.txt (midokuni).\n', '']);
    assert.match(
      readFileSync(join(folder, 'address.txt'), 'utf8'),
      /^https:\/\/hina\.loves\.midokuni\.com\/Tool\/Roster\?s10=\S+\n$/,
    );
    const merged = await roster(['export', '--format', 'midokuni', '--merge', rows], { env });
    assert.deepEqual([merged.code, merged.stdout], [2, '']);
  });

  test('show lists students by name, and exits with 1 for a name that no recruited student has', async () => {
    await roster(['apply', file('schale.txt', toBase64(SCHALE)), '--yes']);
    const all = await roster(['show', '--json']);
    assert.deepEqual(
      JSON.parse(all.stdout).map(({ name }: { name: string }) => name),
      ['시로코', '나기사(수영복)'],
    );
    assert.match((await roster(['show', 'shiroko'])).stdout, /^10010 {2}Shiroko/m);
    assert.match((await roster(['show', '시로코'])).stdout, /^10010 {2}시로코/m);
    const missing = await roster(['show', 'Hoshino']);
    assert.deepEqual([missing.code, missing.stderr], [1, 'Hoshino (10005) is not recruited.\n']);
    const korean = await roster(['show', '호시노']);
    assert.deepEqual([korean.code, korean.stderr], [1, '모집하지 않은 학생: 호시노 (10005).\n']);
    const several = await roster(['show', 'shiroko', 'hoshino', 'aru', '--json']);
    assert.deepEqual([several.code, several.stdout], [1, '']);
    assert.deepEqual(JSON.parse(several.stderr), {
      error: 'Hoshino (10005), Aru (10000) are not recruited.',
    });
    const ambiguous = await roster(['show', '하루']);
    assert.equal(ambiguous.code, 1);
    assert.match(ambiguous.stderr, /Haruna \(10002\), Haruka/);
  });

  test('students are removed only with --prune and --yes, never after a bad row, and are saved first', async () => {
    await roster(['apply', file('schale.txt', toBase64(SCHALE)), '--yes']);
    const one = file('one.csv', 'studentUid,tier,weaponTier\n10010,3,0\n');
    assert.equal((await roster(['apply', one, '--yes'])).code, 0);
    const unconfirmed = await roster(['apply', one, '--prune']);
    assert.equal(unconfirmed.code, 1);
    assert.match(unconfirmed.stderr, /1 student would be removed\. Pass --yes/);
    const bad = file('bad.csv', 'studentUid,tier,weaponTier\n10010,3,0\n10011,9,0\n');
    assert.match((await roster(['apply', bad, '--prune', '--yes'])).stderr, /Nothing is removed/);
    assert.equal((await service.call(account.read, 'GET', '/me/students')).body.students.length, 2);

    const pruned = await roster(['apply', one, '--prune', '--yes']);
    assert.equal(pruned.code, 0, pruned.stderr);
    const left = (await service.call(account.read, 'GET', '/me/students')).body.students;
    assert.deepEqual(
      left.map(({ studentUid }: { studentUid: string }) => studentUid),
      ['10010'],
    );
    const saved = readdirSync(folder).find((name) => /^rollbook-roster-.*\.json$/.test(name)) as string;
    assert.equal(pruned.stderr.split('\n').at(-2), `The roster before this is saved as ${saved}.`);
    assert.ok(readFileSync(join(folder, saved), 'utf8').includes('20048'));
    rmSync(join(folder, saved));

    const other = file('other.csv', 'studentUid,tier,weaponTier\n10011,3,0\n');
    const asJson = await roster(['apply', other, '--prune', '--yes', '--json']);
    assert.deepEqual([asJson.code, asJson.stderr], [0, '']);
    assert.ok(readFileSync(join(folder, JSON.parse(asJson.stdout).backup), 'utf8').includes('10010'));
  });

  test('a wait is told without --json, and with --json standard error has the error alone', async (t) => {
    let isBusy = false;
    const busyOnce = createServer((_request, response) => {
      isBusy = !isBusy;
      response.writeHead(isBusy ? 503 : 404, { 'retry-after': '1' }).end();
    }).listen(0, '127.0.0.1');
    t.after(() => busyOnce.close());
    await once(busyOnce, 'listening');
    const env = environment(account.read, `http://127.0.0.1:${(busyOnce.address() as AddressInfo).port}`);
    const plain = await roster(['show'], { env });
    assert.match(plain.stderr, /^Waiting 2 s: .*\n.+\n$/);
    const json = await roster(['show', '--json'], { env });
    assert.deepEqual([json.code, json.stdout], [1, '']);
    assert.equal(json.stderr, `${JSON.stringify({ error: plain.stderr.split('\n')[1] })}\n`);
  });

  test('what cannot be written is named and exits with 1, and the rest is written', async () => {
    const rows = 'studentUid,tier,weaponTier\n10010,3,0\n99999,3,0\n10012,x,0\n';
    const applied = await roster(['apply', file('rows.csv', rows), '--json']);
    assert.equal(applied.code, 1);
    const { registered, failed, unread } = JSON.parse(applied.stdout);
    assert.deepEqual(registered, ['10010']);
    assert.deepEqual([failed.length, unread.length], [1, 1]);
    assert.match(failed[0].error.message, /99999/);
    const problems =
      '! 10012 Sumire  tier must be an integer from 1 to 5, not "x".\n' +
      '! 99999  The catalogue has no student with the UID 99999. The catalogue is of 2026-08-31 and lacks newer students.\n';
    const plan = await roster(['plan', 'rows.csv']);
    assert.equal(plan.code, 1);
    assert.equal(plan.stdout, `${problems}1 cannot be written, 1 cannot be read, 1 unchanged.\n`);
    const again = await roster(['apply', 'rows.csv']);
    assert.equal(again.stdout, `${problems}1 unchanged, 1 failed, 1 not read.\n`);
  });

  test('a row without a UID is that of the student with its name, and an unknown name tells the nearest', async () => {
    const rows = 'name,tier,weaponTier\nMisaki,3,0\n수시노,3,0\nHoshinno,3,0\n';
    const plan = await roster(['plan', file('names.csv', rows)]);
    assert.equal(plan.code, 1);
    assert.match(plan.stdout, /^\+ 10041 Misaki /m);
    assert.match(plan.stdout, /^\+ 10045 Hoshino \(Swimsuit\) /m);
    assert.match(
      plan.stdout,
      /No student is named "Hoshinno"\. Similar: Hoshino \(10005\), .*\. The catalogue is of \d{4}-\d\d-\d\d and lacks newer students\.$/m,
    );
  });

  test('a sheet of a player is read as it is, in CP949 too, and recruited students keep the stars that it lacks', async () => {
    const sheet = OWN_SHEETS.find(({ title }) => title.includes('CP949')) as OwnSheet;
    const applied = await roster(['apply', file('학생목록.csv', sheet.bytes), '--yes', '--json']);
    assert.equal(applied.code, 0, applied.stderr);
    for (const [uid, state] of Object.entries(sheet.states)) {
      const { body } = await service.call(account.read, 'GET', `/me/students/${uid}`);
      for (const [name, value] of Object.entries(state)) assert.equal(body[name], value, `${name} of ${uid}`);
    }
    const plan = await roster([
      'plan',
      file('levels.csv', '이름;렙;쪼렙\n아루;90;1\n히나;88;2\n에이미;70;3\n'),
    ]);
    assert.match(plan.stdout, /^\+ 10001 Eimi {2}tier 3, weaponTier 0, level 70\n/m);
    assert.match(plan.stdout, /^~ 10004 Hina {2}raises level 85 → 88\n/m);
    assert.match(plan.stdout, /Unknown columns were ignored: "쪼렙"/);
    assert.match(plan.stdout, /1 to register, 1 to change, 1 unchanged\.\n$/);
  });

  test('a key that may only read is told so once, however many students there are', async () => {
    const { read } = await service.account();
    const rows = ['10000', '10001', '10002'].map((uid) => `${uid},3,0`).join('\n');
    const name = file('rows.csv', `studentUid,tier,weaponTier\n${rows}\n`);
    const { code, stdout, stderr } = await roster(['apply', name], { env: environment(read) });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /\n3 to register\.\nThe API key may only read or lacks an area, or the account is suspended\.\n$/,
    );
  });

  test('the key comes from the environment or a file, and is never printed', async () => {
    const { ROLLBOOK_KEY: _, ...env } = environment();
    const none = await roster(['show'], { env: env as ReturnType<typeof environment> });
    assert.deepEqual([none.code, none.stdout], [2, '']);
    assert.match(none.stderr, /ROLLBOOK_KEY/);
    const fromFile = await roster(['show', '--key-file', file('key', `${account.read}\n`)], {
      env: env as ReturnType<typeof environment>,
    });
    assert.equal(fromFile.code, 0, fromFile.stderr);
    const refused = await roster(['show'], { env: environment('rbk_wrong_key') });
    assert.equal(refused.code, 1);
    assert.ok(!(refused.stdout + refused.stderr).includes('rbk_wrong_key'));
  });

  for (const [name, keys, code, message] of [
    ['Ctrl-C', '\x03', 130, 'Interrupted. Nothing was changed.'],
    ['the end of input', '\x04', 1, 'There was no answer. Nothing was changed.'],
    ['n', 'n\r', 1, 'Nothing was changed.'],
    ['y', 'y\r', 0, '1 registered.'],
  ] as const)
    for (const source of ['a file', 'standard input'])
      test(`${name} at the question of apply exits with ${code} after ${source} was read`, async (t) => {
        const rows = file('one.csv', 'studentUid,tier,weaponTier\n10010,3,0\n');
        const command = `${LAUNCHER} roster apply ${source === 'a file' ? rows : `- < ${rows}`}`;
        const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: environment(), cwd: folder });
        t.after(() => terminal.kill('SIGKILL'));
        let output = '';
        let isAnswered = false;
        terminal.stdout.on('data', (data) => {
          output += data;
          if (isAnswered || !output.includes('(y/N)')) return;
          isAnswered = true;
          terminal.stdin.write(keys);
        });
        const [exitCode] = await once(terminal, 'close');
        assert.equal(exitCode, code, output);
        assert.ok(output.includes(message), output);
        const { students } = (await service.call(account.read, 'GET', '/me/students')).body;
        assert.equal(students.length, code === 0 ? 1 : 0);
      });

  test('apply writes a roster from standard input without a question where there is no terminal', async (t) => {
    const options = { env: environment(), cwd: folder, detached: true };
    const child = spawn(LAUNCHER, ['roster', 'apply', '-'], options);
    t.after(() => child.kill('SIGKILL'));
    child.stdin.end('studentUid,tier,weaponTier\n10010,3,0\n');
    assert.deepEqual(await once(child, 'close'), [0, null]);
    const { students } = (await service.call(account.read, 'GET', '/me/students')).body;
    assert.equal(students.length, 1);
  });

  test('a file that cannot be read or written is explained by a sentence without a code', async () => {
    await roster(['export', 'roster.json']);
    const failures: [string[], number, string][] = [
      [['plan', 'none.csv'], 1, 'There is no file none.csv. Check the path.'],
      [['plan', '.'], 1, '. is a folder. Name a file.'],
      [['plan', 'roster.json/x'], 1, 'There is no file roster.json/x. Check the path.'],
      [['export', '--merge', 'none.txt'], 1, 'There is no file none.txt. Check the path.'],
      [['export', 'none/new.csv'], 1, 'There is no folder none. Create it, or name another file.'],
      [['export', 'roster.json'], 1, 'There is a file at roster.json already. Name one that does not exist.'],
      [['show', '--key-file', 'none'], 2, 'The API key is not read. There is no file none. Check the path.'],
    ];
    for (const [args, code, message] of failures) {
      const { stdout, stderr, ...result } = await roster(args);
      assert.deepEqual([result.code, stdout, stderr], [code, '', `${message}\n`]);
    }
  });

  test('an input without an end is read up to the limit of a roster', async () => {
    const child = spawn('sh', ['-c', `yes | ${LAUNCHER} roster plan -`], { env: environment(), cwd: folder });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    const [code] = await once(child, 'close');
    assert.deepEqual([code, stderr], [1, 'Standard input: The text is too large. The limit is 50 MB.\n']);
  });

  test('the help lists the exit codes', async () => {
    const { code, stdout } = await roster(['--help']);
    assert.equal(code, 0);
    assert.match(stdout, /\nExit codes:\n {2}0 {4}Done\n {2}1 .*\n {2}2 .*\n {2}130 {2}Interrupted/);
  });

  test('wrong usage exits with 2', async () => {
    for (const args of [['plan'], ['plan', 'a', 'b'], ['export', '--format', 'xml'], ['show', '--loud']])
      assert.equal((await roster(args)).code, 2, args.join(' '));
  });

  test('an interrupted apply exits with 130, and the next one goes on', async (t) => {
    const limited = await startService({ env: { ROLLBOOK_WRITE_LIMIT: '3' } });
    const { write, read } = await limited.account();
    const rows = ['10000', '10001', '10002', '10003', '10004'].map((uid) => `${uid},3,0`).join('\n');
    const name = file('rows.csv', `studentUid,tier,weaponTier\n${rows}\n`);
    const env = environment(write, limited.url);
    const child = spawn(LAUNCHER, ['roster', 'apply', name], { env, cwd: folder });
    t.after(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk;
    });
    const registered = async () => (await limited.call(read, 'GET', '/me/students')).body.students.length;
    await until(
      'the limit is reached',
      async () => /Waiting \d+ s/.test(printed) && (await registered()) === 3,
    );
    // The answers of the last writes may be on their way.
    await sleep(1_000);
    child.kill('SIGINT');
    assert.deepEqual(await exited, [130, null]);
    assert.match(
      printed,
      /\nWritten until then: 3 registered.*\.\nInterrupted\. What was written stays; .*\n$/,
    );
    const plan = await roster(['plan', name], { env });
    assert.match(plan.stdout, /2 to register, 3 unchanged\.\n$/);
  });
});
