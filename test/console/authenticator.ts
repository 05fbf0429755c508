import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A security key in software, with one passkey for each account: what navigator.credentials does in a browser. */
export class Authenticator {
  readonly #passkeys = new Map<string, { privateKey: KeyObject; userHandle: string; count: number }>();
  readonly #origin: string;
  /** What a phishing page or a broken client would change. */
  flags = USER_PRESENT | USER_VERIFIED;
  idLength = 20;
  origin: string;
  /** Beside or in place of what a browser says of the ceremony. */
  clientData: Record<string, unknown> = {};

  constructor(origin: string) {
    this.#origin = origin;
    this.origin = origin;
  }

  /** `options` and the result are WebAuthn's JSON. */
  register({ challenge, user }: { challenge: string; user: { id: string } }): Record<string, unknown> {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(this.idLength);
    this.#passkeys.set(id.toString('base64url'), { privateKey, userHandle: user.id, count: 0 });
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const authData = Buffer.concat([
      this.#authenticatorData(this.flags | ATTESTED, 0),
      Buffer.alloc(16),
      toUint16(id.length),
      id,
      coseKey,
    ]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      toUint16(authData.length),
      authData,
    ]);
    return this.#credential(id.toString('base64url'), {
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Uses the passkey of `allowCredentials`, or the newest one. */
  sign({
    challenge,
    allowCredentials = [],
  }: {
    challenge: string;
    allowCredentials?: { id: string }[];
  }): Record<string, unknown> {
    const id =
      allowCredentials.map((allowed) => allowed.id).find((allowed) => this.#passkeys.has(allowed)) ??
      [...this.#passkeys.keys()].at(-1) ??
      '';
    const passkey = this.#passkeys.get(id);
    if (passkey === undefined) throw new Error('this authenticator has no passkey');
    passkey.count += 1;
    const authData = this.#authenticatorData(this.flags, passkey.count);
    const clientDataJSON = this.#clientData('webauthn.get', challenge);
    const signature = createSign('sha256')
      .update(authData)
      .update(sha256(Buffer.from(clientDataJSON, 'base64url')))
      .sign(passkey.privateKey);
    return this.#credential(id, {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: passkey.userHandle,
    });
  }

  /** The passkeys in the form in which Chromium's virtual authenticator takes them. */
  exportPasskeys(): { credentialId: string; userHandle: string; privateKey: string }[] {
    const toBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
    return Array.from(this.#passkeys, ([id, { userHandle, privateKey }]) => ({
      credentialId: toBase64(id),
      userHandle: toBase64(userHandle),
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    }));
  }

  #authenticatorData(flags: number, count: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([
      sha256(Buffer.from(new URL(this.#origin).hostname)),
      Buffer.from([flags]),
      counter,
    ]);
  }

  #clientData(type: string, challenge: string): string {
    const clientData = { type, challenge, origin: this.origin, crossOrigin: false, ...this.clientData };
    return Buffer.from(JSON.stringify(clientData)).toString('base64url');
  }

  #credential(id: string, response: Record<string, unknown>): Record<string, unknown> {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

const toUint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
