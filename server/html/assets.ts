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
  'page.js': SCRIPT,
  'try-it.js': SCRIPT,
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

/** A module or style sheet comes with those that it imports, so that one request loads all of it. */
function readWithImports(file: string): string {
  const text = readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');
  const imports = [...text.matchAll(/^(?:import .* from|@import) ['"]\.\/(.+)['"];\n/gm)];
  return [
    ...imports.map(([, name = '']) => readWithImports(name)),
    imports.reduce((rest, [line]) => rest.replace(line, ''), text),
  ].join('\n');
}

export const findAsset = (name: string): Asset | undefined =>
  (Object.keys(CONTENT_TYPES) as AssetFile[]).map(loadAsset).find((asset) => asset.name === name);
