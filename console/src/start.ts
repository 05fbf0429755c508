import type { EarlyResponses } from './api/early-responses.ts';

// Runs before the first paint and before the script of the console is there, so it imports nothing. It sets the theme
// that was chosen (see preferences.ts) and sends the first requests of the page, unless a sign-out goes before them
// (see session/owed-sign-out.ts).
let owesSignOut = false;
try {
  owesSignOut = localStorage.getItem('rollbook-owed-sign-out') !== null;
  const theme = localStorage.getItem('rollbook-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}

const [, servicePath = '', page = ''] = /^(.*)\/console\/?([^/]*)/.exec(location.pathname) ?? [];
const get = (path: string, cache: RequestCache = 'no-store') =>
  fetch(servicePath + path, { cache, redirect: 'error', signal: AbortSignal.timeout(30_000) });

/** Files that are loaded lazily, side by side with the large script, which would only then find them one by one. */
function preload(names: string | undefined): void {
  for (const name of names?.split(' ') ?? []) {
    const kind = name.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    const href = `${servicePath}/console/${name}`;
    document.head.append(Object.assign(document.createElement('link'), kind, { href, crossOrigin: '' }));
  }
}

const { entry, later } = document.currentScript?.dataset ?? {};
function sendFirst(): EarlyResponses {
  const session = get('/console/api/session');
  const isPlayer = session.then(async (response) => {
    const { signedIn, mustAddPasskey } = await response.clone().json();
    return signedIn && !mustAddPasskey;
  });
  isPlayer
    .then((hasPages) => {
      if (!hasPages || page === 'enter') preload(entry);
      else if (page !== '') preload(later);
    })
    .catch(() => {});
  const responses: EarlyResponses = { '/console/api/session': session };
  const isPlan = page === 'plan';
  if (page === '' || isPlan) {
    responses['/catalogue.json'] = get('/catalogue.json');
    if (isPlan) responses['/growth.json'] = get('/growth.json', 'no-cache');
    // Without a session the data of the account are not asked for.
    for (const path of isPlan ? ['roster', 'goals', 'stock'] : ['roster'])
      responses[`/console/api/${path}`] = isPlayer.then((hasPages) =>
        hasPages ? get(`/console/api/${path}`) : undefined,
      );
  }
  // Each is awaited where it is used; one that is not must not be reported as unhandled.
  for (const response of Object.values(responses)) response?.catch(() => {});
  return responses;
}

if (!owesSignOut) globalThis.earlyResponses = sendFirst();
