import { readFile } from 'node:fs/promises';
import { Rollbook } from '../../client/index.ts';
import { describeReadError } from '../../server/file-errors.ts';
import { UsageError } from '../command.ts';
import manifest from '../package.json' with { type: 'json' };
import { ask, standardTerminal } from './ask.ts';
import type { ProgressBar } from './progress-bar.ts';

/** The key never comes from an argument, which other users of the machine could read. */
export async function connect(
  { url = process.env.ROLLBOOK_URL, 'key-file': keyFile }: Readonly<Record<string, string | undefined>>,
  progress: ProgressBar,
): Promise<Rollbook> {
  if (url === undefined)
    throw new UsageError('Set ROLLBOOK_URL to the address of the API, such as https://rollbook.example/v1.');
  const apiKey = await readKey(keyFile);
  try {
    return new Rollbook({
      baseUrl: url,
      apiKey,
      userAgent: `rollbook-cli/${manifest.version}`,
      onRetry: (retry) => progress.showWait(retry),
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function readKey(keyFile: string | undefined): Promise<string> {
  if (keyFile !== undefined)
    return (
      await readFile(keyFile, 'utf8').catch((error) => {
        throw new UsageError(`The API key is not read. ${describeReadError(keyFile, error)}`);
      })
    ).trim();
  const terminal = standardTerminal();
  const key = process.env.ROLLBOOK_KEY ?? (terminal && (await ask('API key: ', terminal, { hidden: true })));
  if (key === undefined || key.trim() === '')
    throw new UsageError('Set ROLLBOOK_KEY to an API key, or name a file that contains it with --key-file.');
  return key.trim();
}
