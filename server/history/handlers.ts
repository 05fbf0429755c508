import { operationKind } from '../../contract/history.ts';
import type { AppContext } from '../app-context.ts';
import { toTime } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { sumSpent } from '../plans/spending-records.ts';
import { createAuthorViews, viewAuthors } from './group-authors.ts';
import { readGrowth } from './growth.ts';
import { readPastRoster } from './past-roster.ts';
import { readGroupsQuery, readGrowthQuery, readRosterQuery } from './queries.ts';
import {
  findChangeGroup,
  type GroupAuthor,
  type GroupWithChanges,
  listChangeGroups,
  readChangesOf,
  type StoredChange,
} from './records.ts';
import type {
  ChangeGroupsView,
  ChangeGroupView,
  ChangeView,
  GroupAuthorView,
  GrowthView,
  HistoryAuthorsView,
  PastRosterView,
} from './views.ts';

/** The history of an account as the console shows it. */
export function createHistoryHandlers({
  store,
  config,
  now,
  catalogue: { resolve },
}: Pick<AppContext, 'store' | 'config' | 'now' | 'catalogue'>) {
  const { database } = store;
  const callerOf = ({ caller, session }: SessionRequest) =>
    [store, caller.accountId, session.digest, now()] as const;

  return {
    /** JSON: `ChangeGroupsView`. */
    async groups(request: SessionRequest): Promise<string> {
      const { filter, group, before, limit } = readGroupsQuery(request, resolve);
      const { accountId } = request.caller;
      const viewAuthor = await createAuthorViews(...callerOf(request));
      if (group !== undefined) {
        const found = await findChangeGroup(database, accountId, group);
        const groups = await readChangesOf(database, accountId, found === undefined ? [] : [found]);
        return toJson({ isOn: config.history, nextBefore: null }, groups, viewAuthor);
      }
      const page = await listChangeGroups(database, accountId, filter, before, limit);
      return toJson({ isOn: config.history, nextBefore: page.nextBefore }, page.groups, viewAuthor);
    },

    async authors(request: SessionRequest): Promise<HistoryAuthorsView> {
      return { authors: await viewAuthors(...callerOf(request)) };
    },

    async growth(request: SessionRequest): Promise<GrowthView> {
      const hasDays = readGrowthQuery(request);
      const { week, days } = await readGrowth(database, request.caller.accountId, now());
      return {
        isOn: config.history,
        week: week && { ...week, since: toTime(week.since) },
        days: (hasDays ? days : []).map(({ at, ...summary }) => ({ at: toTime(at), ...summary })),
      };
    },

    async roster(request: SessionRequest): Promise<PastRosterView> {
      const moment = readRosterQuery(request);
      const { signal } = request.incoming;
      const reader = { database, accountId: request.caller.accountId, signal };
      const past = await readPastRoster(reader, moment, now());
      if (past === undefined)
        throw invalidRequest([
          {
            field: Object.keys(moment).join(),
            message: '그때의 출석부는 남아 있지 않습니다. 기록이 남아 있는 때를 보내십시오.',
          },
        ]);
      return { asOf: toTime(past.asOf), students: past.students };
    },
  };
}

/** Assembled from the fields' own JSON: there may be 20,000 changes. */
function toJson(
  page: Omit<ChangeGroupsView, 'groups'>,
  groups: readonly GroupWithChanges[],
  viewAuthor: (author: GroupAuthor) => GroupAuthorView,
): string {
  const texts = groups
    .filter(({ changes }) => changes.length > 0)
    .map(({ changes, ...group }) => {
      const spending = changes.flatMap(({ spent }) => (spent === null ? [] : JSON.parse(spent)));
      const view: Omit<ChangeGroupView, 'changes'> = {
        group: group.group,
        startedAt: toTime(group.startedAt),
        lastAt: toTime(group.lastAt),
        by: viewAuthor(group),
        operation: operationKind(group.operation),
        ...(group.proposedBy !== null && { proposedBy: group.proposedBy }),
        ...(spending.length > 0 && { spent: sumSpent(spending) ?? {} }),
      };
      return withList(view, 'changes', changes.map(changeToJson));
    });
  return withList(page, 'groups', texts);
}

function changeToJson({ number, at, studentUid, kind, fields }: StoredChange): string {
  const view: Omit<ChangeView, 'fields'> = { number, at: toTime(at), studentUid, kind };
  return `${JSON.stringify(view).slice(0, -1)},"fields":${fields}}`;
}

const withList = (view: object, name: string, items: readonly string[]): string =>
  `${JSON.stringify(view).slice(0, -1)},"${name}":[${items.join(',')}]}`;
