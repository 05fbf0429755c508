import { randomBytes } from 'node:crypto';

/** Generates short unique identifiers: a random prefix of the process and a count. */
export function createRequestIdGenerator(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
