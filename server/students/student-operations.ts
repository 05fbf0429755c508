import type { FieldErrors } from '../../contract/field-errors.ts';
import { API_PREFIX } from '../../contract/paths.ts';
import { ListStudentsQuery, StudentPatch, StudentRegistration } from '../../contract/schemas.ts';
import type * as fields from '../../contract/state-fields.ts';
import { applyPatch, applyRegistration, checkStateRules, toFieldError } from '../../contract/state-rules.ts';
import type { AppContext } from '../app-context.ts';
import { rejectEndedCaller } from '../auth/callers.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { ApiError, excerpt, invalidRequest } from '../errors/api-error.ts';
import { UnavailableError } from '../errors/unavailable-error.ts';
import { encodeCursor, parsePage, parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import { jsonOutcome, type Outcome, withHeaders } from '../request/outcome.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Operations } from '../routes/api-routes.ts';
import type { AccountCaller, StudentWrite } from '../store/caller.ts';
import { parseGrowth } from '../store/columns.ts';
import type { StoredStudent, WrittenRecord, WrittenStudent } from '../store/stored-student.ts';

const validateListQuery = compileValidator(ListStudentsQuery);
const validateRegistration = compileValidator(StudentRegistration);
const validatePatch = compileValidator(StudentPatch);

/** Other writers may change the student between a read and its write this often before the request gives up. */
const MAX_ATTEMPTS = 200;

/** The operations on recruited students. Each reads, decides by the contract's pure rules, and writes. */
export function createStudentOperations(
  { store, urls, now }: Pick<AppContext, 'store' | 'urls' | 'now'>,
  catalogue: Pick<LiveCatalogue, 'current' | 'refresh'>,
): Omit<Operations, 'findStudents'> {
  /** The student check (ARCHITECTURE.md, "The order of checks"). */
  function requireStudent({ studentUid, request }: RequestContext): string {
    if (studentUid === undefined) throw studentNotFoundError(request.params.studentUid ?? '');
    return studentUid;
  }

  /** The registration check of operations on a recruited student. */
  function requireRecord(
    { precondition }: RequestContext,
    stored: StoredStudent | undefined,
    uid: string,
  ): StoredStudent {
    precondition?.(stored);
    if (stored?.recruited) return stored;
    throw notRecruitedError(uid);
  }

  const writeBy = (caller: AccountCaller, studentUid: string): StudentWrite => ({
    caller,
    at: now(),
    accountId: caller.accountId,
    studentUid,
  });

  /** Compare-and-set: removes what `precondition` has accepted. */
  async function remove(context: RequestContext, uid: string): Promise<WrittenRecord> {
    const { caller } = context;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const student = requireRecord(context, await store.readStudent(caller.accountId, uid), uid);
      const removed = await store.removeStudent(writeBy(caller, uid), student);
      if (removed) return removed;
      await rejectEndedCaller(store, caller, now());
    }
    throw new UnavailableError(`${MAX_ATTEMPTS} other writers were first`);
  }

  /**
   * Compare-and-set: `decide` is called again with the stored student whenever another writer was first. An import may
   * drop the student at any `await`: the store then refuses a new record, and the next attempt finds no such student.
   */
  async function write(
    caller: AccountCaller,
    uid: string,
    first: StoredStudent | undefined,
    decide: (stored: StoredStudent | undefined) => fields.GrowthState,
  ): Promise<WrittenStudent> {
    let stored = first;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      if (catalogue.current.catalogue.resolve(uid) !== uid) throw studentNotFoundError(uid);
      const next = tryDecide(() => decide(stored));
      if (!(next instanceof ApiError)) {
        const { importedVersion } = catalogue.current;
        const written = await store.writeStudent(writeBy(caller, uid), next, stored, importedVersion);
        if (written) return written;
        await rejectEndedCaller(store, caller, now());
        if (stored === undefined) await catalogue.refresh();
      }
      const current = await store.readStudent(caller.accountId, uid);
      // An error describes the current state, not the state from before a slow body.
      if (next instanceof ApiError && current?.json === stored?.json) throw next;
      stored = current;
    }
    throw new UnavailableError(`${MAX_ATTEMPTS} other writers were first`);
  }

  return {
    async listRecruitedStudents({ request, caller: { accountId } }) {
      // Keyset paging: a position is a UID and never loses its meaning.
      const listing = { scope: `students of ${accountId}`, version: '' };
      const { limit, position } = parsePage(validateListQuery, parseQueryString(request.query), listing);
      const { json, nextAfterUid } = await store.listStudents(accountId, position ?? '', limit);
      const nextCursor = nextAfterUid === null ? 'null' : JSON.stringify(encodeCursor(listing, nextAfterUid));
      return jsonOutcome(`{"students":[${json}],"nextCursor":${nextCursor}}`);
    },

    async getRecruitedStudent(context) {
      const uid = requireStudent(context);
      const stored = await store.readStudent(context.caller.accountId, uid);
      return jsonOutcome(requireRecord(context, stored, uid).json);
    },

    async registerRecruitedStudent({ caller, precondition, readBody }) {
      const sent = requireValid<fields.StudentRegistration>(validateRegistration, await readBody());
      const uid = catalogue.current.catalogue.resolve(sent.studentUid);
      if (uid === undefined) throw studentNotFoundError(sent.studentUid);
      const written = await write(caller, uid, await store.readStudent(caller.accountId, uid), (stored) => {
        precondition?.(stored);
        if (stored?.recruited) throw alreadyRecruitedError(uid);
        return requireValidState(applyRegistration(stored && parseGrowth(stored.json), sent), sent);
      });
      const location = `${new URL(urls.base()).pathname}/me/students/${encodeURIComponent(uid)}`;
      return { ...withHeaders(changeOutcome(written.json, written), { location }), status: 201 };
    },

    /** The student and the registration are checked before the body is read, whatever it holds. */
    async patchRecruitedStudent(context) {
      const uid = requireStudent(context);
      const found = requireRecord(context, await store.readStudent(context.caller.accountId, uid), uid);
      const sent = requireValid<fields.StudentPatch>(validatePatch, await context.readBody());
      const written = await write(context.caller, uid, found, (stored) => {
        const student = requireRecord(context, stored, uid);
        return requireValidState(applyPatch(parseGrowth(student.json), sent), sent);
      });
      return changeOutcome(written.json, written);
    },

    async deleteRecruitedStudent(context) {
      const uid = requireStudent(context);
      const removed = await remove(context, uid);
      return changeOutcome(JSON.stringify({ studentUid: uid, deleted: true }), removed);
    },
  };
}

