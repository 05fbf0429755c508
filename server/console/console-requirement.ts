import type { Permission } from '../../contract/limits.ts';
import type { SessionRequirement } from '../session/sessions.ts';

/** The requirement of a route of the console for its request. */
export interface ConsoleRequirement {
  readonly permission: Permission;
  readonly session: SessionRequirement;
  /**
   * The limit that counts the request, if not simply that of its method. `reserve`: nothing else uses it up.
   * `student`: a write that may be part of an operation on many students.
   */
  readonly countedAs?: 'reserve' | 'student';
  /** Refused to frames and links of other sites, which a read else is not. */
  readonly isForOwnPages?: boolean;
  /** True if its body may be as long as one of the API. */
  readonly hasLongBody?: boolean;
}
