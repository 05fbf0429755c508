import type { Bilingual } from '../../../contract/bilingual.ts';
import { consoleApi } from '../api/console-api.ts';
import { hasCode } from '../api/console-error.ts';
import { usePasskey } from './passkey-ceremonies.ts';
import { beginSession, signedInSession } from './session-state.ts';
import { pendingVerification, VerificationCancelled } from './verification-state.ts';

/** Sends a request that needs a fresh passkey check, and asks for the check where the last one is too old. */
export async function sendVerified<T>(purpose: Bilingual, send: () => Promise<T>): Promise<T> {
  if (isFresh(signedInSession()?.verifiedUntil))
    try {
      return await send();
    } catch (error) {
      if (!hasCode(error, 'verification_required')) throw error;
    }
  const isVerified = await new Promise<boolean>((settle) => {
    pendingVerification.value = { purpose, verify: verifyPasskey, settle };
  });
  pendingVerification.value = undefined;
  if (!isVerified) throw new VerificationCancelled();
  return send();
}

const isFresh = (until: string | null | undefined): boolean => Date.parse(until ?? '') > Date.now();

async function verifyPasskey(): Promise<void> {
  const options = await consoleApi.verifyOptions();
  beginSession(await consoleApi.verify(await usePasskey(options)));
}
