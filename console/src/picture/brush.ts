import { fitText } from './fit-text.ts';
import type { PictureColors } from './picture-colors.ts';

/** What a picture is drawn with. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly font: string;
  readonly colors: PictureColors;
  /** For what lies on a dark band, in both themes. */
  readonly bandColors: PictureColors;
  /** By UID. */
  readonly portraits: ReadonlyMap<string, HTMLImageElement>;
}

interface TextOptions {
  x: number;
  /** The middle of the line. */
  y: number;
  size: number;
  color: string;
  weight?: 400 | 500 | 600 | 700;
  align?: 'left' | 'center' | 'right';
  /** A longer text is made smaller, then condensed, then cut. */
  width?: number;
}

const MIN_SIZE = 0.88;
/** Letters of three quarters of their width can still be read well. */
const MIN_CONDENSED = 0.75;

/** Returns the width of what was written. */
export function writeText(brush: Brush, text: string, options: TextOptions): number {
  const { x, y, color, align = 'left', width = Number.POSITIVE_INFINITY } = options;
  const { context } = brush;
  const isLong = measureText(brush, text, options) > width;
  const size = isLong ? Math.max(options.size * MIN_SIZE, shrink(brush, text, options, width)) : options.size;
  setFont(brush, { ...options, size });
  context.fillStyle = color;
  context.textAlign = align;
  context.textBaseline = 'middle';
  const fitted = fitText(text, width / MIN_CONDENSED, (part) => context.measureText(part).width);
  const measured = context.measureText(fitted).width;
  if (measured <= width) context.fillText(fitted, x, y);
  else context.fillText(fitted, x, y, width);
  return Math.min(measured, width);
}

/** The size at which the text is as wide. */
const shrink = (brush: Brush, text: string, options: TextOptions, width: number): number =>
  (options.size * width) / measureText(brush, text, options);

export function measureText(
  brush: Brush,
  text: string,
  options: Pick<TextOptions, 'size' | 'weight'>,
): number {
  setFont(brush, options);
  return brush.context.measureText(text).width;
}

function setFont(
  { context, font }: Brush,
  { size, weight = 400 }: Pick<TextOptions, 'size' | 'weight'>,
): void {
  context.font = `${weight} ${size}px ${font}`;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function fillBox(
  { context }: Brush,
  { x, y, width, height }: Box,
  radius: number,
  color: string,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.fill();
}

export function strokeBox(
  { context }: Brush,
  { x, y, width, height }: Box,
  radius: number,
  color: string,
): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, radius);
  context.stroke();
}
