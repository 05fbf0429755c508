import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The browser that the machine has, or the one that was named. None is ever downloaded. */
export function findBrowser(): string | undefined {
  const { ROLLBOOK_TEST_BROWSER: named, PATH = '' } = process.env;
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return (named === undefined ? places : [named]).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main && findBrowser() === undefined) {
  process.stderr.write(
    'There is no browser to test with: install Chromium (apt-get install chromium fonts-noto-cjk), or name one by ROLLBOOK_TEST_BROWSER=PATH.\n',
  );
  process.exit(1);
}
