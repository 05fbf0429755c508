/**
 * Makes a request target a path that decodes without an error. A malformed escape stands for itself: it is a UID that
 * does not exist. An absolute form loses its origin, and what is no path becomes one that no route has.
 */
export function normalizeUrl(url: string): string {
  const suffix = /^https?:\/\//i.test(url) ? url.replace(/^https?:\/\/[^/?#]*/i, '') : url;
  const target = suffix.startsWith('/') ? suffix : `/${suffix}`;
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (!path.includes('%')) return target;
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length);
  }
}
