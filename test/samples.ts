import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bareEnvironment } from './service.ts';

/** A code sample of the guide. */
export interface Sample {
  id: string;
  language: string;
  code: string;
}

export function samplesOf(page: string): Sample[] {
  const figures = page.matchAll(
    /<figure class="sample" data-sample="([^"]*)" data-language="([^"]*)">.*?<code>(.*?)<\/code>/gs,
  );
  return [...figures].map(([, id = '', language = '', code = '']) => ({
    id,
    language,
    code: decodeMarkup(code),
  }));
}

/** The output that the page shows for a sample, if any. */
export function outputOf(page: string, id: string): string | undefined {
  const found = new RegExp(`<pre class="output"[^>]* data-output-of="${id}">(.*?)</pre>`, 's').exec(page);
  return found?.[1] === undefined ? undefined : decodeMarkup(found[1]);
}

const decodeMarkup = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const run = promisify(execFile);

/** Runs a sample as a reader who has copied it. */
export function runSample(
  { language, code }: Pick<Sample, 'language' | 'code'>,
  baseUrl: string,
  key: string,
): Promise<{ stdout: string }> {
  const env = { ...bareEnvironment(), ROLLBOOK_URL: baseUrl, ROLLBOOK_KEY: key };
  const [command, args]: [string, string[]] =
    language === 'curl'
      ? ['bash', ['-euo', 'pipefail', '-c', code]]
      : language === 'javascript'
        ? [process.execPath, ['--input-type=module', '-e', code]]
        : ['python3', ['-c', code]];
  return run(command, args, { env, timeout: 90_000 });
}

export const hasPython = (): Promise<boolean> =>
  run('python3', ['--version']).then(
    () => true,
    () => false,
  );
