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
import { newDatabase } from '../../database.ts';
import { freePort } from '../../free-port.ts';
import { bareEnvironment } from '../../service.ts';

const LAUNCHER = join(import.meta.dirname, '../../../cli/rollbook');
const TIMEOUT_MS = 30_000;
/** Requests pipelined on one connection. */
const PIPELINED = 500;
/** Logs several times more than the log buffer and a pipe or terminal hold together. */
const REQUESTS = 20_000;
/** A stalled log costs almost nothing, while an unbounded buffer slows requests down by far more than this. */
const MAX_SLOWDOWN = 3;
const notLinux = process.platform !== 'linux' && 'needs the pipes, terminals and /dev/full of Linux';

interface Started {
  child: ChildProcess;
  url: string;
}

/** Runs a command that starts a service, with the given standard streams. */
async function start(
  t: TestContext,
  stdio: StdioOptions,
  [program, ...args]: [string, ...string[]] = [LAUNCHER, 'serve'],
): Promise<Started> {
  const database = await newDatabase('sqlite');
  const port = await freePort();
  const settings = { ROLLBOOK_DATABASE: database.address, ROLLBOOK_PORT: String(port) };
  const child = spawn(program, args, { env: { ...bareEnvironment(), ...settings }, stdio });
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

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, `not true within ${TIMEOUT_MS} ms: ${condition}`);
    await pause(20);
  }
}

/** Sends REQUESTS requests on one connection; returns the milliseconds until all are answered. */
async function requestMany(url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const startedAt = performance.now();
  const send = () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED));
  let answered = 0;
  let partial = '';
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
  socket.on('error', () => {});
  socket.on('data', (data) => {
    const parts = (partial + data.toString('latin1')).split('{"status":"ok"}');
    partial = parts.pop() as string;
    answered += parts.length;
    if (answered === REQUESTS) socket.end();
    else if (parts.length > 0 && answered % PIPELINED === 0) send();
  });
  send();
  await once(socket, 'close');
  assert.equal(answered, REQUESTS);
  return performance.now() - startedAt;
}

/** Sends SIGTERM and checks that the exit code is 0. */
async function stop({ child }: Started): Promise<void> {
  child.kill('SIGTERM');
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
  assert.equal(code, 0);
}

