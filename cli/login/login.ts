import { hostname } from 'node:os';
import { connectByCode, type ShownCode } from '../../client/connect/connect-by-code.ts';
import type { Connection } from '../../client/connect/connection.ts';
import { revokeConnection } from '../../client/connect/oauth-request.ts';
import { toServerUrl } from '../../client/connect/server-url.ts';
import { isRollbookError } from '../../client/rollbook-error.ts';
import { AREA_NAMES, type Area, isArea } from '../../contract/areas.ts';
import { OWN_CLIENT_ID } from '../../contract/oauth.ts';
import { isLoopback } from '../../server/config.ts';
import { UserError } from '../../server/errors/user-error.ts';
import { type CommandResult, type Invocation, UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { openBrowser } from '../open-browser.ts';
import { printJson, printText, toPrintable } from '../printed-text.ts';
import { createLoginFolder, loginFile, readLogin, writeLogin } from './stored-login.ts';

const DEFAULT_ADDRESS = 'http://127.0.0.1:8787';
const DEFAULT_AREAS: readonly Area[] = ['roster:write', 'history:read'];

export async function login({ args, options, json }: Invocation): Promise<CommandResult> {
  const [named = process.env.ROLLBOOK_URL] = args as [string?];
  const serverUrl = parseAddress(named || DEFAULT_ADDRESS);
  const areas = parseAreaList(options.areas);
  await createLoginFolder();
  const connection = await interruptible(
    (signal) =>
      connectByCode({
        baseUrl: serverUrl,
        clientId: OWN_CLIENT_ID,
        name: options.name ?? `rollbook (${hostname()})`,
        areas,
        onCode: (code) => showCode(code, json),
        signal,
      }),
    'Interrupted. You are not logged in.',
  ).catch((error) => {
    if (named || !isRollbookError(error) || error.code !== 'connection_failed') throw error;
    throw new UserError(
      `No server answers at ${serverUrl}. Name yours, as in \`rollbook login https://rollbook.example\`.`,
    );
  });
  // A login that cannot be read has nothing to end.
  const previous = await readLogin().catch(() => undefined);
  await writeLogin(connection).catch(async (error) => {
    await revokeQuietly(connection);
    throw error;
  });
  if (previous !== undefined) await revokeQuietly(previous);
  const file = loginFile();
  return {
    value: { url: connection.baseUrl, areas: connection.areas, file },
    text: toPrintable(
      `Logged in at ${serverUrl} with ${connection.areas.join(', ')}. The key is in ${file}; rollbook logout ends it.`,
    ),
  };
}

function parseAddress(address: string): string {
  try {
    return toServerUrl(address);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function parseAreaList(list: string | undefined): readonly Area[] {
  if (list === undefined) return DEFAULT_AREAS;
  const names = list.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0 || !names.every(isArea))
    throw new UsageError(`--areas must be one or more of ${AREA_NAMES.join(', ')}, separated by commas.`);
  return names;
}

/** On standard error: standard output has the result. */
function showCode(
  { userCode, verificationUri, verificationUriComplete, expiresAt }: ShownCode,
  json: boolean,
) {
  if (json) {
    printJson(process.stderr, { userCode, verificationUri, verificationUriComplete, expiresAt });
    return;
  }
  const lines = [
    `Open ${verificationUriComplete}`,
    `and allow it if it shows the code ${userCode}.${isLoopback(new URL(verificationUri).hostname) ? '' : ` Another device can open ${verificationUri} and type the code.`}`,
    `Waiting for your answer until ${expiresAt.toLocaleTimeString('sv')}. Ctrl-C ends it.`,
  ];
  printText(process.stderr, lines.map(toPrintable).join('\n'));
  if (process.stderr.isTTY) openBrowser(verificationUriComplete);
}

/** The player sees what is left in the console. */
const revokeQuietly = (connection: Connection): Promise<void> => revokeConnection(connection).catch(() => {});
