import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase } from '../database.ts';
import { freePort } from '../free-port.ts';
import { bareEnvironment } from '../service.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/rollbook');
const LIMIT_MS = 30_000;
/** Requests sent ahead of their answers on one connection. */
const AHEAD = 500;
/** Their lines are several times what is kept and what a pipe or a terminal holds. */
const MANY = 20_000;
/** A stall costs next to nothing; before lines were bounded it took sixteen times as long. */
const MAX_SLOWDOWN = 3;
const elsewhere = process.platform !== 'linux' && 'needs the pipes, terminals and /dev/full of Linux';

interface Started {
  child: ChildProcess;
  url: string;
}

/** Runs the words, which start a service, with its standard output and error wherever the test wants them. */
async function start(
  t: TestContext,
  stdio: StdioOptions,
  [program, ...words]: [string, ...string[]] = [LAUNCHER, 'serve'],
): Promise<Started> {
  const database = await newDatabase('sqlite');
  const port = await freePort();
  const settings = { ROLLBOOK_DATABASE: database.address, ROLLBOOK_PORT: String(port) };
  const child = spawn(program, words, { env: { ...bareEnvironment(), ...settings }, stdio });
  t.after(async () => {
    child.kill('SIGKILL');
    await database.remove();
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { child, url };
}

async function until(met: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await met())) {
    assert.ok(Date.now() < deadline, `not so within ${LIMIT_MS} ms: ${met}`);
    await pause(20);
  }
}

/** Sends MANY requests on one connection, and gives the milliseconds until all are answered. */
async function requestMany(url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const began = performance.now();
  const send = () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(AHEAD));
  let answered = 0;
  let begun = '';
  socket.setTimeout(LIMIT_MS, () => socket.destroy());
  socket.on('error', () => {});
  socket.on('data', (data) => {
    const parts = (begun + data.toString('latin1')).split('{"status":"ok"}');
    begun = parts.pop() as string;
    answered += parts.length;
    if (answered === MANY) socket.end();
    else if (parts.length > 0 && answered % AHEAD === 0) send();
  });
  send();
  await once(socket, 'close');
  assert.equal(answered, MANY);
  return performance.now() - began;
}

/** SIGTERM ends it with 0. */
async function stop({ child }: Started): Promise<void> {
  child.kill('SIGTERM');
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  assert.equal(code, 0);
}

/** A pipe: what is written to one end, the other reads when it wants to. */
async function pipe(t: TestContext): Promise<{ reader: Socket; write: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-log-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const write = openSync(path, constants.O_WRONLY);
  const reader = new Socket({ fd: read, readable: true, writable: false });
  t.after(() => reader.destroy());
  return { reader, write };
}

function textOf(stream: Readable): () => string {
  let text = '';
  stream.on('data', (data) => {
    text += data;
  });
  return () => text;
}

/** Waits until so many requests are either logged or among those that the log says were dropped. */
async function accountedFor(text: () => string, requests: number, dropped: RegExp): Promise<void> {
  let [logged, told] = [0, 0];
  await until(() => {
    const lines = text().split('\n');
    logged = lines.filter((line) => /unrouted/.test(line)).length;
    told = lines.reduce((sum, line) => sum + Number(dropped.exec(line)?.[1] ?? 0), 0);
    return logged + told >= requests;
  });
  assert.equal(logged + told, requests);
  assert.ok(told > 0 && logged > 0, `${told} dropped, ${logged} logged`);
}

describe('the log', { skip: elsewhere }, () => {
  for (const joined of [false, true]) {
    const also = joined ? ', with standard error joined to it' : '';

    test(`a stalled reader of the log costs little, and is told how many lines it missed${also}`, async (t) => {
      const { reader, write } = await pipe(t);
      const started = await start(t, ['ignore', write, joined ? write : 'ignore']);
      closeSync(write);
      const text = textOf(reader);
      await requestMany(started.url);
      const flowing = await requestMany(started.url);
      reader.pause();
      const stalled = [await requestMany(started.url), await requestMany(started.url)];
      t.diagnostic(`${MANY} requests: ${flowing} ms, stalled ${stalled} ms`);
      assert.ok(Math.min(...stalled) < flowing * MAX_SLOWDOWN, `${flowing} ms, stalled ${stalled} ms`);
      reader.resume();
      await accountedFor(text, 1 + 4 * MANY, /"dropped":(\d+)/);
      for (const line of text().split('\n').filter(Boolean))
        if (!line.startsWith('Rollbook listens')) JSON.parse(line);
      reader.pause();
      await requestMany(started.url);
      await stop(started);
    });

    test(`a closed log does not end the service${also}`, async (t) => {
      const { reader, write } = await pipe(t);
      const started = await start(t, ['ignore', write, joined ? write : 'pipe']);
      closeSync(write);
      const said = joined ? () => '' : textOf(started.child.stderr as Readable);
      reader.destroy();
      await requestMany(started.url);
      await requestMany(started.url);
      await stop(started);
      if (!joined) assert.equal(said().match(/The log cannot be written: EPIPE/g)?.length, 1, said());
    });

    test(`a log on a full disk does not end the service${also}`, async (t) => {
      const full = openSync('/dev/full', 'a');
      const started = await start(t, ['ignore', full, joined ? full : 'pipe']);
      closeSync(full);
      const said = joined ? () => '' : textOf(started.child.stderr as Readable);
      await requestMany(started.url);
      await requestMany(started.url);
      await stop(started);
      if (!joined) assert.equal(said().match(/The log cannot be written: ENOSPC/g)?.length, 1, said());
    });
  }

  test('what was logged just before the end is written', async (t) => {
    const { reader, write } = await pipe(t);
    const started = await start(t, ['ignore', write, 'ignore']);
    closeSync(write);
    const text = textOf(reader);
    await requestMany(started.url);
    await stop(started);
    await until(() => reader.closed);
    assert.equal(text().split('\n').filter(Boolean).length, 1 + MANY);
  });

  /** In a terminal of its own, which `script` shows on its standard output. */
  async function startInTerminal(t: TestContext): Promise<Started & { pid: number }> {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-terminal-'));
    const pidFile = join(folder, 'pid');
    const serve = `exec setsid -w sh -c 'echo $$ >${pidFile}; exec ${LAUNCHER} serve'`;
    const started = await start(t, ['ignore', 'pipe', 'ignore'], ['script', '-qfc', serve, '/dev/null']);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    t.after(async () => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });
    return { ...started, pid };
  }

  const isRunning = (pid: number) => existsSync(`/proc/${pid}/status`);

  test('a terminal that shows nothing more, as after Ctrl-S, does not stop the service', async (t) => {
    const { child, url } = await startInTerminal(t);
    await requestMany(url);
    await requestMany(url);
    await accountedFor(textOf(child.stdout as Readable), 1 + 2 * MANY, /\bdropped=(\d+)/);
  });

  test('a closed terminal does not end the service', async (t) => {
    const { child, url, pid } = await startInTerminal(t);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await requestMany(url);
    assert.ok(isRunning(pid));
    process.kill(pid, 'SIGTERM');
    await until(() => !isRunning(pid));
  });
});
