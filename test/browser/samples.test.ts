import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { bareEnvironment, type Service, startService } from '../service.ts';
import { launchBrowser, visit } from './browser.ts';

interface Sample {
  id: string;
  language: string;
  code: string;
  /** What the page says that it prints, if it does. */
  output: string | undefined;
}

/** How somebody runs what they have copied. */
const RUN: Record<string, (code: string) => [program: string, ...words: string[]]> = {
  curl: (code) => ['bash', '-c', code],
  javascript: (code) => [process.execPath, '--input-type=module', '--eval', code],
  python: (code) => ['python3', '-c', code],
};

let service: Service;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
after(() => Promise.all([service?.stop(), browser?.close()]));

for (const path of ['/docs', '/docs/en'])
  for (const language of Object.keys(RUN))
    test(`every ${language} sample of ${path} does what it says, in the order of the page`, async (t) => {
      const { write: key } = await service.account();
      const samples = (await samplesOf(path)).filter((sample) => sample.language === language);
      assert.ok(samples.length > 0);
      for (const sample of samples)
        await t.test(sample.id, async () => {
          // The Korean page is told where the service is; the English one knows by itself.
          const printed = await run(sample, {
            ROLLBOOK_KEY: key,
            ...(path === '/docs' && { ROLLBOOK_URL: `${service.url}/v1` }),
          });
          if (sample.output !== undefined) sameOutput(printed, sample.output);
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
  const command = RUN[language];
  assert.ok(command, `nobody knows how to run ${language}`);
  const [program, ...words] = command(code);
  const child = spawn(program, words, {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const [exitCode] = await once(child, 'close');
  assert.equal(exitCode, 0, `${code}\n${stdout}${stderr}`);
  return stdout;
}

function sameOutput(printed: string, shown: string): void {
  const [value, expected] = [printed, shown].map(parsed);
  if (value !== undefined && expected !== undefined) assert.deepEqual(value, expected);
  else assert.equal(printed.trim(), shown.trim());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
