import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { isEndless, PYTHON_PATH } from '../samples.ts';
import { bareEnvironment } from '../service.ts';
import { useProcess } from '../use-service.ts';
import { useBrowser, visit } from './browser.ts';

interface Sample {
  id: string;
  language: string;
  code: string;
  /** The output that the page shows for the sample, if any. */
  output: string | undefined;
}

/** The command that runs a sample in each language. */
const COMMANDS: Record<string, (code: string) => [program: string, ...args: string[]]> = {
  curl: (code) => ['bash', '-c', code],
  javascript: (code) => [process.execPath, '--input-type=module', '--eval', code],
  python: (code) => ['python3', '-c', code],
};

const [service, browser] = await Promise.all([useProcess(), useBrowser()]);

for (const path of ['/docs', '/docs/en'])
  for (const language of Object.keys(COMMANDS))
    test(`every ${language} sample of ${path} runs and prints what the page shows`, async (t) => {
      const { write: key } = await service.account();
      const samples = (await samplesOf(path)).filter((sample) => sample.language === language);
      assert.ok(samples.length > 0);
      for (const sample of samples)
        await t.test(sample.id, async () => {
          // The Korean samples read ROLLBOOK_URL; the English ones use their default.
          const printed = await run(sample, {
            ROLLBOOK_KEY: key,
            ...(path === '/docs' && { ROLLBOOK_URL: `${service.url}/v1` }),
          });
          if (sample.output !== undefined) assertSameOutput(printed, sample.output);
        });
    });

async function samplesOf(path: string): Promise<Sample[]> {
  let samples: Sample[] = [];
  await visit(browser, service.url + path, async (page) => {
    samples = await page.locator('figure[data-sample]').evaluateAll((figures) =>
      figures.map((figure) => {
        const id = figure.getAttribute('data-sample') ?? '';
        return {
          id,
          language: figure.getAttribute('data-language') ?? '',
          code: figure.querySelector('pre code')?.textContent ?? '',
          output: document.querySelector(`[data-output-of="${id}"]`)?.textContent ?? undefined,
        };
      }),
    );
  });
  return samples;
}

async function run({ language, code }: Sample, env: Record<string, string>): Promise<string> {
  const command = COMMANDS[language];
  assert.ok(command, `there is no command for ${language}`);
  const [program, ...args] = command(code);
  const child = spawn(program, args, {
    env: { ...bareEnvironment(), ...PYTHON_PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
    if (isEndless(code)) child.kill();
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const [exitCode] = await once(child, 'close');
  assert.equal(exitCode, isEndless(code) ? null : 0, `${code}\n${stdout}${stderr}`);
  return stdout;
}

function assertSameOutput(printed: string, shown: string): void {
  const [value, expected] = [printed, shown].map(parseJson);
  if (value !== undefined && expected !== undefined) assert.deepEqual(value, expected);
  else assert.equal(printed.trim(), shown.trim());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
