import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Database } from '../store/database.ts';
import { type ChallengePurpose, type CheckedChallenge, createChallenges } from './challenges.ts';
import { isCrossOrigin } from './client-data.ts';
import { findPasskey, type PasskeyUse, type StoredPasskey } from './passkey-records.ts';

/** The host that passkeys are bound to and the origin of its pages. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

export interface VerifiedPasskey {
  passkey: StoredPasskey;
  use: PasskeyUse;
}

export interface RegisteredPasskey {
  challengeDigest: string;
  passkey: Pick<
    StoredPasskey,
    'accountId' | 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'backedUp'
  >;
}

const RP_NAME = 'Rollbook';
/** Attestation formats whose certificates the library checks, and its directory of authenticators. */
const ATTESTATION_ROOTS = ['android-key', 'android-safetynet', 'apple', 'mds'] as const;
/** 1,023 bytes at most, by WebAuthn, in base64url. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;
/** An RSA key of 16,384 bits has 2,800 characters. */
const MAX_PUBLIC_KEY_LENGTH = 4000;
/** ES256, EdDSA and RS256: what authenticators in use have. */
const ALGORITHMS = [-7, -8, -257];
/** Any valid key: an unknown passkey is answered after as much work as a known one with a wrong signature. */
const UNKNOWN_PASSKEY: StoredPasskey = {
  credentialId: '',
  accountId: '',
  name: '',
  publicKey:
    'pQECAyYgASFYIGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWIlggT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
  signCount: 0,
  transports: '',
  createdAt: 0,
  lastUsedAt: null,
  backedUp: null,
};

/** Loaded at the first use: the start is quicker for it. */
async function loadWebauthn() {
  const webauthn = await import('@simplewebauthn/server');
  // SSRF: with root certificates the library fetches the revocation lists that a sent certificate names. Who made an
  // authenticator does not matter here.
  for (const identifier of ATTESTATION_ROOTS)
    webauthn.SettingsService.setRootCertificates({ identifier, certificates: [] });
  return webauthn;
}

/**
 * The ceremonies of WebAuthn. A challenge is good for one response of the browser and purpose it was issued for. It is used up by
 * what follows the verification, in one transaction, so that a request that was not processed can be sent again.
 */
export function createPasskeys(database: Database, relyingParty: () => RelyingParty, now: () => number) {
  const challenges = createChallenges(database, now);

  function createChallengeCheck(purpose: ChallengePurpose, browser: string) {
    let found: CheckedChallenge | undefined;
    let failure: unknown;
    return {
      expectedChallenge: async (challenge: unknown): Promise<boolean> => {
        if (typeof challenge !== 'string') return false;
        try {
          found = await challenges.check(challenge, { purpose, browser });
        } catch (error) {
          failure = error;
        }
        return found !== undefined;
      },
      /** Throws the store's error, which the library takes for a wrong response. */
      getChallenge(): CheckedChallenge | undefined {
        if (failure !== undefined) throw failure;
        return found;
      },
    };
  }

  return {
    async requestOptions(
      purpose: 'sign-in' | 'verify',
      browser: string,
      accountId = '',
      allowed: readonly StoredPasskey[] = [],
    ): Promise<PublicKeyCredentialRequestOptionsJSON> {
      return (await loadWebauthn()).generateAuthenticationOptions({
        rpID: relyingParty().rpId,
        challenge: await challenges.issue({ purpose, accountId, browser }),
        userVerification: 'required',
        allowCredentials: allowed.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: splitTransports(transports),
        })),
      });
    },

    async creationOptions(
      purpose: 'sign-up' | 'add-passkey',
      browser: string,
      { accountId, name }: { accountId: string; name: string },
      existing: readonly StoredPasskey[] = [],
    ): Promise<PublicKeyCredentialCreationOptionsJSON> {
      return (await loadWebauthn()).generateRegistrationOptions({
        rpName: RP_NAME,
        rpID: relyingParty().rpId,
        userID: new TextEncoder().encode(accountId),
        userName: name,
        userDisplayName: name,
        challenge: await challenges.issue({ purpose, accountId, browser }),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: existing.map(({ credentialId, transports }) => ({
          id: credentialId,
          transports: splitTransports(transports),
        })),
      });
    },

    /** Undefined for whatever is wrong with the response: a caller learns no more than that. */
    async verifyAuthentication(
      purpose: 'sign-in' | 'verify',
      browser: string,
      response: AuthenticationResponseJSON,
    ): Promise<VerifiedPasskey | undefined> {
      if (!isCredentialId(response.id) || isCrossOrigin(response)) return undefined;
      const found = await findPasskey(database, response.id);
      const passkey = found ?? UNKNOWN_PASSKEY;
      const { getChallenge, expectedChallenge } = createChallengeCheck(purpose, browser);
      const { rpId, origin } = relyingParty();
      const verified = await (await loadWebauthn())
        .verifyAuthenticationResponse({
          response,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.signCount,
          },
        })
        .catch(() => undefined);
      const challenge = getChallenge();
      const userHandle: unknown = response.response?.userHandle;
      const isOwn =
        (userHandle === undefined || userHandle === encode(passkey.accountId)) &&
        (purpose === 'sign-in' || challenge?.accountId === passkey.accountId);
      if (found === undefined || challenge === undefined || !verified?.verified || !isOwn) return undefined;
      const { credentialId } = passkey;
      const { newCounter: signCount, credentialBackedUp } = verified.authenticationInfo;
      const backedUp = credentialBackedUp ? 1 : 0;
      return { passkey, use: { challengeDigest: challenge.digest, credentialId, signCount, backedUp } };
    },

    /** Undefined for whatever is wrong with the response. */
    async verifyRegistration(
      purpose: 'sign-up' | 'add-passkey',
      browser: string,
      response: RegistrationResponseJSON,
    ): Promise<RegisteredPasskey | undefined> {
      if (isCrossOrigin(response)) return undefined;
      const { getChallenge, expectedChallenge } = createChallengeCheck(purpose, browser);
      const { rpId, origin } = relyingParty();
      const verified = await (await loadWebauthn())
        .verifyRegistrationResponse({
          response,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        .catch(() => undefined);
      const { digest: challengeDigest, accountId } = getChallenge() ?? {};
      if (!verified?.verified || challengeDigest === undefined || accountId === undefined) return undefined;
      const { credential, credentialBackedUp } = verified.registrationInfo;
      const { id, publicKey: bytes, counter } = credential;
      const publicKey = Buffer.from(bytes).toString('base64url');
      if (!isCredentialId(id) || publicKey.length > MAX_PUBLIC_KEY_LENGTH) return undefined;
      const transports = knownTransports(response.response.transports).join(',');
      return {
        challengeDigest,
        passkey: {
          accountId,
          credentialId: id,
          publicKey,
          signCount: counter,
          transports,
          backedUp: credentialBackedUp ? 1 : 0,
        },
      };
    },
  };
}

export const isCredentialId = (id: unknown): id is string => typeof id === 'string' && CREDENTIAL_ID.test(id);

const encode = (text: string): string => Buffer.from(text).toString('base64url');

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;
const splitTransports = (transports: string): Transports =>
  transports.split(',').filter(Boolean) as Transports;
/** A hint that the browser sends unsigned, so only words are kept. */
const knownTransports = (transports: unknown): string[] =>
  (Array.isArray(transports) ? transports : [])
    .filter((one) => typeof one === 'string' && /^[a-z-]{1,20}$/.test(one))
    .slice(0, 8);
