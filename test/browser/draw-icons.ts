import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from './browser.ts';

/** Draws the icons of the console's app in console/icons/: PNG, because phones take no other. */
const ROOT = join(import.meta.dirname, '../..');
const MARK = 'server/html/assets/icon.svg';
/** Its mark is inside the circle that every phone shows of a maskable icon. */
const TILE = 'console/icons/tile.svg';

const ICONS = [
  { name: 'icon-192', source: MARK, size: 192 },
  { name: 'icon-512', source: MARK, size: 512 },
  { name: 'maskable-512', source: TILE, size: 512 },
  { name: 'apple-touch-icon', source: TILE, size: 180 },
];

const browser = await launchBrowser();
for (const { name, source, size } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const svg = readFileSync(join(ROOT, source), 'utf8');
  await page.setContent(`<style>body{margin:0}svg{display:block;height:100vh}</style>${svg}`);
  await page.screenshot({ path: join(ROOT, `console/icons/${name}.png`), omitBackground: true });
  process.stdout.write(`console/icons/${name}.png\n`);
}
await browser.close();
