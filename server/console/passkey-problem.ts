/** `ip-address`: WebAuthn knows no IP addresses. `insecure`: http works on localhost only. */
export type PasskeyProblem = 'ip-address' | 'insecure';