const changeOutcome = (json: string, { change }: WrittenRecord): Outcome => ({
  ...jsonOutcome(json),
  changeGroup: change?.group,
});

export const studentNotFoundError = (uid: string): ApiError =>
  new ApiError(
    'not_found',
    `UID가 "${excerpt(uid)}"인 학생은 카탈로그에 없습니다. GET ${API_PREFIX}/students로 UID를 찾아 사용하십시오.`,
  );

function tryDecide(decide: () => fields.GrowthState): fields.GrowthState | ApiError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function requireValid<T>(validate: (value: unknown) => FieldErrors, body: unknown): T {
  const errors = validate(body);
  if (errors.length > 0) throw invalidRequest(errors);
  return body as T;
}

function requireValidState(next: fields.GrowthState, sent: fields.StudentPatch): fields.GrowthState {
  const errors = checkStateRules(next, sent);
  if (errors.length > 0) throw invalidRequest(errors.map(toFieldError));
  return next;
}

export const notRecruitedError = (uid: string): ApiError =>
  new ApiError(
    'student_not_recruited',
    `이 계정에는 UID가 ${uid}인 학생이 등록되어 있지 않습니다. 먼저 POST /me/students로 등록하십시오.`,
  );

export const alreadyRecruitedError = (uid: string): ApiError =>
  new ApiError(
    'student_already_recruited',
    `UID가 ${uid}인 학생은 이미 등록되어 있습니다. 바꿀 필드만 PATCH /me/students/${uid} 요청으로 보내십시오.`,
  );
