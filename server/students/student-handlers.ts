import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OperationId } from '../../contract/operations.ts';
import { ListStudentsQuery, StudentPatch, StudentRegistration } from '../../contract/schemas.ts';
import type * as fields from '../../contract/state-fields.ts';
import { applyPatch, applyRegistration, checkStateRules } from '../../contract/state-rules.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { ApiError, excerpt, invalidRequest } from '../http/api-error.ts';
import { encodeCursor, parsePage, parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import { parseGrowth } from '../store/columns.ts';
import { type MaybePromise, mapMaybe } from '../store/maybe-promise.ts';
import { type Store, type StoredStudent, UnavailableError } from '../store/types.ts';

const listShape = compileValidator(ListStudentsQuery);
const registrationShape = compileValidator(StudentRegistration);
const patchShape = compileValidator(StudentPatch);

/** Somebody else may write between a look and a write so often before the request gives up. */
const MOST_ATTEMPTS = 200;

/** The five routes of recruited students. Each reads, decides by the contract's pure rules, and writes. */
export function createStudentHandlers(
  store: Store,
  catalogue: Pick<LiveCatalogue, 'now' | 'refresh'>,
  basePath: () => string,
) {
  const uidIn = (request: FastifyRequest): string => (request.params as { studentUid: string }).studentUid;
  const studentOf = (request: FastifyRequest): string => known(uidIn(request));
  const wanted = (request: FastifyRequest): string | undefined =>
    catalogue.now.catalogue.resolve(uidIn(request));

  /** Step 6, where every UID becomes the representative one. */
  function known(uid: string): string {
    const representative = catalogue.now.catalogue.resolve(uid);
    if (representative !== undefined) return representative;
    throw studentNotFoundError(uid);
  }

  /** Step 7, for whom the student must be recruited. */
  function recruited({ caller, brought }: FastifyRequest, uid: string): MaybePromise<StoredStudent> {
    const found = brought?.studentUid === uid ? brought.student : store.readStudent(caller.accountId, uid);
    return mapMaybe(found, (recorded) => {
      if (recorded?.recruited) return recorded;
      throw notRecruitedError(uid);
    });
  }

  /** Compare-and-set: `decide` looks at what is recorded and is asked again if that has changed meanwhile. */
  async function write(
    accountId: string,
    uid: string,
    first: StoredStudent | undefined,
    decide: (recorded: StoredStudent | undefined) => fields.Growth,
  ): Promise<string> {
    let recorded = first;
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const decided = tryDecide(() => decide(recorded));
      if (!(decided instanceof ApiError)) {
        const { importedVersion } = catalogue.now;
        const written = await store.writeStudent(accountId, uid, decided, recorded, importedVersion);
        if (written) return written.text;
        // Of a new record it may have been the catalogue that changed: then the student may be gone from it.
        if (recorded === undefined) await catalogue.refresh();
        if (known(uid) !== uid) throw studentNotFoundError(uid);
      }
      const seen = await store.readStudent(accountId, uid);
      // A refusal must be of what is recorded now, not of what was when a slow body began.
      if (decided instanceof ApiError && seen?.text === recorded?.text) throw decided;
      recorded = seen;
    }
    throw new UnavailableError(`${MOST_ATTEMPTS} others wrote this student first`);
  }

  return {
    /** The student that an operation is going to ask for, so that it may come along with what is asked before. */
    wanted: { getRecruitedStudent: wanted, patchRecruitedStudent: wanted } as Partial<
      Record<OperationId, (request: FastifyRequest) => string | undefined>
    >,

    listRecruitedStudents(request: FastifyRequest): MaybePromise<string> {
      const { accountId } = request.caller;
      // Keyset paging: a position is a UID and never loses its meaning.
      const listing = { scope: `students of ${accountId}`, version: '' };
      const { limit, position } = parsePage(listShape, parseQueryString(request.query), listing);
      return mapMaybe(store.listStudents(accountId, position ?? '', limit), ({ text, next }) => {
        const nextCursor = next === null ? 'null' : JSON.stringify(encodeCursor(listing, next));
        return `{"students":[${text}],"nextCursor":${nextCursor}}`;
      });
    },

    getRecruitedStudent(request: FastifyRequest): MaybePromise<string> {
      return mapMaybe(recruited(request, studentOf(request)), ({ text }) => text);
    },

    async registerRecruitedStudent(request: FastifyRequest, reply: FastifyReply): Promise<string> {
      const { accountId } = request.caller;
      const sent = validate<fields.StudentRegistration>(registrationShape, request.body);
      const uid = known(sent.studentUid);
      const text = await write(accountId, uid, await store.readStudent(accountId, uid), (recorded) => {
        if (recorded?.recruited) throw alreadyRecruitedError(uid);
        return requireValidState(applyRegistration(recorded && parseGrowth(recorded.text), sent), sent);
      });
      reply.code(201).header('location', `${basePath()}/me/students/${encodeURIComponent(uid)}`);
      return text;
    },

    /** SPEC 3: a patch of a student not recruited is 404 whatever its body, so this comes before the body. */
    beforePatchBody(request: FastifyRequest): MaybePromise<void> {
      return mapMaybe(recruited(request, studentOf(request)), (recorded) => {
        request.recorded = recorded;
      });
    },

    async patchRecruitedStudent(request: FastifyRequest): Promise<string> {
      const sent = validate<fields.StudentPatch>(patchShape, request.body);
      const uid = studentOf(request);
      return write(request.caller.accountId, uid, request.recorded, (recorded) => {
        if (!recorded?.recruited) throw notRecruitedError(uid);
        return requireValidState(applyPatch(parseGrowth(recorded.text), sent), sent);
      });
    },

    async deleteRecruitedStudent(request: FastifyRequest): Promise<string> {
      const uid = studentOf(request);
      if (!(await store.removeStudent(request.caller.accountId, uid))) throw notRecruitedError(uid);
      return JSON.stringify({ studentUid: uid, deleted: true });
    },
  };
}

export const studentNotFoundError = (uid: string): ApiError =>
  new ApiError(
    'not_found',
    `UID가 "${excerpt(uid)}"인 학생은 카탈로그에 없습니다. GET /students로 UID를 찾아 사용하십시오.`,
  );

function tryDecide(decide: () => fields.Growth): fields.Growth | ApiError {
  try {
    return decide();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function validate<T>(faultsOf: (value: unknown) => ReturnType<typeof checkStateRules>, body: unknown): T {
  const faults = faultsOf(body);
  if (faults.length > 0) throw invalidRequest(faults);
  return body as T;
}

function requireValidState(next: fields.Growth, sent: fields.StudentPatch): fields.Growth {
  const faults = checkStateRules(next, sent);
  if (faults.length > 0) throw invalidRequest(faults);
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
