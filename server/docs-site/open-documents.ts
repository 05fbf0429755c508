import type { Bilingual } from '../../contract/bilingual.ts';
import { BOARD_PATH } from '../../contract/boards.ts';
import { CATALOGUE_PATH, GROWTH_PATH, publicUrl, STAGES_PATH } from '../../contract/paths.ts';
import { inBoth, type Schema } from '../../contract/schemas.ts';
import { SHARE_PATH } from '../../contract/shares.ts';
import type { ServiceInfo } from './guide/section.ts';

/** A document beside the API, which needs no key and which pages of every origin may read. */
interface OpenDocument {
  readonly operationId: string;
  readonly path: string;
  readonly schema: string;
  readonly text: Bilingual;
  readonly parameter?: { readonly name: string; readonly text: Bilingual };
  /** The statuses that it has beside 200 and 304. */
  readonly errors?: Readonly<Record<number, Bilingual>>;
}

const LINK_ERRORS = {
  404: { ko: '링크가 없거나 삭제되었거나 기간이 지났습니다.', en: 'There is no such link any more.' },
  429: {
    ko: '이 주소에서 너무 많이 요청했습니다. `Retry-After` 뒤에 다시 보내십시오.',
    en: 'Too many requests of this address. Send it again after `Retry-After`.',
  },
};

const DOCUMENTS: readonly OpenDocument[] = [
  {
    operationId: 'getCatalogue',
    path: CATALOGUE_PATH,
    schema: 'Catalogue',
    text: { ko: '학생 카탈로그', en: 'The catalogue of students' },
  },
  {
    operationId: 'getGrowthFacts',
    path: GROWTH_PATH,
    schema: 'GrowthFacts',
    text: { ko: '성장 비용 표와 아이템', en: 'What growth costs, and the items' },
  },
  {
    operationId: 'getStages',
    path: STAGES_PATH,
    schema: 'Stages',
    text: { ko: '임무의 AP와 드롭', en: 'What the stages of the campaign take and drop' },
  },
  {
    operationId: 'getSharedRoster',
    path: `${SHARE_PATH}/{token}.json`,
    schema: 'SharedRoster',
    text: { ko: '공유 링크가 보여 주는 학생', en: 'The students that a shared link shows' },
    parameter: {
      name: 'token',
      text: { ko: '공유 링크의 주소에서 `/s/` 뒤의 값', en: 'what follows `/s/` in the address of the link' },
    },
    errors: LINK_ERRORS,
  },
  {
    operationId: 'getSharedBoard',
    path: `${BOARD_PATH}/{token}.json`,
    schema: 'SharedBoard',
    text: { ko: '보드에 올라온 링크들이 보여 주는 학생', en: 'The students that the links on a board show' },
    parameter: {
      name: 'token',
      text: { ko: '보드의 주소에서 `/b/` 뒤의 값', en: 'what follows `/b/` in the address of the board' },
    },
    errors: LINK_ERRORS,
  },
];

const BROKEN: Bilingual = {
  ko: 'HTTP 요청으로 읽을 수 없습니다.',
  en: 'It cannot be read as an HTTP request.',
};
const UNCHANGED: Bilingual = { ko: '달라지지 않았습니다.', en: 'Nothing has changed.' };
const ETAG: Schema = { schema: { type: 'string' } };

/** Paths of openapi.json, each with the server at which it lies. */
export const describeDocuments = (service: ServiceInfo, tag: string): Schema =>
  Object.fromEntries(
    DOCUMENTS.map(({ operationId, path, schema, text, parameter, errors = {} }) => [
      path,
      {
        servers: [{ url: publicUrl(service, '') }],
        get: {
          operationId,
          tags: [tag],
          summary: inBoth(text),
          security: [],
          parameters: [
            ...(parameter === undefined
              ? []
              : [
                  {
                    name: parameter.name,
                    in: 'path',
                    required: true,
                    description: inBoth(parameter.text),
                    schema: { type: 'string' },
                  },
                ]),
            {
              name: 'If-None-Match',
              in: 'header',
              required: false,
              description: inBoth({
                ko: '앞선 응답의 `ETag`',
                en: 'the `ETag` of an earlier response',
              }),
              schema: { type: 'string' },
            },
          ],
          responses: {
            200: {
              description: inBoth(text),
              headers: { ETag: ETAG },
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
            },
            304: { description: inBoth(UNCHANGED), headers: { ETag: ETAG } },
            ...Object.fromEntries(
              Object.entries<Bilingual>({ 400: BROKEN, ...errors }).map(([status, when]) => [
                status,
                {
                  description: inBoth(when),
                  content: {
                    'application/json': { schema: { $ref: '#/components/schemas/ApiErrorResponse' } },
                  },
                },
              ]),
            ),
          },
        },
      },
    ]),
  );
