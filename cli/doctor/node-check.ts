import { failure, ok, type Result, warning } from './result.ts';

/** The version that `npm ci` brings. */
const NODE_VERSION = 26;

/** Which Node runs this, and with it the server, where both are started alike. */
export function checkNode(): Result {
  const { versions, execPath } = process;
  const found = `${versions.node} (${execPath})`;
  const major = Number(versions.node.split('.', 1));
  if (major < NODE_VERSION)
    return failure(`${found} is too old`, `Install Node ${NODE_VERSION}, or run npm ci, which brings it.`);
  if (major > NODE_VERSION)
    return warning(`${found} was not tested`, `Rollbook comes with Node ${NODE_VERSION}: run npm ci.`);
  return ok(found);
}
