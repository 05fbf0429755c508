import { batch, signal } from '@preact/signals';
import type { Language } from '../../contract/bilingual.ts';
import { CONSOLE_PAGES, CONSOLE_PATH, FORMER_KEYS_PATH } from '../../contract/console-paths.ts';
import { ASSISTANTS_PATHS, GUIDE_PATHS } from '../../contract/paths.ts';
import { isReopened, noteScroll, restoreScroll, storeScroll } from './page-scroll.ts';

export type PageName = keyof typeof CONSOLE_PAGES;
/** `missing` is what an address shows that has no page. */
export type ShownPage = PageName | 'missing';

const PAGE_PATTERN = /^(.*)\/console(\/[^/]*)?\/?$/;

const [, prefix = '', path = ''] = PAGE_PATTERN.exec(location.pathname) ?? [];
/** The path of the service: empty, or the path prefix of ROLLBOOK_PUBLIC_URL. */
export const servicePath = prefix;
export const serviceUrl = location.origin + servicePath;

export const currentPage = signal<ShownPage>(findPage(path));
/** What the page is asked to show: `?author=key:…`, or empty. */
export const pageQuery = signal(location.search);
/** Counts changes of the page, so that a heading takes the focus after one, but not when the console opens. */
export const navigations = signal(0);

export const guideUrl = (language: Language): string => servicePath + GUIDE_PATHS[language];
export const assistantsUrl = (language: Language): string => servicePath + ASSISTANTS_PATHS[language];
export const pageUrl = (page: PageName): string => servicePath + CONSOLE_PATH + CONSOLE_PAGES[page];

/** `query` begins with a question mark. */
export function openPage(page: PageName, { replace = false, query = '' } = {}): void {
  const url = pageUrl(page) + query;
  if (replace) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  showPage(page, query);
  scrollTo({ top: 0, behavior: 'instant' });
}

/** The page stays, and shows something else. */
export function replaceQuery(query: string): void {
  try {
    history.replaceState(history.state, '', location.pathname + query);
  } catch {
    // Safari allows a hundred in half a minute. The address follows with the next change.
  }
  pageQuery.value = query;
}

/** The page stays, shows something else, and Back leads to what it showed. */
export function pushQuery(query: string): void {
  history.pushState(null, '', location.pathname + query);
  pageQuery.value = query;
}

/** At once, so that no page reads the query of another. */
function showPage(page: ShownPage, query: string): void {
  noteScroll(currentPage.peek());
  batch(() => {
    navigations.value += 1;
    currentPage.value = page;
    pageQuery.value = query;
  });
}

/** The token of an address to join a board, which is a query of the page of links. */
export const findInvitation = (query: string): string | undefined =>
  new URLSearchParams(query).get('join') || undefined;

/** What asks the player for something with its address. */
export type Asker = 'app' | 'board';

export function findAsker(page: ShownPage, query: string): Asker | undefined {
  if (page === 'consent' || page === 'device') return 'app';
  return page === 'share' && findInvitation(query) !== undefined ? 'board' : undefined;
}

/** What is asked for outlives a change of the account, of which it says nothing. */
export const lastingQuery = (): string =>
  findAsker(currentPage.peek(), location.search) === undefined ? '' : location.search;

/** Called once: follows Back and Forward, and keeps where each page was scrolled to. */
export function watchAddress(): void {
  addEventListener('popstate', () => {
    const page = findPage(PAGE_PATTERN.exec(location.pathname)?.[2] ?? '');
    if (page === currentPage.value) {
      pageQuery.value = location.search;
      return;
    }
    showPage(page, location.search);
    restoreScroll(page);
  });
  addEventListener('pagehide', () => storeScroll(currentPage.peek()));
  if (isReopened()) restoreScroll(currentPage.peek());
}

function findPage(path: string): ShownPage {
  const names = Object.keys(CONSOLE_PAGES) as PageName[];
  if (path === FORMER_KEYS_PATH) return 'connections';
  return names.find((name) => CONSOLE_PAGES[name] === (path === '/' ? '' : path)) ?? 'missing';
}
