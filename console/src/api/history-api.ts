import type {
  ChangeGroupsView,
  GrowthView,
  HistoryAuthorsView,
  PastRosterView,
} from '../../../server/history/views.ts';
import { readKept } from './read-kept.ts';
import { ofAccount, sendRequest } from './send-request.ts';

const get = <T>(path: string, query: Record<string, string>, accountId: string) =>
  sendRequest<T>('GET', `/history/${path}?${new URLSearchParams(query)}`, undefined, ofAccount(accountId));

/** The requests of the console API about history. Those that a plan begins with name their account. */
export const historyApi = {
  listGroups: (query: Record<string, string>, accountId: string) =>
    get<ChangeGroupsView>('groups', query, accountId),
  /** The first page, without filters. */
  listLatestGroups: (limit: number, accountId: string) =>
    readKept<ChangeGroupsView>(`/history/groups?limit=${limit}`, accountId),
  listAuthors: (accountId: string) => readKept<HistoryAuthorsView>('/history/authors', accountId),
  readPastRoster: (query: Record<string, string>, accountId: string) =>
    get<PastRosterView>('roster', query, accountId),
  /** What the roster page shows, without the days of the chart. */
  readWeek: async (accountId: string) =>
    (await readKept<GrowthView>('/history/growth?days=none', accountId)).week,
  readGrowth: (accountId: string) => readKept<GrowthView>('/history/growth', accountId),
};
