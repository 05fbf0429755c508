import assert from 'node:assert/strict';
import { type ChildProcess, execFile } from 'node:child_process';
import { join } from 'node:path';
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

/** Where the Python samples find the package. */
export const PYTHON_PATH = {
  PYTHONPATH: join(import.meta.dirname, '../python'),
  PYTHONDONTWRITEBYTECODE: '1',
};

/** The programs that run the samples. Those in curl work in both shells. */
const COMMANDS: Record<string, { language: string; command: [program: string, ...args: string[]] }> = {
  bash: { language: 'curl', command: ['bash', '-euo', 'pipefail', '-c'] },
  zsh: { language: 'curl', command: ['zsh', '-feuo', 'pipefail', '-c'] },
  javascript: { language: 'javascript', command: [process.execPath, '--input-type=module', '-e'] },
  python: { language: 'python', command: ['python3', '-c'] },
};
export const RUNNERS = Object.keys(COMMANDS);

/** The samples of a page that a runner runs. */
export const samplesFor = (runner: string, page: string): Sample[] =>
  samplesOf(page).filter(({ language }) => language === COMMANDS[runner]?.language);

interface Output {
  stdout: string;
  stderr: string;
}

/** Runs a sample as a reader who has copied it. */
export function runSample(runner: string, code: string, baseUrl: string, key: string): Promise<Output> {
  const env = { ...bareEnvironment(), ...PYTHON_PATH, ROLLBOOK_URL: baseUrl, ROLLBOOK_KEY: key };
  const [program, ...args] = COMMANDS[runner]?.command ?? [runner];
  const running = run(program, [...args, code], { env, timeout: 90_000 });
  return isEndless(code) ? stopAfterOutput(running) : running;
}

/** A sample that looks for changes every minute. */
export const isEndless = (code: string): boolean => /wait[:=] ?30/.test(code);

/** What an endless program prints first. */
async function stopAfterOutput(running: Promise<Output> & { child: ChildProcess }): Promise<Output> {
  running.child.stdout?.once('data', () => running.child.kill());
  return running.catch((error) => {
    assert.equal(error.signal, 'SIGTERM', error.stderr);
    return error;
  });
}

/** Python and zsh are not on every machine. */
export const isInstalled = (runner: string): Promise<boolean> =>
  run(COMMANDS[runner]?.command[0] ?? runner, ['--version']).then(
    () => true,
    () => false,
  );
