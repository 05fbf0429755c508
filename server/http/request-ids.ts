import { randomBytes } from 'node:crypto';

/** Short, never the same twice: a random start of the process and a count. */
export function createRequestIdGenerator(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
