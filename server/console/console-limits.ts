import {
  CONSOLE_ACCOUNT_FACTOR,
  CONSOLE_LIMITS,
  type Permission,
  RESERVE_LIMIT,
  SIGN_IN_LIMIT,
  STUDENTS_PER_WRITE,
} from '../../contract/limits.ts';
import { createConsoleRateLimiters } from '../rate-limit/create-rate-limiters.ts';
import { createRateLimitReporter, type RateLimitReport } from '../rate-limit/rate-limit-headers.ts';
import type { SessionStatus } from '../session/session-records.ts';
import type { Store } from '../store/store.ts';
import type { ConsoleRequirement } from './console-requirement.ts';

/** Sessions whose operation is remembered. The oldest is forgotten first: its next student counts as a write. */
const MAX_OPERATIONS = 10_000;

export interface ConsoleLimits {
  countRequest: (route: ConsoleRequirement, caller: ConsoleCaller) => Promise<RateLimitReport>;
  /** Counts a write of a session beside that of its request. */
  countWrite: (session: SessionStatus) => Promise<RateLimitReport>;
  /** Counts an attempt to sign in with a passkey. */
  countSignIn: (subject: string) => Promise<RateLimitReport>;
}

interface ConsoleCaller {
  session: SessionStatus | undefined;
  address: string;
  /** The operation on many students that the request is part of. */
  operation: string | undefined;
}

export function createConsoleLimits(store: Store, ticks: () => number): ConsoleLimits {
  const limiters = createConsoleRateLimiters(store, ticks);
  const reports = {
    read: createConsoleReporter('read'),
    write: createConsoleReporter('write'),
    reserve: createRateLimitReporter('reserve', RESERVE_LIMIT.perWindow),
    'sign-in': createRateLimitReporter('sign-in', SIGN_IN_LIMIT.perWindow),
  };
  const accountReports = {
    read: createConsoleReporter('read', CONSOLE_ACCOUNT_FACTOR),
    write: createConsoleReporter('write', CONSOLE_ACCOUNT_FACTOR),
  };
  const operations = new Map<string, { id: string; left: number; counted: Promise<RateLimitReport> }>();

  const count = async (
    limit: keyof typeof limiters.session,
    subject: string,
    part?: string,
  ): Promise<RateLimitReport> => reports[limit](await limiters.session[limit].consume(subject, part));

  const countAddress = async (
    limit: keyof typeof limiters.address,
    address: string,
  ): Promise<RateLimitReport> => reports[limit](await limiters.address[limit].consume(address));

  /** The session first, so that one that is over its limit uses up nothing of the account's. */
  async function countForSession(limit: Permission, session: SessionStatus): Promise<RateLimitReport> {
    const report = await count(limit, session.accountId, session.digest);
    if (report.error !== undefined) return report;
    const ofAccount = accountReports[limit](await limiters.account[limit].consume(session.accountId));
    return ofAccount.error === undefined ? report : ofAccount;
  }

  /** The first student of an operation counts as a write, whose result holds for those that follow. */
  async function countStudent(session: SessionStatus, id: string): Promise<RateLimitReport> {
    const { digest } = session;
    const current = operations.get(digest);
    if (current?.id === id && current.left > 0) {
      current.left -= 1;
      const { error } = await current.counted;
      return { headers: {}, error };
    }
    const counted = countForSession('write', session);
    const operation = { id, left: STUDENTS_PER_WRITE - 1, counted };
    operations.delete(digest);
    operations.set(digest, operation);
    const [oldest = ''] = operations.keys();
    if (operations.size > MAX_OPERATIONS) operations.delete(oldest);
    const forget = () => operations.get(digest) === operation && operations.delete(digest);
    const report = await counted.catch((error) => {
      forget();
      throw error;
    });
    if (report.error !== undefined) forget();
    return report;
  }

  return {
    countWrite: (session) => countForSession('write', session),
    countSignIn: async (subject) => reports['sign-in'](await limiters.attempt.consume(subject)),
    countRequest(route, { session, address, operation }) {
      if (route.session === 'none' && route.permission === 'write') return countAddress('sign-in', address);
      if (session === undefined) return countAddress('read', address);
      // With the address, so that a stolen cookie uses up nothing of its owner's.
      if (route.countedAs === 'reserve')
        return count('reserve', session.accountId, `${session.digest} ${address}`);
      if (route.countedAs === 'student' && operation !== undefined) return countStudent(session, operation);
      return countForSession(route.permission, session);
    },
  };
}

const createConsoleReporter = (limit: Permission, factor = 1) =>
  createRateLimitReporter(
    limit,
    CONSOLE_LIMITS[limit].perWindow * factor,
    CONSOLE_LIMITS[limit].windowSeconds,
  );
