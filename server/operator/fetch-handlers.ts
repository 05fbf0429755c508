import { MIN_REFRESH_INTERVAL_MS } from '../catalogue/catalogue-refresher.ts';
import { makeSourceDue } from '../catalogue/source-records.ts';
import { bodyReader, readEmptyBody } from '../console/body-checks.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { ApiError } from '../errors/api-error.ts';
import type { FetchSubject } from '../fetching/fetch-choices.ts';
import { findPortraitLocation } from '../portraits/portrait-location.ts';
import type { Step } from '../store/database.ts';
import type { FetchViews } from './fetch-views.ts';
import { type OperatorContext, rejectEndedOperator } from './operator-context.ts';
import { saveFetchChoiceAsOperator } from './records.ts';
import { FETCH_CHOICE_BODY } from './schemas.ts';
import type { CatalogueView, PortraitsView } from './views.ts';

const readChoice = bodyReader<{ isOn: boolean }>(FETCH_CHOICE_BODY);

/** An operator's choices of what is fetched from others. */
export function createFetchHandlers(context: OperatorContext, { viewCatalogue, viewPortraits }: FetchViews) {
  const { store, config, catalogue, fetching, log, now } = context;
  const { choices, refresh, portraits } = fetching;

  async function choose(
    request: SessionRequest,
    subject: FetchSubject,
    isOn: boolean,
    steps: readonly Step[] = [],
  ): Promise<void> {
    const choice = { subject, isOn, at: now(), steps };
    const saved = await saveFetchChoiceAsOperator(store.database, request.caller, choice);
    if (saved !== 'done') await rejectEndedOperator(context, request);
    log.logger.info(
      { subject, isOn, accountId: request.caller.accountId },
      'an operator chose what is fetched',
    );
    await choices.refresh();
  }

  return {
    async chooseCatalogue(request: SessionRequest): Promise<CatalogueView> {
      const { isOn } = readChoice(request);
      const due = makeSourceDue(refresh.address, { at: now(), intervalMs: MIN_REFRESH_INTERVAL_MS });
      await choose(request, 'catalogue', isOn, isOn ? [due] : []);
      return viewCatalogue();
    },

    async refreshCatalogue(request: SessionRequest): Promise<CatalogueView> {
      readEmptyBody(request);
      const refreshed = await refresh.refreshNow(request.caller);
      if (refreshed === 'off') throw noSourceError();
      if (refreshed === 'refused') await rejectEndedOperator(context, request);
      if (refreshed === 'too-soon') throw tooSoonError();
      await catalogue.refresh();
      return viewCatalogue();
    },

    async choosePortraits(request: SessionRequest): Promise<PortraitsView> {
      const { isOn } = readChoice(request);
      if (portraits === undefined) throw noFolderError();
      await choose(request, 'portraits', isOn);
      return viewPortraits();
    },

    /** Turns it off too: otherwise they would be fetched again at once. */
    async removePortraits(request: SessionRequest): Promise<PortraitsView> {
      readEmptyBody(request);
      if (portraits === undefined || !findPortraitLocation(config)?.isOwn) throw noFolderError();
      await choose(request, 'portraits', false);
      await portraits.remove();
      return viewPortraits();
    },
  };
}

const noSourceError = (): ApiError =>
  new ApiError(
    'no_catalogue_source',
    '매일 새로 고침이 꺼져 있습니다. 서버 페이지에서 켜거나 ROLLBOOK_CATALOGUE_SOURCE를 설정하십시오.',
  );

const noFolderError = (): ApiError =>
  new ApiError(
    'no_portrait_folder',
    '그림을 둘 폴더가 없거나 운영자의 폴더입니다. ROLLBOOK_PORTRAITS를 확인하십시오.',
  );

const tooSoonError = (): ApiError => {
  const seconds = MIN_REFRESH_INTERVAL_MS / 1000;
  return new ApiError(
    'rate_limited',
    `학생 목록을 지금 가져오는 중이거나 방금 가져왔습니다. ${seconds / 60}분 뒤에 다시 시도하십시오.`,
    { headers: { 'retry-after': String(seconds) } },
  );
};
