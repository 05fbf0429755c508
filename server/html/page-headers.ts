import { SAME_ORIGIN_RESOURCE } from '../http/response-headers.ts';

/** Pages load and connect to this server only, and start no workers. */
const POLICY: Record<string, string> = {
  'default-src': "'none'",
  'style-src': "'self'",
  'script-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'worker-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Features that no page of ours uses, so that no injected script can either. */
const UNUSED_FEATURES = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** Security headers of a page, whose policy may differ in some directives. */
export const pageHeaders = (policy: Record<string, string> = {}): Record<string, string> => ({
  'content-security-policy': Object.entries({ ...POLICY, ...policy })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  ...SAME_ORIGIN_RESOURCE,
  'permissions-policy': UNUSED_FEATURES.map((name) => `${name}=()`).join(', '),
});
