import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { hasPasskeys, PasskeyError, type PasskeyFailure } from './passkey-error.ts';

export const createPasskey = (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> => withPasskeyErrors(() => startRegistration({ optionsJSON }));

export const usePasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> => withPasskeyErrors(() => startAuthentication({ optionsJSON }));

async function withPasskeyErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new PasskeyError(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): PasskeyFailure {
  if (!hasPasskeys()) return 'unsupported';
  const { name } = error as Error;
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  if (name === 'InvalidStateError') return 'already-registered';
  return name === 'NotSupportedError' ? 'unsupported' : 'failed';
}

/** A name for the passkey of this device, which the player may change. */
export function suggestPasskeyName(userAgent = navigator.userAgent): string {
  const device =
    [
      [/iPhone/, 'iPhone'],
      [/iPad/, 'iPad'],
      [/Android/, 'Android'],
      [/CrOS/, 'Chromebook'],
      [/Mac OS X/, 'Mac'],
      [/Windows/, 'Windows'],
      [/Linux/, 'Linux'],
    ].find(([pattern]) => (pattern as RegExp).test(userAgent))?.[1] ?? '';
  const browser =
    [
      [/Edg\//, 'Edge'],
      [/SamsungBrowser/, 'Samsung Internet'],
      [/Whale\//, 'Whale'],
      [/Firefox|FxiOS/, 'Firefox'],
      [/Chrome|CriOS/, 'Chrome'],
      [/Safari/, 'Safari'],
    ].find(([pattern]) => (pattern as RegExp).test(userAgent))?.[1] ?? '';
  return [device, browser].filter(Boolean).join(' · ');
}
