import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type { PasskeyView, SessionView, TokenView } from '../../../server/sign-in/views.ts';
import { sendRequest } from './send-request.ts';

export interface SignUpForm {
  name: string;
  invite?: string;
}
export interface AddedPasskey {
  session: SessionView;
  passkey: PasskeyView;
  recoveryCodes: string[] | null;
}

/** The requests of signing in and up: apart, so that the roster does not load them. */
export const entryApi = {
  signInOptions: () => sendRequest<PublicKeyCredentialRequestOptionsJSON>('POST', '/sign-in/options', {}),
  signIn: (response: AuthenticationResponseJSON) =>
    sendRequest<SessionView>('POST', '/sign-in', { response }),
  signUpOptions: (form: SignUpForm) =>
    sendRequest<PublicKeyCredentialCreationOptionsJSON>('POST', '/sign-up/options', form),
  signUp: (form: SignUpForm & { passkeyName: string; response: RegistrationResponseJSON }) =>
    sendRequest<{ session: SessionView; recoveryCodes: string[] }>('POST', '/sign-up', form),
  describeToken: (token: string) => sendRequest<TokenView>('POST', '/token', { token }),
  enter: (token: string) => sendRequest<SessionView>('POST', '/enter', { token }),
  recover: (code: string) => sendRequest<SessionView>('POST', '/recover', { code }),
  passkeyOptions: () => sendRequest<PublicKeyCredentialCreationOptionsJSON>('POST', '/passkeys/options', {}),
  addPasskey: (name: string, response: RegistrationResponseJSON) =>
    sendRequest<AddedPasskey>('POST', '/passkeys', { name, response }),
};
