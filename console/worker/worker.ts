/*
 * The service worker of the console, so that it opens without a connection. It keeps the program and what is the same for
 * everyone; what is an account's, the page keeps (src/api/kept-answers.ts), which knows when it has to go.
 */

declare const self: ServiceWorkerGlobalScope;
/** The names of the build’s files, and a hash of the build. console/app-files.ts replaces each once. */
declare const BUILT_FILES: readonly string[];
declare const BUILD_HASH: string;

const FILES = BUILT_FILES;

/** How long the service is waited for where the device has an answer too. */
const PATIENCE_MS = 3_000;

/** The path of the roster; the other pages have the same HTML. */
const { pathname: CONSOLE } = new URL(self.registration.scope);
const DOCUMENTS = ['/catalogue.json', '/growth.json', '/stages.json', '/portraits'].map(
  (path) => CONSOLE.replace(/\/console$/, '') + path,
);
/** Another service on the same host has caches of its own. */
const CACHE_OF_SCOPE = `rollbook ${CONSOLE} `;
const CACHE = CACHE_OF_SCOPE + BUILD_HASH;

let hasLeft = false;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (DOCUMENTS.includes(pathname)) event.respondWith(answerDocument(event, pathname));
  else if (pathname.startsWith(`${CONSOLE}/assets/`)) event.respondWith(answerFile(request));
  else if (request.mode === 'navigate' && !pathname.startsWith(`${CONSOLE}/api/`))
    event.respondWith(answerPage(event));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(CONSOLE, { cache: 'no-cache' });
  const named = (await page.clone().text()).match(/assets\/[\w.-]+/g) ?? [];
  // While a server is upgraded, the page may be of another build than this script.
  if (!page.ok || !named.every((name) => FILES.includes(name))) throw new Error('page of another build');
  await cache.put(CONSOLE, page);
  await cache.addAll(FILES.map((name) => `${CONSOLE}/${name}`));
  await Promise.allSettled(DOCUMENTS.map((path) => cache.add(path)));
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(CACHE_OF_SCOPE) && name !== CACHE);
  await Promise.all(former.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** That of the server first, so that no program stays longer than the server's. */
const answerPage = (event: FetchEvent): Promise<Response> =>
  preferService(event, CONSOLE, async (page) => {
    // A release without an app knows no worker, and could not end this one.
    if (page.status === 200 && !(await page.text()).includes('rel="manifest"')) await leave();
  });

const answerDocument = (event: FetchEvent, path: string): Promise<Response> =>
  preferService(event, path, async (document) => {
    if (document.status !== 200 || !(await caches.has(CACHE))) return;
    await (await caches.open(CACHE)).put(path, document);
    // One that was left is not made again by a page that is still open.
    if (hasLeft) await caches.delete(CACHE);
  });

/** Its name changes with its content. */
const answerFile = async (request: Request): Promise<Response> =>
  (await findKept(request.url)) ?? fetch(request);

/** `note` gets a copy of what the service answers, also where that comes too late. */
async function preferService(
  event: FetchEvent,
  path: string,
  note: (answer: Response) => Promise<void>,
): Promise<Response> {
  const answer = fetch(event.request);
  event.waitUntil(answer.then((received) => note(received.clone())).catch(() => {}));
  const silence = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const inTime = await Promise.race([answer.catch(() => {}), silence]);
  // A proxy whose service is down answers too.
  if (inTime !== undefined && inTime.status < 500) return inTime;
  return (await findKept(path)) ?? answer;
}

const findKept = (path: string): Promise<Response | undefined> =>
  caches.match(path, { cacheName: CACHE, ignoreVary: true });

async function leave(): Promise<void> {
  hasLeft = true;
  await self.registration.unregister();
  await caches.delete(CACHE);
}
