export interface CountedColor {
  readonly bucket: number;
  readonly count: number;
  /** The mean of its pixels, so that a colour that fills a large part of an image stays as it is. */
  readonly mean: readonly [red: number, green: number, blue: number];
}

/** How often an image has each colour. */
export interface ColorCounts {
  readonly colors: readonly CountedColor[];
  /** The bucket of each pixel. */
  readonly buckets: Uint16Array;
}

/** Colours are the same whose channels have the same five bits at the top. */
const DROPPED_BITS = 3;
export const BUCKETS = 1 << 15;

/** Of an opaque image, whose pixels are red, green, blue and alpha. */
export function countColors(pixels: Uint8ClampedArray): ColorCounts {
  const counts = new Uint32Array(BUCKETS);
  const sums = new Float64Array(3 * BUCKETS);
  const buckets = new Uint16Array(pixels.length / 4);
  for (let at = 0; at < buckets.length; at += 1) {
    const red = pixels[4 * at] as number;
    const green = pixels[4 * at + 1] as number;
    const blue = pixels[4 * at + 2] as number;
    const bucket = ((red >> DROPPED_BITS) << 10) | ((green >> DROPPED_BITS) << 5) | (blue >> DROPPED_BITS);
    buckets[at] = bucket;
    (counts[bucket] as number) += 1;
    (sums[3 * bucket] as number) += red;
    (sums[3 * bucket + 1] as number) += green;
    (sums[3 * bucket + 2] as number) += blue;
  }
  const colors: CountedColor[] = [];
  for (const [bucket, count] of counts.entries()) {
    if (count === 0) continue;
    const [red = 0, green = 0, blue = 0] = sums.subarray(3 * bucket, 3 * bucket + 3);
    colors.push({ bucket, count, mean: [red / count, green / count, blue / count] });
  }
  return { colors, buckets };
}
