import { readFile } from 'node:fs/promises';
import { Rollbook, type RollbookOptions } from '../../client/index.ts';
import { describeReadError } from '../../server/errors/file-errors.ts';
import { UsageError } from '../command.ts';
import { readLogin } from '../login/stored-login.ts';
import manifest from '../package.json' with { type: 'json' };
import type { ProgressBar } from '../progress-bar.ts';
import { ask, standardTerminal, type Terminal } from './ask.ts';

type ConnectionOptions = Readonly<Record<string, string | undefined>>;

/** For a command that a person started, who can be asked for the key. */
export const connect = (options: ConnectionOptions, progress: ProgressBar): Promise<Rollbook> =>
  openRollbook(options, standardTerminal(), {
    onRetry: ({ error, waitMs }) =>
      progress.showWait(
        error.code === 'rate_limited' ? 'the limit of requests is reached.' : error.message,
        waitMs,
      ),
  });

/** The key never comes from an argument, which other users of the machine could read. */
export async function openRollbook(
  options: ConnectionOptions,
  terminal: Terminal | undefined,
  waiting: Pick<RollbookOptions, 'onRetry' | 'maxWaitMs'>,
): Promise<Rollbook> {
  const { baseUrl, apiKey } = await findConnection(options, terminal);
  try {
    return new Rollbook({ baseUrl, apiKey, userAgent: `rollbook-cli/${manifest.version}`, ...waiting });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/^baseUrl/, 'ROLLBOOK_URL'));
  }
}

/** A key of the file, the environment, the login or the prompt, in this order. That of the login goes to its server alone. */
async function findConnection(
  { url = process.env.ROLLBOOK_URL, 'key-file': keyFile }: ConnectionOptions,
  terminal: Terminal | undefined,
): Promise<{ baseUrl: string; apiKey: string }> {
  if (keyFile === undefined && process.env.ROLLBOOK_KEY === undefined) {
    const login = await readLogin();
    if (login !== undefined) {
      if (url !== undefined && normalize(url) !== normalize(login.baseUrl))
        throw new UsageError(
          `You are logged in at ${login.baseUrl}, and ROLLBOOK_URL or --url names another server. Run \`rollbook login\` for that one, or set ROLLBOOK_KEY to a key of its own.`,
        );
      return login;
    }
  }
  if (url === undefined && keyFile === undefined && (await readLogin()) !== undefined)
    throw new UsageError(
      'ROLLBOOK_KEY is set, so your login is not used. Unset it, or set ROLLBOOK_URL to the server of that key.',
    );
  if (url === undefined)
    throw new UsageError(
      'Set ROLLBOOK_URL to the address of the API, such as https://rollbook.example/v1, or run `rollbook login`.',
    );
  return { baseUrl: url, apiKey: await readKey(keyFile, terminal) };
}

/** This machine has several names. */
const normalize = (address: string): string =>
  URL.canParse(address)
    ? new URL(address).href
        .replace(/^http:\/\/(127\.0\.0\.1|\[::1\])(?=[:/])/, 'http://localhost')
        .replace(/(?<!\/)\/+$/, '')
    : address;

async function readKey(keyFile: string | undefined, terminal: Terminal | undefined): Promise<string> {
  if (keyFile !== undefined)
    return (
      await readFile(keyFile, 'utf8').catch((error) => {
        throw new UsageError(`The API key is not read. ${describeReadError(keyFile, error)}`);
      })
    ).trim();
  const key = process.env.ROLLBOOK_KEY ?? (terminal && (await ask('API key: ', terminal, { hidden: true })));
  if (key === undefined || key.trim() === '')
    throw new UsageError(
      'Set ROLLBOOK_KEY to an API key, name a file that contains it with --key-file, or run `rollbook login`.',
    );
  return key.trim();
}
