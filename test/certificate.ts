import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Why tests with certificates are left out, if they are: a suite takes it as its `skip`. */
export const NO_OPENSSL: string | false =
  spawnSync('openssl', ['version']).error !== undefined && 'left out, for there is no openssl on the PATH';

/** Files in PEM. */
export interface Certificate {
  certificate: string;
  key: string;
  authority: string;
  remove: () => Promise<void>;
}

/** A certificate for 127.0.0.1 and these other names, from an authority made for it alone. */
export async function makeCertificate(names = 'IP:127.0.0.1', days = 2): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-certificate-'));
  const run = (...words: string[]) => promisify(execFile)('openssl', words, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const lasts = ['-days', `${days}`];
  await run(
    ...['req', '-x509', ...newKey, ...lasts],
    ...['-subj', '/CN=Test authority', '-keyout', 'authority.key', '-out', 'authority.pem'],
  );
  await run(
    ...['req', ...newKey, '-subj', '/CN=rollbook test'],
    ...['-addext', `subjectAltName=${names}`, '-keyout', 'key.pem', '-out', 'request.pem'],
  );
  await run(
    ...[
      'x509',
      '-req',
      '-in',
      'request.pem',
      '-copy_extensions',
      'copy',
      ...lasts,
      '-out',
      'certificate.pem',
    ],
    ...['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'],
  );
  return {
    certificate: join(folder, 'certificate.pem'),
    key: join(folder, 'key.pem'),
    authority: join(folder, 'authority.pem'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
