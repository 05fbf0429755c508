import { servicePath } from './page-address.ts';

/** Not while the page loads what it shows. */
const DELAY_MS = 5_000;

let isRegistered = !('serviceWorker' in navigator);

/** Lets the console open without a connection. Browsers have no service workers over http, except from this machine. */
export function registerWorker(): void {
  if (isRegistered) return;
  isRegistered = true;
  const path = `${servicePath}/console`;
  setTimeout(() => {
    // A private window may refuse, and a page is closed in the middle of it.
    navigator.serviceWorker.register(`${path}/worker.js`, { scope: path }).catch(() => {});
  }, DELAY_MS);
}
