import type { Permission } from '../../contract/limits.ts';
import { addActivity, listActivity } from '../activity/activity.ts';
import { refuseWrite } from '../auth/refuse-write.ts';
import { bodyReader } from '../console/body-checks.ts';
import { findOwnAccount, toTime } from '../console/console-context.ts';
import type { SessionRequest } from '../console/console-request.ts';
import { Refusal, readQuery } from '../http/query-parameters.ts';
import { readImportMemory, readKeptRows } from '../imports/import-memory-actions.ts';
import { readPresets } from '../plans/goal-presets.ts';
import type { Services } from '../services.ts';
import { describeChangedSession, forgetSession } from '../sign-in/browser-session.ts';
import type { SessionView } from '../sign-in/views.ts';
import type { Store } from '../store/store.ts';
import type { NameOfStudent, Tables } from '../store/table.ts';
import { deleteAccount } from './delete-account.ts';
import { type AccountChanges, changeAccountSettings } from './records.ts';
import { CHANGE_ACCOUNT_BODY, NOTE_IMPORT_BODY } from './schemas.ts';
import type { ActivityView, LimitView } from './views.ts';

const readImport = bodyReader<{ format: string; registered: number; changed: number; removed: number }>(
  NOTE_IMPORT_BODY,
);

const readChanges = bodyReader<AccountChanges>(CHANGE_ACCOUNT_BODY);

type NameLanguage = (typeof NAME_LANGUAGES)[number];

const readLanguage = (text: string): NameLanguage | Refusal =>
  NAME_LANGUAGES.find((language) => language === text) ??
  new Refusal(`다음 중 하나(${NAME_LANGUAGES.join(', ')})여야 합니다.`);
const NAME_LANGUAGES = ['ko', 'ja', 'en'] as const;

/** More than the game has students, so that nearly every roster is one statement. */
const ROSTER_PAGE = 1_000;

/** The account as a whole: its roster, its activity, the use of its limits, its data in one file, and its end. */
export function createAccountHandlers(services: Services) {
  const { store, config, now, limiters, catalogue } = services;
  const readLimit = async (permission: Permission, limit: number, accountId: string): Promise<LimitView> => {
    const { remaining, resetMs } = await limiters[permission].peek(accountId);
    return { limit, remaining, resetSeconds: Math.ceil(resetMs / 1000) };
  };

  const readActivity = async (accountId: string): Promise<ActivityView[]> => {
    const entries = await listActivity(store.database, accountId);
    return entries.map(({ at, ...entry }) => ({ at: toTime(at), ...entry }));
  };

  return {
    /** All recruited students in one answer, which saves the console a request for each hundred of them. */
    async roster({ caller: { accountId } }: SessionRequest): Promise<string> {
      const pages: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const { json, nextAfterUid } = await store.listStudents(accountId, after, ROSTER_PAGE);
        if (json !== '') pages.push(json);
        after = nextAfterUid;
      }
      return `{"students":[${pages.join(',')}]}`;
    },

    async activity({ caller }: SessionRequest): Promise<{ activity: ActivityView[] }> {
      return { activity: await readActivity(caller.accountId) };
    },

    /** The import itself is a row of ordinary changes; the console reports what came of it. */
    async noteImport(request: SessionRequest): Promise<Record<string, never>> {
      const { format, registered, changed, removed } = readImport(request);
      const detail = `${format} +${registered} ~${changed} -${removed}`;
      const { caller } = request;
      const entry = { at: now(), kind: 'roster-imported', detail } as const;
      if (!(await addActivity(store.database, caller, caller.accountId, entry)))
        await refuseWrite(store, request.caller, now());
      return {};
    },

    /** Not the account's status, which is the operator's. GET /export?names=en names the students in English. */
    async export(request: SessionRequest): Promise<AsyncGenerator<string>> {
      const { accountId } = request.caller;
      const { name, createdAt, gameServer } = await findOwnAccount(services, request);
      const header = {
        exportedAt: toTime(now()),
        account: { accountId, name, createdAt: toTime(createdAt), gameServer },
        goalPresets: await readPresets(store.database, accountId),
        importMemory: await readImportMemory(store.database, accountId),
        keptRows: await readKeptRows(store.database, accountId),
      };
      const language = readQuery(request, (parameter) => parameter('names', readLanguage)) ?? 'ko';
      return exportAccountData(services.tables, store, accountId, header, (uid) =>
        catalogue.current.catalogue.nameOf(uid, language),
      );
    },

    async change(request: SessionRequest): Promise<SessionView> {
      const changes = readChanges(request);
      const { caller } = request;
      if (!(await changeAccountSettings(store.database, caller, caller.accountId, changes, now())))
        await refuseWrite(store, request.caller, now());
      return describeChangedSession(services, request.session);
    },

    async remove(request: SessionRequest): Promise<Record<string, never>> {
      const { caller } = request;
      if (!(await deleteAccount(store, caller.accountId, caller, now())))
        await refuseWrite(store, request.caller, now());
      forgetSession(services, request);
      return {};
    },

    async limits({ caller }: SessionRequest): Promise<Record<Permission, LimitView>> {
      return {
        read: await readLimit('read', config.readLimit, caller.accountId),
        write: await readLimit('write', config.writeLimit, caller.accountId),
      };
    },
  };
}

/**
 * The file in pieces, which begins with the fields of `header`. Each table is read by itself, and a long one while the
 * file is sent: a tool that writes meanwhile may be in one and not in another.
 */
async function* exportAccountData(
  tables: Tables,
  store: Store,
  accountId: string,
  header: object,
  nameOf: NameOfStudent,
): AsyncGenerator<string> {
  yield JSON.stringify(header).slice(0, -1);
  for (const { ofAccount } of Object.values(tables)) {
    const part = ofAccount?.exported ?? 'nothing';
    if (part === 'nothing') continue;
    yield `,"${part.name}":`;
    if ('read' in part) yield JSON.stringify(await part.read(store, accountId, nameOf));
    else yield* part.readPieces(store, accountId);
  }
  yield '}';
}
