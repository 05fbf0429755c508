import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeCertificate } from '../certificate.ts';
import { cleanUpAtEnd } from '../cleanup.ts';
import { freePort } from '../free-port.ts';
import { until } from '../until.ts';

const CONFIGURATION = join(import.meta.dirname, '../../ops/haproxy/haproxy.cfg');

export interface Haproxy {
  /** An https URL, whose certificate this process trusts. */
  url: string;
  log: () => Record<string, unknown>[];
  /** Sends a command to the admin socket and returns its output. */
  command: (text: string) => Promise<string>;
}

/** Starts HAProxy with the shipped file until the current test or file ends; only addresses and paths are replaced. */
export async function startHaproxy(instances: readonly string[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-haproxy-'));
  const port = await freePort();
  const pem = await makeCertificate();
  await writeFile(
    join(folder, 'rollbook.pem'),
    (await Promise.all([pem.certificate, pem.key].map((file) => readFile(file, 'utf8')))).join(''),
  );
  setDefaultCACertificates([...getCACertificates(), await readFile(pem.authority, 'utf8')]);
  await pem.remove();
  const socket = join(folder, 'admin.sock');
  const replacements: [pattern: RegExp, text: string][] = [
    [/bind :443 /, `bind 127.0.0.1:${port} `],
    [/\/etc\/ssl\/rollbook\/rollbook\.pem/, join(folder, 'rollbook.pem')],
    [/\/run\/haproxy\/admin\.sock/, socket],
    [/log \/dev\/log local0/, 'log stdout format raw local0'],
    ...(process.getuid?.() === 0
      ? []
      : ([[/ {4}user haproxy\n {4}group haproxy\n/, '']] as [RegExp, string][])),
    ...instances.map((url, i): [RegExp, string] => [
      new RegExp(`10\\.0\\.0\\.${i + 1}:8787`, 'g'),
      new URL(url).host,
    ]),
  ];
  let text = await readFile(CONFIGURATION, 'utf8');
  for (const [pattern, replacement] of replacements) {
    if (text.search(pattern) < 0) throw new Error(`${CONFIGURATION} has nothing that matches ${pattern}`);
    text = text.replace(pattern, replacement);
  }
  await writeFile(join(folder, 'haproxy.cfg'), text);
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  const exited = once(child, 'exit');
  cleanUpAtEnd(async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true });
  });
  const command = async (line: string) => {
    const client = connect(socket);
    client.end(`${line}\n`);
    return (await client.setEncoding('utf8').toArray()).join('');
  };
  await until('HAProxy listens', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy does not start: ${output}`);
    return command('show info').then(
      () => true,
      () => false,
    );
  });
  return {
    url: `https://127.0.0.1:${port}`,
    log: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    command,
  };
}
