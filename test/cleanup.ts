import { getTestContext, type TestContext } from 'node:test';

/**
 * Runs at the end of the test, suite or file that it was called in, also of a test that failed or ran out of time and
 * never reached its own `finally`. What is left open keeps its file, and with it the whole run, from ending.
 */
export function cleanUpAtEnd(cleanUp: () => Promise<unknown>): void {
  (getTestContext() as TestContext | undefined)?.after(async () => void (await cleanUp()));
}
