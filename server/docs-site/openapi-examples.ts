import type { HeaderName } from '../../contract/headers.ts';
import { RATE_LIMITS } from '../../contract/limits.ts';
import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { API_PREFIX } from '../../contract/paths.ts';
import { searchStudents } from '../catalogue/search-operation.ts';
import { rateLimitHeader, rateLimitPolicyHeader } from '../rate-limit/rate-limit-headers.ts';
import { exampleStudent } from './guide/example.ts';
import type { ServiceInfo } from './guide/section.ts';

/** With a body if the operation takes one, so that the compiler reports a missing example. */
type OperationExamples = {
  [Id in OperationId]: { response: unknown } & ((typeof OPERATIONS)[Id] extends { body: string }
    ? { body: object }
    : { body?: never });
};

/** What each operation takes and returns for a student of this catalogue, as the service's own functions compute it. */
export function operationExamples(service: ServiceInfo): OperationExamples {
  const { uid, name, registration, registered, change, changed } = exampleStudent(service);
  return {
    findStudents: { response: JSON.parse(searchStudents(service.served.catalogue, { query: name })) },
    listRecruitedStudents: { response: { students: [changed], nextCursor: null } },
    registerRecruitedStudent: { body: registration, response: registered },
    getRecruitedStudent: { response: changed },
    patchRecruitedStudent: { body: change, response: changed },
    deleteRecruitedStudent: { response: { studentUid: uid, deleted: true } },
  };
}

/** Values of the parameters by name, which the interactive reference prefills. */
export function parameterExamples(service: ServiceInfo): Record<string, string> {
  const { uid, name } = exampleStudent(service);
  return { query: name, studentUid: uid };
}

export function headerExamples(service: ServiceInfo): Record<HeaderName, string | number> {
  const { uid } = exampleStudent(service);
  const limit = service.limits.read;
  return {
    'Request-Id': 'kX3bQ9Zr-1k',
    'RateLimit-Policy': rateLimitPolicyHeader('read', limit),
    RateLimit: rateLimitHeader('read', limit - 1, RATE_LIMITS.read.windowSeconds),
    Location: API_PREFIX + OPERATIONS.getRecruitedStudent.path.replace('{studentUid}', uid),
    'Retry-After': 1,
    'WWW-Authenticate': 'Bearer',
  };
}
