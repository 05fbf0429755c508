import type { Permission } from '../../contract/limits.ts';
import type { SessionRequirement } from '../session/sessions.ts';

/** What a route of the console asks of its request. */
export interface ConsoleRequirement {
  readonly permission: Permission;
  readonly session: SessionRequirement;
  /**
   * What counts the request, if not simply the limit of its method. `reserve`: nothing else uses it up. `student`: a
   * write that may be part of an operation on many students.
   */
  readonly countedAs?: 'reserve' | 'student';
  /** Refused to frames and links of other sites, which a read else is not. */
  readonly isForOwnPages?: boolean;
  /** Whether its body may be as long as one of the API. */
  readonly hasLongBody?: boolean;
}
