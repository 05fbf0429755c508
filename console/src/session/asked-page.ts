import {
  type Asker,
  currentPage,
  findAsker,
  lastingQuery,
  openPage,
  type PageName,
  pageQuery,
} from '../page-address.ts';
import { readStored, writeStored } from '../stored-data.ts';

/** Keeps what is asked for while the player opens an invite or a link in the same tab. */
export function keepAskedPage(): void {
  const page = currentPage.peek();
  if (findAsker(page, location.search) !== undefined)
    writeStored(`${page} ${lastingQuery()}`, 'rollbook-asked-page');
}

/** What asks for something, here or on the page that the player came from. */
export function whoAsks(): Asker | undefined {
  if (currentPage.value !== 'enter') return findAsker(currentPage.value, pageQuery.value);
  const asked = readAsked();
  return asked && findAsker(...asked);
}

/** The player has come to it. */
export const forgetAskedPage = (): void => void writeStored(undefined, 'rollbook-asked-page');

/** In place of the page that the player entered by: what is asked for, or the roster. */
export function openFirstPage(): void {
  const [page, query] = readAsked() ?? ['roster', ''];
  openPage(page, { replace: true, query });
}

function readAsked(): [page: PageName, query: string] | undefined {
  const [page, query = ''] = readStored('rollbook-asked-page')?.split(' ') ?? [];
  return page === undefined ? undefined : [page as PageName, query];
}
