import type { EarlyResponses } from './api/early-responses.ts';

// Runs before the first paint and before the script of the console is there, so it imports nothing. It sets the theme
// that was chosen (see preferences.ts) and sends the first requests of the page.
try {
  const theme = localStorage.getItem('rollbook-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}

const [, servicePath = '', page = ''] = /^(.*)\/console\/?([^/]*)/.exec(location.pathname) ?? [];
const get = (path: string) =>
  fetch(servicePath + path, { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(30_000) });

const session = get('/console/api/session');
const responses: EarlyResponses = { '/console/api/session': session };
if (page === '') {
  responses['/catalogue.json'] = get('/catalogue.json');
  // Without a session the roster is not asked for.
  responses['/console/api/roster'] = session.then(async (response) => {
    const { signedIn, mustAddPasskey } = await response.clone().json();
    return signedIn && !mustAddPasskey ? get('/console/api/roster') : undefined;
  });
}
// Each is awaited where it is used; one that is not must not be reported as unhandled.
for (const response of Object.values(responses)) response?.catch(() => {});
globalThis.earlyResponses = responses;
