import { signal } from '@preact/signals';
import type { Bilingual } from '../../../contract/bilingual.ts';

export interface PendingVerification {
  /** What the passkey is asked for. */
  purpose: Bilingual;
  /** Asks for the passkey. Throws what the browser or the service says. */
  verify: () => Promise<void>;
  settle: (isVerified: boolean) => void;
}

/** The verification dialog is open while this is set. */
export const pendingVerification = signal<PendingVerification | undefined>(undefined);

/** Thrown when the player closes the verification dialog. Nothing was changed, so nothing needs to be said. */
export class VerificationCancelled extends Error {}
