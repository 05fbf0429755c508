import { countColors } from './color-counts.ts';
import { encodePng } from './encode-png.ts';
import { quantize } from './quantize.ts';

const PALETTE_SIZES = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2];

/** A PNG of at most as many bytes, with as many colours as that allows. Undefined if two are too many. */
export async function fitPng(
  { data, width, height }: { data: Uint8ClampedArray; width: number; height: number },
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const counts = countColors(data);
  for (const size of PALETTE_SIZES) {
    const png = await encodePng(quantize(counts, size), width, height);
    if (png.length <= maxBytes) return png;
  }
  return undefined;
}
