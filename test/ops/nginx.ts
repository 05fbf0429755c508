import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { cleanUpAtEnd } from '../cleanup.ts';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const SITE = join(import.meta.dirname, '../../ops/nginx/rollbook.conf');

export interface Nginx {
  /** An https URL, whose certificate this process trusts. */
  url: string;
  accessLog: () => Promise<Record<string, unknown>[]>;
  errorLog: () => Promise<string>;
  /** The text of all log files. */
  allLogs: () => Promise<string>;
  /** The folder of the logs and temporary files. */
  folder: string;
  stop: () => Promise<void>;
}

export type Replacement = [pattern: RegExp, text: string];

interface Options {
  /** Further replacements in the site file. */
  replacements?: Replacement[];
  connections?: number;
}

/** Starts nginx with the shipped site file on a free port; only addresses and file paths are replaced. */
export async function startNginx(
  upstreams: string[],
  { replacements = [], connections = 512 }: Options = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-nginx-'));
  const at = (name: string) => join(folder, name);
  await chmod(folder, 0o755);
  await createCertificate(at('key.pem'), at('cert.pem'));
  const port = await freePort();
  const allReplacements: Replacement[] = [
    [/server 127\.0\.0\.1:8787 (.*);/, upstreams.map((one) => `server ${new URL(one).host} $1;`).join(' ')],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
    [/\/etc\/ssl\/rollbook\/fullchain\.pem/, at('cert.pem')],
    [/\/etc\/ssl\/rollbook\/privkey\.pem/, at('key.pem')],
    [/\/var\/log\/nginx\/rollbook\.log/, at('access.log')],
    [/\/var\/log\/nginx\/rollbook-error\.log/, at('site-error.log')],
    ...replacements,
  ];
  let site = await readFile(SITE, 'utf8');
  for (const [pattern, text] of allReplacements) {
    if (!pattern.test(site)) throw new Error(`${SITE} has nothing that matches ${pattern}`);
    site = site.replace(pattern, text);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(at('site.conf'), site);
  await writeFile(
    at('nginx.conf'),
    `daemon off; worker_processes 1; pid ${at('pid')}; error_log ${at('error.log')} info;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections ${connections}; }
http { ${temporary.map((kind) => `${kind}_temp_path ${at(kind)};`).join(' ')} include ${at('site.conf')}; }`,
  );
  await run('nginx', ['-t', '-q', '-c', at('nginx.conf'), '-e', at('error.log')]);
  const nginx = spawn('nginx', ['-c', at('nginx.conf'), '-e', at('error.log')], { stdio: 'ignore' });
  const exited = once(nginx, 'exit');
  const stop = async () => {
    nginx.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  cleanUpAtEnd(stop);
  const url = `https://127.0.0.1:${port}`;
  const errorLog = () => readFile(at('error.log'), 'utf8');
  for (let tries = 0; !(await acceptsConnections(port)); tries += 1) {
    if (nginx.exitCode !== null || tries > 400) {
      nginx.kill('SIGKILL');
      throw new Error(`nginx did not start: ${await errorLog()}`);
    }
    await pause(50);
  }
  return {
    url,
    folder,
    errorLog,
    allLogs: async () => {
      const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
      return (await Promise.all(logs.map((name) => readFile(at(name), 'utf8')))).join('');
    },
    accessLog: async () =>
      (await readFile(at('access.log'), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    stop,
  };
}

/** Makes a self-signed certificate for 127.0.0.1 that only this process trusts. */
async function createCertificate(key: string, cert: string): Promise<void> {
  const names = 'subjectAltName=IP:127.0.0.1,DNS:rollbook.example';
  const keyOptions = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ];
  const outputOptions = ['-keyout', key, '-out', cert, '-subj', '/CN=rollbook.example', '-addext', names];
  await run('openssl', ['req', ...keyOptions, ...outputOptions]);
  setDefaultCACertificates([...getCACertificates(), await readFile(cert, 'utf8')]);
}

async function acceptsConnections(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}
