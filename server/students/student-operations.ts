import { hasReached } from '../../client/changes.ts';
import { omitLosses } from '../../client/compare-values.ts';
import type { FieldErrors } from '../../contract/field-errors.ts';
import type { OperationId } from '../../contract/operations.ts';
import { ListStudentsQuery, StudentPatch, StudentRegistration } from '../../contract/schemas.ts';
import type * as fields from '../../contract/state-fields.ts';
import { applyPatch, applyRegistration } from '../../contract/state-rules.ts';
import type { AppContext } from '../app-context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { encodeCursor, parsePage, parseQueryString } from '../http/paging.ts';
import { compileValidator } from '../http/validation.ts';
import { readRaiseOnly } from '../request/incoming-request.ts';
import { jsonOutcome, type Outcome, withHeaders } from '../request/outcome.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import { alreadyRecruitedError, notRecruitedError, studentNotFoundError } from '../roster/student-errors.ts';
import { requireValidState, type StudentWriter } from '../roster/student-writer.ts';
import type { StoredStudent, WrittenRecord } from '../store/stored-student.ts';
import { parseGrowth } from '../store/stored-student.ts';

const validateListQuery = compileValidator(ListStudentsQuery);
const validateRegistration = compileValidator(StudentRegistration);
const validatePatch = compileValidator(StudentPatch);

/** The operations on recruited students. Each reads, decides by the contract's pure rules, and writes. */
export function createStudentOperations(
  { store, urls, catalogue }: Pick<AppContext, 'store' | 'urls' | 'catalogue'>,
  writer: StudentWriter,
): Record<Exclude<OperationId, 'findStudents'>, Operation> {
  /** The student check (ARCHITECTURE.md, "The order of checks"). */
  function requireStudent(named = ''): string {
    const uid = catalogue.resolve(named);
    if (uid === undefined) throw studentNotFoundError(named);
    return uid;
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
      const uid = requireStudent(context.request.params.studentUid);
      const stored = await store.readStudent(context.caller.accountId, uid);
      return jsonOutcome(requireRecord(context, stored, uid).json);
    },

    async registerRecruitedStudent(context) {
      const { caller, precondition, request } = context;
      const isRaiseOnly = readRaiseOnly(request);
      const sent = requireValid<fields.StudentRegistration>(validateRegistration, await context.readBody());
      const uid = requireStudent(sent.studentUid);
      const found = await store.readStudent(caller.accountId, uid);
      const { written } = await writer.write(context, uid, found, (stored) => {
        precondition?.(stored);
        if (stored?.recruited) throw alreadyRecruitedError(uid);
        const recorded = stored && parseGrowth(stored.json);
        const kept = isRaiseOnly && recorded ? omitLosses(recorded, sent) : sent;
        return { next: requireValidState(applyRegistration(recorded, kept), sent) };
      });
      const location = `${new URL(urls.base()).pathname}/me/students/${encodeURIComponent(uid)}`;
      return { ...withHeaders(changeOutcome(written.json, written), { location }), status: 201 };
    },

    /** The student and the registration are checked before the body is read, whatever it holds. */
    async patchRecruitedStudent(context) {
      const uid = requireStudent(context.request.params.studentUid);
      const found = requireRecord(context, await store.readStudent(context.caller.accountId, uid), uid);
      const isRaiseOnly = readRaiseOnly(context.request);
      const sent = requireValid<fields.StudentPatch>(validatePatch, await context.readBody());
      const { written } = await writer.write(context, uid, found, (stored) => {
        const recorded = parseGrowth(requireRecord(context, stored, uid).json);
        const raised = isRaiseOnly ? omitLosses(recorded, sent) : sent;
        if (isRaiseOnly && hasReached(recorded, raised)) return { next: undefined };
        return { next: requireValidState(applyPatch(recorded, raised), sent) };
      });
      return changeOutcome(written.json, written);
    },

    async deleteRecruitedStudent(context) {
      const uid = requireStudent(context.request.params.studentUid);
      const removed = await writer.remove(context, uid, (stored) => requireRecord(context, stored, uid));
      return changeOutcome(JSON.stringify({ studentUid: uid, deleted: true }), removed);
    },
  };
}

const changeOutcome = (json: string, { change }: WrittenRecord): Outcome => ({
  ...jsonOutcome(json),
  changeGroup: change?.group,
});

function requireValid<T>(validate: (value: unknown) => FieldErrors, body: unknown): T {
  const errors = validate(body);
  if (errors.length > 0) throw invalidRequest(errors);
  return body as T;
}
