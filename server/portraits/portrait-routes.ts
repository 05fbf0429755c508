import { JSON_CONTENT_TYPE } from '../../contract/headers.ts';
import { PORTRAITS_PATH } from '../../contract/paths.ts';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../errors/api-error.ts';
import { encodedOutcome, encodeText, matchesEtag } from '../http/content-encoding.ts';
import {
  CACHE_FIVE_MINUTES,
  CACHE_FOREVER,
  CACHE_ONE_MINUTE,
  SAME_ORIGIN_RESOURCE,
} from '../http/response-headers.ts';
import type { Route } from '../routes/route-table.ts';
import { PortraitFolder } from './portrait-folder.ts';

/** That of the operator, if there is one. */
export const openPortraitFolder = (
  { config, log, ticks }: Pick<AppContext, 'config' | 'log' | 'ticks'>,
  resolve: (uid: string) => string | undefined,
): PortraitFolder | undefined =>
  config.portraits === undefined
    ? undefined
    : new PortraitFolder({
        folder: config.portraits,
        isStudent: (uid) => resolve(uid) !== undefined,
        ticks,
        report: (file, problem) => log.logger.warn({ file, problem }, 'a portrait is not served'),
      });

/**
 * The portraits of the operator's folder, and their list, which is empty without a folder. They belong to others, so
 * only pages of this server may show them.
 */
export function portraitRoutes(
  folder: PortraitFolder | undefined,
  resolve: (uid: string) => string | undefined,
): Route[] {
  let list = { text: '', encoded: encodeText('') };

  const answerList: Route['answer'] = async (request) => {
    const portraits = [...((await folder?.list()) ?? [])].map(([uid, { hash }]) => [uid, hash]);
    const text = JSON.stringify({ portraits: Object.fromEntries(portraits) });
    if (text !== list.text) list = { text, encoded: encodeText(text) };
    return encodedOutcome(request, list.encoded, {
      ...SAME_ORIGIN_RESOURCE,
      'content-type': JSON_CONTENT_TYPE,
      'cache-control': CACHE_ONE_MINUTE,
    });
  };

  const answerPortrait: Route['answer'] = async (request) => {
    const { studentUid = '' } = request.params;
    const listed = await folder?.list();
    const portrait = listed?.get(studentUid) ?? listed?.get(resolve(studentUid) ?? '');
    if (folder === undefined || portrait === undefined) throw noPortraitError();
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
    if (image === undefined) throw noPortraitError();
    return { status: 200, headers: headers(image.hash), body: image.bytes };
  };

  const route = (path: string, answer: Route['answer']): Route => ({
    methods: ['GET', 'HEAD'],
    path: PORTRAITS_PATH + path,
    origins: 'none',
    answer,
  });
  return [route('', answerList), route('/{studentUid}', answerPortrait)];
}

const noPortraitError = (): ApiError =>
  new ApiError('not_found', '이 학생의 초상화가 없습니다. UID를 확인하십시오.');
