/** A page shows what this server sends and talks to nobody else. */
const POLICY = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** The headers of every page; one that needs more than the policy allows names the directives that differ. */
export function pageHeaders(differing: Partial<typeof POLICY> = {}): Record<string, string> {
  const directives = Object.entries({ ...POLICY, ...differing });
  return {
    'content-security-policy': directives.map(([name, sources]) => `${name} ${sources}`).join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  };
}
