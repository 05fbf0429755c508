import type { EarlyResponses } from './api/early-responses.ts';

// Runs before the first paint and before the script of the console is there, so it imports nothing. It sets the theme
// that was chosen (see preferences.ts) and sends the first requests of the page, unless a sign-out goes before them
// (see session/owed-sign-out.ts).
let owesSignOut = false;
let hasContact = false;
try {
  owesSignOut = localStorage.getItem('rollbook-owed-sign-out') !== null;
  hasContact = Object.keys(localStorage).some((name) => name.startsWith('rollbook-contact '));
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

/** The scripts of pages, by their names in vite.config.ts. */
const scripts = document.currentScript?.dataset ?? {};
const SCRIPT_OF_PAGE: Record<string, string> = {
  ...{ enter: 'entry', consent: 'consent', device: 'consent' },
  ...{ account: 'account', connections: 'account', keys: 'account', server: 'account' },
  ...{ plan: 'students', import: 'students', pick: 'students', proposals: 'students' },
  ...{ history: 'students', share: 'students' },
};
function sendFirst(): EarlyResponses {
  const session = get('/console/api/session');
  const isPlayer = session.then(async (response) => {
    const { signedIn, mustAddPasskey } = await response.clone().json();
    return signedIn && !mustAddPasskey;
  });
  isPlayer
    .then((hasPages) => {
      if (!hasPages) preload(scripts.entry);
      else preload(scripts[SCRIPT_OF_PAGE[page] ?? '']);
    })
    .catch(() => {});
  const responses: EarlyResponses = { '/console/api/session': session };
  const isPlan = page === 'plan';
  if (page === '' || isPlan) {
    // Without a session nothing of this is asked for.
    const ask = (path: string, may: Promise<boolean> | boolean, cache?: RequestCache) => {
      responses[path] = Promise.resolve(may).then((isAsked) => (isAsked ? get(path, cache) : undefined));
    };
    // What is the same for everyone does not wait where a player was signed in (see api/kept-answers.ts).
    ask('/catalogue.json', hasContact || isPlayer, 'no-cache');
    if (isPlan)
      for (const path of ['/growth.json', '/stages.json']) ask(path, hasContact || isPlayer, 'no-cache');
    for (const path of isPlan ? ['roster', 'goals', 'stock'] : ['roster'])
      ask(`/console/api/${path}`, isPlayer);
  }
  // Each is awaited where it is used; one that is not must not be reported as unhandled.
  for (const response of Object.values(responses)) response?.catch(() => {});
  return responses;
}

if (!owesSignOut) globalThis.earlyResponses = sendFirst();
