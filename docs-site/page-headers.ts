/** Pages load and connect to this server only. */
const DEFAULT_POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Security headers of a page. `overrides` replaces single directives of the policy. */
export function pageHeaders(overrides: Partial<typeof DEFAULT_POLICY> = {}): Record<string, string> {
  const directives = Object.entries({ ...DEFAULT_POLICY, ...overrides });
  return {
    'content-security-policy': directives.map(([name, sources]) => `${name} ${sources}`).join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  };
}
