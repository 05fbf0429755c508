import { BUCKETS, type ColorCounts, type CountedColor } from './color-counts.ts';

export interface IndexedPixels {
  /** Red, green and blue of each colour. */
  readonly palette: Uint8Array<ArrayBuffer>;
  /** The place in the palette of each pixel. */
  readonly indexes: Uint8Array;
}

type Channels = readonly [red: number, green: number, blue: number];

/** How much more a difference in green is seen than one in red. */
const WEIGHTS: Channels = [2, 4, 3];
const CHANNELS = [0, 1, 2] as const;

interface Box {
  readonly colors: readonly CountedColor[];
  readonly mean: Channels;
  /** The channel whose values differ the most, and how much that costs over all pixels. */
  readonly widest: (typeof CHANNELS)[number];
  readonly error: number;
}

/** Reduces an image to as many colours, which are chosen by median cut: the box with the largest error is divided. */
export function quantize({ colors, buckets }: ColorCounts, maxColors: number): IndexedPixels {
  const boxes = [measureBox(colors)];
  while (boxes.length < maxColors) {
    const worst = boxes.reduce((a, b) => (b.error > a.error ? b : a));
    // Of as many colours as it has, the image stays as it is.
    if (worst.error === 0) break;
    const at = worst.mean[worst.widest];
    const isBelow = ({ mean }: CountedColor) => mean[worst.widest] <= at;
    boxes.splice(
      boxes.indexOf(worst),
      1,
      measureBox(worst.colors.filter(isBelow)),
      measureBox(worst.colors.filter((color) => !isBelow(color))),
    );
  }
  const palette = Uint8Array.from(boxes.flatMap(({ mean }) => mean.map(Math.round)));
  const places = new Uint8Array(BUCKETS);
  for (const { bucket, mean } of colors) places[bucket] = findNearest(palette, mean);
  return { palette, indexes: new Uint8Array(buckets.map((bucket) => places[bucket] as number)) };
}

function measureBox(colors: readonly CountedColor[]): Box {
  const total = colors.reduce((sum, { count }) => sum + count, 0);
  const average = (read: (color: CountedColor) => number) =>
    colors.reduce((sum, color) => sum + color.count * read(color), 0) / total;
  const mean: Channels = [average((c) => c.mean[0]), average((c) => c.mean[1]), average((c) => c.mean[2])];
  const errors = CHANNELS.map(
    (channel) => total * WEIGHTS[channel] * average((color) => (color.mean[channel] - mean[channel]) ** 2),
  );
  const error = Math.max(...errors);
  return {
    colors,
    mean,
    widest: errors.indexOf(error) as Box['widest'],
    error: colors.length > 1 ? error : 0,
  };
}

function findNearest(palette: Uint8Array, [red, green, blue]: Channels): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < palette.length; at += 3) {
    const distance =
      WEIGHTS[0] * (red - (palette[at] as number)) ** 2 +
      WEIGHTS[1] * (green - (palette[at + 1] as number)) ** 2 +
      WEIGHTS[2] * (blue - (palette[at + 2] as number)) ** 2;
    if (distance >= least) continue;
    least = distance;
    nearest = at / 3;
  }
  return nearest;
}
