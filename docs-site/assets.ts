import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Encoded, encodings } from './content-encoding.ts';

const CSS = 'text/css; charset=utf-8';
export const SCRIPT = 'text/javascript; charset=utf-8';
const TYPES = {
  'frame.css': CSS,
  'style.css': CSS,
  'interactive.css': CSS,
  'page.js': SCRIPT,
  'interactive.js': SCRIPT,
  'icon.svg': 'image/svg+xml',
};
export type AssetFile = keyof typeof TYPES;

export interface Asset {
  /** With a hash of the contents, so that it may be kept for ever. */
  name: string;
  type: string;
  encoded: (acceptEncoding: string | undefined) => Encoded;
}

const read = new Map<AssetFile, Asset>();

/** Read when first asked for. */
export function asset(file: AssetFile): Asset {
  let known = read.get(file);
  if (known === undefined) {
    const text = readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');
    const name = file.replace('.', `.${hash('sha256', text, 'hex').slice(0, 10)}.`);
    known = { name, type: TYPES[file], encoded: encodings(text) };
    read.set(file, known);
  }
  return known;
}

export const assetNamed = (name: string): Asset | undefined =>
  (Object.keys(TYPES) as AssetFile[]).map(asset).find((one) => one.name === name);
