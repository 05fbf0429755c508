import { currentPage, lastingQuery, openPage, type PageName } from '../page-address.ts';
import { isStored, readStored, writeStored } from '../stored-data.ts';

/** Keeps what an app asks while the player opens an invite or a link in the same tab. */
export function keepAskedPage(): void {
  const page = currentPage.peek();
  if (page === 'consent' || page === 'device')
    writeStored(`${page} ${lastingQuery()}`, 'rollbook-asked-page');
}

/** Whether an app asks for something, here or on the page that the player came from. */
export const isAsked = (): boolean =>
  currentPage.value === 'consent' ||
  currentPage.value === 'device' ||
  (currentPage.value === 'enter' && isStored('rollbook-asked-page'));

/** The player has come to it. */
export const forgetAskedPage = (): void => void writeStored(undefined, 'rollbook-asked-page');

/** In place of the page that the player entered by: what an app asks, if one did, or the roster. */
export function openFirstPage(): void {
  const [page = 'roster', query = ''] = readStored('rollbook-asked-page')?.split(' ') ?? [];
  openPage(page as PageName, { replace: true, query });
}