async function createPipe(t: TestContext): Promise<{ reader: Socket; write: number }> {
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

function collectText(stream: Readable): () => string {
  let text = '';
  stream.on('data', (data) => {
    text += data;
  });
  return () => text;
}

/** Waits until the logged lines and the lines reported as dropped add up to the requests. */
async function assertAllAccountedFor(text: () => string, requests: number, dropped: RegExp): Promise<void> {
  let [logged, reported] = [0, 0];
  await until(() => {
    const lines = text().split('\n');
    logged = lines.filter((line) => /unrouted/.test(line)).length;
    reported = lines.reduce((sum, line) => sum + Number(dropped.exec(line)?.[1] ?? 0), 0);
    return logged + reported >= requests;
  });
  assert.equal(logged + reported, requests);
  assert.ok(reported > 0 && logged > 0, `${reported} dropped, ${logged} logged`);
}

/** Standard error goes to the log or elsewhere. */
const suffixOf = (joined: boolean) => (joined ? ' with standard error in the same stream' : '');

/** One after another, because it compares times. */
describe('a stalled log', { skip: notLinux }, () => {
  for (const joined of [false, true])
    test(`a stalled log reader hardly slows requests down, and the log reports how many lines were dropped${suffixOf(joined)}`, async (t) => {
      const { reader, write } = await createPipe(t);
      const started = await start(t, ['ignore', write, joined ? write : 'ignore']);
      closeSync(write);
      const text = collectText(reader);
      await requestMany(started.url);
      const flowing = await requestMany(started.url);
      reader.pause();
      const stalled = [await requestMany(started.url), await requestMany(started.url)];
      t.diagnostic(`${REQUESTS} requests: ${flowing} ms, stalled ${stalled} ms`);
      assert.ok(Math.min(...stalled) < flowing * MAX_SLOWDOWN, `${flowing} ms, stalled ${stalled} ms`);
      reader.resume();
      await assertAllAccountedFor(text, 1 + 4 * REQUESTS, /"dropped":(\d+)/);
      for (const line of text().split('\n').filter(Boolean))
        if (!/^(?:Rollbook listens|There is no account| {2}http|The link works|Without a browser)/.test(line))
          JSON.parse(line);
      reader.pause();
      await requestMany(started.url);
      await stop(started);
    });
});

describe('a lost or slow log', { skip: notLinux, concurrency: 3 }, () => {
  for (const joined of [false, true]) {
    const suffix = suffixOf(joined);

    test(`the service survives a closed log${suffix}`, async (t) => {
      const { reader, write } = await createPipe(t);
      const started = await start(t, ['ignore', write, joined ? write : 'pipe']);
      closeSync(write);
      const stderr = joined ? () => '' : collectText(started.child.stderr as Readable);
      reader.destroy();
      await requestMany(started.url);
      await requestMany(started.url);
      await stop(started);
      if (!joined) assert.equal(stderr().match(/The log cannot be written: EPIPE/g)?.length, 1, stderr());
    });

    test(`the service survives a log on a full disk${suffix}`, async (t) => {
      const full = openSync('/dev/full', 'a');
      const started = await start(t, ['ignore', full, joined ? full : 'pipe']);
      closeSync(full);
      const stderr = joined ? () => '' : collectText(started.child.stderr as Readable);
      await requestMany(started.url);
      await requestMany(started.url);
      await stop(started);
      if (!joined) assert.equal(stderr().match(/The log cannot be written: ENOSPC/g)?.length, 1, stderr());
    });
  }

  test('log lines buffered at shutdown are written', async (t) => {
    const { reader, write } = await createPipe(t);
    const started = await start(t, ['ignore', write, 'ignore']);
    closeSync(write);
    const text = collectText(reader);
    await requestMany(started.url);
    await stop(started);
    await until(() => reader.closed);
    assert.equal(
      text()
        .split('\n')
        .filter((line) => /unrouted/.test(line)).length,
      1 + REQUESTS,
    );
  });

  /**
   * Starts the service in a pseudo-terminal of `script`, which copies the terminal to its standard output. Once the start
   * has said all, nothing more is read until that is resumed.
   */
  async function startInTerminal(t: TestContext): Promise<Started & { pid: number; text: () => string }> {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-terminal-'));
    const pidFile = join(folder, 'pid');
    const serve = `exec setsid -w sh -c 'echo $$ >${pidFile}; exec ${LAUNCHER} serve'`;
    const started = await start(t, ['ignore', 'pipe', 'ignore'], ['script', '-qfc', serve, '/dev/null']);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const terminal = started.child.stdout as Readable;
    const text = collectText(terminal);
    // Its last message of the start: standard error is the same terminal, and a write there waits.
    await until(() => text().includes('setup_'));
    terminal.pause();
    t.after(async () => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });
    return { ...started, pid, text };
  }

  const isRunning = (pid: number) => existsSync(`/proc/${pid}/status`);

  test('the service answers while its terminal is paused, as by Ctrl-S', async (t) => {
    const { child, url, text } = await startInTerminal(t);
    await requestMany(url);
    await requestMany(url);
    child.stdout?.resume();
    await assertAllAccountedFor(text, 1 + 2 * REQUESTS, /\bdropped=(\d+)/);
  });

  test('the service survives the closing of its terminal', async (t) => {
    const { child, url, pid } = await startInTerminal(t);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await requestMany(url);
    assert.ok(isRunning(pid));
    process.kill(pid, 'SIGTERM');
    await until(() => !isRunning(pid));
  });
});
