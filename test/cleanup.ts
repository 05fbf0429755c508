import { getTestContext, type TestContext } from 'node:test';

/**
 * Registers a cleanup for the current test, suite or file, which also runs after a timeout, when no `finally` does.
 * A process that stays open keeps the test run from ending.
 */
export function cleanUpAtEnd(cleanUp: () => Promise<unknown>): void {
  (getTestContext() as TestContext | undefined)?.after(async () => void (await cleanUp()));
}
