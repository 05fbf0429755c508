import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeText, type NegotiateEncoding } from '../http/content-encoding.ts';

const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const CONTENT_TYPES = {
  'frame.css': CSS,
  'style.css': CSS,
  'front.css': CSS,
  'share.css': CSS,
  'board.css': CSS,
  'page.js': SCRIPT,
  'try-it.js': SCRIPT,
  'share.js': SCRIPT,
  'icon.svg': 'image/svg+xml',
};
export type AssetFile = keyof typeof CONTENT_TYPES;

export interface Asset {
  /** File name with a hash of the contents, so that browsers may cache it forever. */
  name: string;
  type: string;
  encoded: NegotiateEncoding;
}

const loaded = new Map<AssetFile, Asset>();

export function loadAsset(file: AssetFile): Asset {
  let asset = loaded.get(file);
  if (asset === undefined) {
    const text = readWithImports(file);
    const name = file.replace('.', `.${hash('sha256', text, 'hex').slice(0, 10)}.`);
    asset = { name, type: CONTENT_TYPES[file], encoded: encodeText(text) };
    loaded.set(file, asset);
  }
  return asset;
}

/**
 * A script or style sheet comes with those that it imports, each once, so that one request loads all of it. Without
 * exports, so that it can also be a script that is no module, which runs before the first paint.
 */
function readWithImports(file: string, read = new Set<string>()): string {
  read.add(file);
  const text = readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');
  const imports = [...text.matchAll(/^(?:import .* from|@import) ['"]\.\/(.+)['"];\n/gm)];
  return [
    ...imports.flatMap(([, name = '']) => (read.has(name) ? [] : readWithImports(name, read))),
    imports.reduce((rest, [line]) => rest.replace(line, ''), text).replace(/^export /gm, ''),
  ].join('\n');
}

export const findAsset = (name: string): Asset | undefined =>
  (Object.keys(CONTENT_TYPES) as AssetFile[]).map(loadAsset).find((asset) => asset.name === name);
