import { BOARD_PATH } from '../../contract/boards.ts';
import { publicUrl } from '../../contract/paths.ts';
import type { PublicUrls } from '../http/public-urls.ts';
import type { StoredBoard } from './records.ts';

/** The addresses of a board. */
export const createBoardUrls = (urls: PublicUrls) => ({
  page: ({ token }: Pick<StoredBoard, 'token'>): string =>
    publicUrl({ docsUrl: urls.docs() }, `${BOARD_PATH}/${token}`),
  /** In the console, where the player signs in first. */
  join: ({ joinToken }: Pick<StoredBoard, 'joinToken'>): string =>
    publicUrl({ docsUrl: urls.docs() }, `/console/share?join=${joinToken}`),
});
