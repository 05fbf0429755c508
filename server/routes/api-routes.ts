import { OPERATIONS, type Operation, type OperationId } from '../../contract/operations.ts';
import { API_PREFIX } from '../../contract/paths.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { createSearchHandler } from '../catalogue/search-handler.ts';
import type { PublicUrls } from '../http/public-urls.ts';
import type { Store } from '../store/store.ts';
import { createStudentHandlers } from '../students/student-handlers.ts';
import type { ApiRoute } from './route-table.ts';

/** The operations of the contract, each with its handler. */
export function apiRoutes(
  store: Store,
  catalogue: Pick<LiveCatalogue, 'current' | 'refresh'>,
  urls: PublicUrls,
  now: () => number,
): ApiRoute[] {
  const students = createStudentHandlers(store, catalogue, () => new URL(urls.base()).pathname, now);
  const { prefetchedUid } = students;
  const handlers: Record<OperationId, Pick<ApiRoute, 'handle' | 'prefetchedUid' | 'beforeBody'>> = {
    findStudents: { handle: createSearchHandler(() => catalogue.current.catalogue) },
    listRecruitedStudents: { handle: students.list },
    registerRecruitedStudent: { handle: students.register },
    getRecruitedStudent: { handle: students.get, prefetchedUid },
    patchRecruitedStudent: { handle: students.patch, prefetchedUid, beforeBody: students.requireRecruited },
    deleteRecruitedStudent: { handle: students.remove },
  };
  return (Object.entries(OPERATIONS) as [OperationId, Operation][]).map(
    ([operation, { method, path, permission, body }]) => ({
      operation,
      methods: [method],
      path: API_PREFIX + path,
      permission,
      hasBody: body !== undefined,
      ...handlers[operation],
    }),
  );
}
