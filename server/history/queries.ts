import { CHANGE_KINDS, type ChangeKind, MAX_CHANGE_NUMBER } from '../../contract/history.ts';
import { DEFAULT_CHANGES_PER_PAGE, MAX_CHANGES_PER_PAGE, MAX_WAIT_SECONDS } from '../../contract/limits.ts';
import { STATE_FIELDS, STATE_NAMES, type StateName } from '../../contract/state-fields.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { excerpt } from '../errors/api-error.ts';
import { isCalendarDay, parseMoment } from '../http/parse-moment.ts';
import { Refusal, readQuery } from '../http/query-parameters.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import type { RosterMoment } from './past-roster.ts';
import type { GroupFilter } from './records.ts';

const DEFAULT_GROUPS = 20;
const MAX_GROUPS = 100;
const AUTHOR = /^(?:operator|console|key:(?<key>\w{1,64})|session:(?<session>[0-9a-f]{16}))$/;
const TIME_RULE = '2026-11-24T12:00:00Z처럼 시간대까지 적은 ISO 8601 시각이어야 합니다.';
const DAY = /^\d{4}-\d\d-\d\d$/;

export interface GroupsQuery {
  filter: GroupFilter;
  group: number | undefined;
  before: number;
  limit: number;
}

/** Reads GET /history/groups. `resolve` knows the UIDs of other forms. */
export const readGroupsQuery = (
  request: SessionRequest,
  resolve: (uid: string) => string | undefined,
): GroupsQuery =>
  readQuery(request, (parameter) => {
    const author = parameter('author', readAuthor);
    const student = parameter('student', (text) => text);
    return {
      filter: {
        authorKind: author?.kind ?? '',
        authorId: author?.id ?? '',
        studentUid: student === undefined ? '' : (resolve(student) ?? student),
        kind: parameter('kind', readKind) ?? '',
        since: parameter('since', readTime) ?? 0,
      },
      before: parameter('before', readNumber) ?? MAX_CHANGE_NUMBER,
      limit: parameter('limit', readLimit) ?? DEFAULT_GROUPS,
      group: parameter('group', readNumber),
    };
  });

/** Reads GET /history/roster: one of `before`, `at` and `day`. */
export const readRosterQuery = (request: SessionRequest): RosterMoment =>
  readQuery(request, (parameter, fail) => {
    const before = parameter('before', readNumber);
    const at = parameter('at', readTime);
    const day = parameter('day', readDay);
    const [moment, ...others] = [
      ...(before === undefined ? [] : [{ before }]),
      ...(at === undefined ? [] : [{ at }]),
      ...(day === undefined ? [] : [{ day }]),
    ];
    if (moment === undefined || others.length > 0)
      fail({ field: 'before', message: 'before, at, day 가운데 하나만 보내십시오.' });
    return moment ?? { before: 0 };
  });

/** Reads GET /history/growth: whether the days are asked for. */
export const readGrowthQuery = (request: SessionRequest): boolean =>
  readQuery(
    request,
    (parameter) => parameter('days', (text) => text === 'none' || new Refusal('none이어야 합니다.')) !== true,
  );

export interface ChangesQuery {
  after: number | undefined;
  limit: number;
  /** In seconds. */
  wait: number | undefined;
}

/** Reads GET /beta/changes. */
export const readChangesQuery = (incoming: IncomingRequest): ChangesQuery =>
  readQuery({ incoming }, (parameter) => ({
    after: parameter('after', readAfter),
    limit: parameter('limit', readChangesLimit) ?? DEFAULT_CHANGES_PER_PAGE,
    wait: parameter('wait', readWait),
  }));

export interface WholeRosterQuery {
  /** All where it is left out, else in the order of the table. */
  fields: readonly StateName[] | undefined;
  at: number | undefined;
}

/** Reads GET /beta/roster. */
export const readWholeRosterQuery = (incoming: IncomingRequest): WholeRosterQuery =>
  readQuery({ incoming }, (parameter) => ({
    fields: parameter('fields', readFields),
    at: parameter('at', readTime),
  }));

function readAuthor(text: string): { kind: GroupFilter['authorKind']; id: string } | Refusal {
  const { key, session } = AUTHOR.exec(text)?.groups ?? {};
  if (key !== undefined) return { kind: 'key', id: key };
  if (session !== undefined) return { kind: 'console', id: session };
  if (text === 'console' || text === 'operator') return { kind: text, id: '' };
  return new Refusal('key:키 ID, session:세션 ID, console, operator 중 하나여야 합니다.');
}

const readKind = (text: string): ChangeKind | Refusal =>
  CHANGE_KINDS.find((kind) => kind === text) ??
  new Refusal(`다음 중 하나(${CHANGE_KINDS.join(', ')})여야 합니다.`);

const readNumber = readInteger(1, MAX_CHANGE_NUMBER);
const readLimit = readInteger(1, MAX_GROUPS);
const readAfter = readInteger(0, MAX_CHANGE_NUMBER);
const readChangesLimit = readInteger(1, MAX_CHANGES_PER_PAGE);
const readWait = readInteger(1, MAX_WAIT_SECONDS);

function readInteger(min: number, max: number): (text: string) => number | Refusal {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : new Refusal(`${min}부터 ${max}까지의 정수여야 합니다.`);
  };
}

function readFields(text: string): readonly StateName[] | Refusal {
  const asked = new Set(text.split(','));
  const unknown = [...asked].filter((name) => !Object.hasOwn(STATE_FIELDS, name));
  return unknown.length === 0
    ? STATE_NAMES.filter((name) => asked.has(name))
    : new Refusal(
        `없는 필드가 있습니다("${excerpt(unknown.join())}"). 쉼표로 나눈 필드 이름을 보내십시오. 예: tier,weaponTier`,
      );
}

const readTime = (text: string): number | Refusal => parseMoment(text) ?? new Refusal(TIME_RULE);

function readDay(text: string): string | Refusal {
  const isDay = DAY.test(text) && Date.parse(text) >= 0 && isCalendarDay(text);
  return isDay ? text : new Refusal('2026-11-24와 같은 날짜여야 합니다.');
}
