import { signal } from '@preact/signals';
import type { Bilingual } from '../../contract/bilingual.ts';
import { consoleApi } from './api/console-api.ts';
import { hasCode } from './api/console-error.ts';
import { usePasskey } from './passkey-ceremonies.ts';
import { beginSession, signedInSession } from './session-state.ts';

interface PendingVerification {
  /** What the passkey is asked for. */
  purpose: Bilingual;
  settle: (isVerified: boolean) => void;
}

/** The verification dialog is open while this is set. */
export const pendingVerification = signal<PendingVerification | undefined>(undefined);

/** Thrown when the player closes the verification dialog. Nothing was changed, so nothing needs to be said. */
export class VerificationCancelled extends Error {}

/** Sends a request that needs a fresh passkey check, and asks for the check where the last one is too old. */
export async function sendVerified<T>(purpose: Bilingual, send: () => Promise<T>): Promise<T> {
  if (isFresh(signedInSession()?.verifiedUntil))
    try {
      return await send();
    } catch (error) {
      if (!hasCode(error, 'verification_required')) throw error;
    }
  const isVerified = await new Promise<boolean>((settle) => {
    pendingVerification.value = { purpose, settle };
  });
  pendingVerification.value = undefined;
  if (!isVerified) throw new VerificationCancelled();
  return send();
}

const isFresh = (until: string | null | undefined): boolean => Date.parse(until ?? '') > Date.now();

/** Asks for the passkey. Throws what the browser or the service says. */
export async function verifyPasskey(): Promise<void> {
  const options = await consoleApi.verifyOptions();
  beginSession(await consoleApi.verify(await usePasskey(options)));
}
