import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { UserError } from '../server/user-error.ts';

/** Whoever asks for health restarts or avoids what does not answer, so silence is an answer too. */
const WITHIN_MS = 3_000;

/** Asks /readyz; gives the address that can serve. */
export async function health(address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UserError(`${JSON.stringify(address)} is not an http or https address. Name one with --url.`);
  const root = url.href.replace(/\/$/, '');
  const status = await statusOf(`${root}/readyz`).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.name === 'AbortError'
        ? `${root} did not answer within ${WITHIN_MS / 1000} seconds.`
        : `${root} cannot be reached: ${error.code ?? error.message}.`,
    );
  });
  if (status !== 200) throw new UserError(`${root} cannot serve now: /readyz answers ${status}.`);
  return root;
}

/** Not by fetch, which refuses some ports and takes longer to load than to ask. */
function statusOf(url: string): Promise<number | undefined> {
  const get = url.startsWith('https:') ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    get(url, { agent: false, signal: AbortSignal.timeout(WITHIN_MS) }, (answer) => {
      answer.destroy();
      resolve(answer.statusCode);
    }).on('error', reject);
  });
}
