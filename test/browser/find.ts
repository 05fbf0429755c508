import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell first: a page of it takes a third of the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The installed browser, or that of ROLLBOOK_TEST_BROWSER. Nothing is downloaded. */
export function findBrowser(): string | undefined {
  const { ROLLBOOK_TEST_BROWSER: named, PATH = '' } = process.env;
  const candidates = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return (named === undefined ? candidates : [named]).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.main && findBrowser() === undefined) {
  process.stderr.write(
    'No browser found. Install Chromium (apt-get install chromium-headless-shell fonts-noto-cjk) or set ROLLBOOK_TEST_BROWSER=PATH.\n',
  );
  process.exit(1);
}
