import { stateTag } from '../../contract/state-tag.ts';
import { ApiError } from '../errors/api-error.ts';
import { parseTags } from '../http/etags.ts';
import type { IncomingRequest } from '../request/incoming-request.ts';
import { withHeaders } from '../request/outcome.ts';
import type { Operation, RequestContext } from '../request/request-context.ts';
import type { StoredStudent } from '../store/stored-student.ts';

/** `If-Match`: a change is refused if another tool was first. The stored record is compared again at its write. */
export function parsePrecondition({ headers }: IncomingRequest): RequestContext['precondition'] {
  const expected = headers['if-match'];
  if (expected === undefined) return undefined;
  return matchState(parseTags(expected));
}

/** Throws unless the stored student has one of these tags. */
export const matchState =
  (tags: readonly string[]) =>
  (stored: StoredStudent | undefined): void => {
    const student = stored?.recruited ? stored : undefined;
    const matches = student !== undefined && (tags.includes('*') || tags.includes(tagOf(student.json)));
    if (!matches) throw preconditionFailedError(student);
  };

/** An operation whose answer is the state of one student, with its ETag. */
export const withEtag =
  (operate: Operation): Operation =>
  async (context) => {
    const outcome = await operate(context);
    return withHeaders(outcome, { etag: tagOf(String(outcome.body)) });
  };

const tagOf = (json: string): string => stateTag(JSON.parse(json));

const preconditionFailedError = (student: StoredStudent | undefined): ApiError =>
  new ApiError(
    'precondition_failed',
    student === undefined
      ? '다른 도구가 그사이 이 학생을 삭제했습니다. 목록을 확인하십시오.'
      : '다른 도구가 그사이 이 학생을 변경했습니다. 현재 상태를 확인하고 다시 저장하십시오.',
    {
      details: { student: student?.json ?? 'null' },
      ...(student && { headers: { etag: tagOf(student.json) } }),
    },
  );
