/** Pages load and connect to this server only. */
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

/** Security headers of a page. */
export const pageHeaders = (): Record<string, string> => ({
  'content-security-policy': Object.entries(POLICY)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
});
