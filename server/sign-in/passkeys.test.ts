import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type RegistrationResponseJSON, SettingsService } from '@simplewebauthn/server';
import { NO_OPENSSL } from '../../test/certificate.ts';
import { Authenticator } from '../../test/console/authenticator.ts';
import type { Database } from '../store/database.ts';
import { createPasskeys } from './passkeys.ts';

const ORIGIN = 'http://localhost:8787';

test('no address in an attestation certificate is fetched', { skip: NO_OPENSSL }, async (t) => {
  const requested: string[] = [];
  const revocationList = createServer(({ url = '' }, response) => {
    requested.push(url);
    response.end();
  }).listen(0, '127.0.0.1');
  t.after(() => revocationList.close());
  await once(revocationList, 'listening');
  const { root, leaf } = await makeChain(
    `http://127.0.0.1:${(revocationList.address() as AddressInfo).port}/crl`,
  );
  SettingsService.setRootCertificates({ identifier: 'apple', certificates: [root] });

  const database: Database = {
    // A cast, because the type of the row is the statement's.
    read: async <Row>() => [{ digest: 'digest', accountId: 'acc_1' } as Row],
    write: async () => undefined,
  };
  const passkeys = createPasskeys(database, () => ({ rpId: 'localhost', origin: ORIGIN }), Date.now);
  const registration = new Authenticator(ORIGIN).register({ challenge: 'Y2hhbGxlbmdl', user: { id: '' } });
  const response = attest(registration as unknown as RegistrationResponseJSON, leaf);
  assert.equal(await passkeys.verifyRegistration('sign-up', '', response), undefined);
  assert.deepEqual(requested, []);
});

/** A root, and a certificate that it signed and that names a revocation list. */
async function makeChain(listUrl: string): Promise<{ root: string; leaf: Buffer }> {
  const cwd = await mkdtemp(join(tmpdir(), 'rollbook-attestation-'));
  const run = (line: string) => promisify(execFile)('openssl', line.split(' '), { cwd });
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  await run(`req -x509 ${newKey} -days 2 -subj /CN=root -keyout root.key -out root.pem`);
  await run(
    `req ${newKey} -subj /CN=leaf -addext crlDistributionPoints=URI:${listUrl} -keyout leaf.key -out leaf.csr`,
  );
  await run(
    'x509 -req -in leaf.csr -copy_extensions copy -CA root.pem -CAkey root.key -CAcreateserial -days 2 -outform DER -out leaf.der',
  );
  const chain = {
    root: await readFile(join(cwd, 'root.pem'), 'utf8'),
    leaf: await readFile(join(cwd, 'leaf.der')),
  };
  await rm(cwd, { recursive: true });
  return chain;
}

/** Replaces the attestation `none` by Apple's with one certificate, in CBOR. */
function attest(registration: RegistrationResponseJSON, certificate: Buffer): RegistrationResponseJSON {
  const none = Buffer.from(registration.response.attestationObject, 'base64url');
  const attestationObject = Buffer.concat([
    Buffer.from('a363666d74656170706c656761747453746d74a1637835638159', 'hex'),
    Buffer.from([certificate.length >> 8, certificate.length & 0xff]),
    certificate,
    none.subarray(none.indexOf('authData') - 1),
  ]).toString('base64url');
  return { ...registration, response: { ...registration.response, attestationObject } };
}
