import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const SITE = join(import.meta.dirname, '../../ops/nginx/rollbook.conf');

export interface Nginx {
  /** https, with a certificate that this process trusts from now on. */
  url: string;
  /** What it wrote of each request, so far. */
  accessLog: () => Promise<Record<string, unknown>[]>;
  errorLog: () => Promise<string>;
  /** All that it wrote into logs, whichever. */
  logged: () => Promise<string>;
  /** Where it keeps its logs and its temporary files. */
  folder: string;
  stop: () => Promise<void>;
}

export type Change = [of: RegExp, to: string];

interface Options {
  /** To the site, besides its addresses. */
  changes?: Change[];
  connections?: number;
}

/** Debian's nginx with our site as it is shipped, but for its addresses, on a free port. */
export async function startNginx(
  upstreams: string[],
  { changes: more = [], connections = 512 }: Options = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-nginx-'));
  const at = (name: string) => join(folder, name);
  await chmod(folder, 0o755);
  await certify(at('key.pem'), at('cert.pem'));
  const port = await freePort();
  const changes: Change[] = [
    [/server 127\.0\.0\.1:8787 (.*);/, upstreams.map((one) => `server ${new URL(one).host} $1;`).join(' ')],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port} ssl;`],
    [/\/etc\/ssl\/rollbook\/fullchain\.pem/, at('cert.pem')],
    [/\/etc\/ssl\/rollbook\/privkey\.pem/, at('key.pem')],
    [/\/var\/log\/nginx\/rollbook\.log/, at('access.log')],
    [/\/var\/log\/nginx\/rollbook-error\.log/, at('site-error.log')],
    ...more,
  ];
  let site = await readFile(SITE, 'utf8');
  for (const [of, to] of changes) {
    if (!of.test(site)) throw new Error(`${SITE} has no ${of} to put the test's own in its place`);
    site = site.replace(of, to);
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
  const url = `https://127.0.0.1:${port}`;
  const errorLog = () => readFile(at('error.log'), 'utf8');
  for (let tries = 0; !(await listens(port)); tries += 1) {
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
    logged: async () => {
      const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
      return (await Promise.all(logs.map((name) => readFile(at(name), 'utf8')))).join('');
    },
    accessLog: async () =>
      (await readFile(at('access.log'), 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    async stop() {
      nginx.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Made by ourselves for this address, and trusted by this process alone. */
async function certify(key: string, cert: string): Promise<void> {
  const names = 'subjectAltName=IP:127.0.0.1,DNS:rollbook.example';
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const where = ['-keyout', key, '-out', cert, '-subj', '/CN=rollbook.example', '-addext', names];
  await run('openssl', ['req', ...kind, ...where]);
  setDefaultCACertificates([...getCACertificates(), await readFile(cert, 'utf8')]);
}

async function listens(port: number): Promise<boolean> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}
