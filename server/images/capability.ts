import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { ITEM_ICONS_PATH, PORTRAITS_PATH } from '../../contract/paths.ts';
import type { Capability } from '../capability.ts';
import { ApiError } from '../errors/api-error.ts';
import { encodedOutcome, encodeText } from '../http/content-encoding.ts';
import { matchesEtag } from '../http/etags.ts';
import {
  CACHE_FIVE_MINUTES,
  CACHE_FOREVER,
  CACHE_ONE_MINUTE,
  SAME_ORIGIN_RESOURCE,
} from '../http/response-headers.ts';
import type { Portrait, PortraitFolder } from '../portraits/portrait-folder.ts';
import type { Route } from '../routes/route-table.ts';

type Listing = ReadonlyMap<string, Portrait>;

/**
 * The portraits of the operator's folder and the icons of items in it, with a list of each, which is empty without a
 * folder. They belong to others, so only pages of this server may show them.
 */
export const images: Capability = {
  tables: {
    // They are in a folder of the machine.
    portrait_fetch: { isCopied: false },
    fetch_choice: {},
  },
  rows: ({ portraitFolders: folders, catalogue: { resolve } }) => [
    listRoute(PORTRAITS_PATH, 'portraits', folders?.portraits),
    imageRoute(
      `${PORTRAITS_PATH}/{studentUid}`,
      folders?.portraits,
      (listed, { studentUid = '' }) => listed.get(studentUid) ?? listed.get(resolve(studentUid) ?? ''),
      '이 학생의 초상화가 없습니다. UID를 확인하십시오.',
    ),
    listRoute(ITEM_ICONS_PATH, 'items', folders?.icons),
    imageRoute(
      `${ITEM_ICONS_PATH}/{itemId}`,
      folders?.icons,
      (listed, { itemId = '' }) => listed.get(itemId),
      '이 아이템의 아이콘이 없습니다. 아이템 ID를 확인하십시오.',
    ),
  ],
};

const route = (path: string, answer: Route['answer']): Route => ({
  methods: ['GET', 'HEAD'],
  path,
  origins: 'none',
  answer,
});

/** The hash of each file by what it shows. */
function listRoute(path: string, name: string, folder: PortraitFolder | undefined): Route {
  let list = { text: '', encoded: encodeText('') };
  return route(path, async (request) => {
    const hashes = [...((await folder?.list()) ?? [])].map(([id, { hash }]) => [id, hash]);
    const text = JSON.stringify({ [name]: Object.fromEntries(hashes) });
    if (text !== list.text) list = { text, encoded: encodeText(text) };
    return encodedOutcome(request, list.encoded, {
      ...SAME_ORIGIN_RESOURCE,
      'content-type': JSON_CONTENT_TYPE,
      'cache-control': CACHE_ONE_MINUTE,
    });
  });
}

function imageRoute(
  path: string,
  folder: PortraitFolder | undefined,
  find: (listed: Listing, params: Readonly<Record<string, string>>) => Portrait | undefined,
  missing: string,
): Route {
  const notFound = () => new ApiError('not_found', missing);
  return route(path, async (request) => {
    const portrait = folder && find(await folder.list(), request.params);
    if (folder === undefined || portrait === undefined) throw notFound();
    const headers = (hash: string) => ({
      ...SAME_ORIGIN_RESOURCE,
      'content-type': portrait.type.contentType,
      'cache-control':
        new URLSearchParams(request.query).get('v') === hash ? CACHE_FOREVER : CACHE_FIVE_MINUTES,
      etag: `"${hash}"`,
    });
    if (matchesEtag(request.headers['if-none-match'], `"${portrait.hash}"`))
      return { status: 304, headers: headers(portrait.hash) };
    const image = await folder.read(portrait);
    if (image === undefined) throw notFound();
    return { status: 200, headers: headers(image.hash), body: image.bytes };
  });
}
