import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The `skip` option of tests that need openssl. */
export const NO_OPENSSL: string | false =
  spawnSync('openssl', ['version']).error !== undefined && 'openssl is not on the PATH';

/** Paths of PEM files. */
export interface Certificate {
  certificate: string;
  key: string;
  authority: string;
  remove: () => Promise<void>;
}

/** Creates a certificate for these names, signed by a new authority. */
export async function makeCertificate(names = 'IP:127.0.0.1', days = 2): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-certificate-'));
  const run = (...words: string[]) => promisify(execFile)('openssl', words, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const validity = ['-days', `${days}`];
  await run(
    ...['req', '-x509', ...newKey, ...validity],
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
      ...validity,
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
