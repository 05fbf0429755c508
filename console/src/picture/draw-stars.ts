import { rankStars } from '../../../contract/star-rank.ts';
import type { Brush } from './brush.ts';
import type { CardContent } from './card-content.ts';
import type { PictureColors } from './picture-colors.ts';

type Stars = NonNullable<CardContent['stars']>;

const POINTS = 5;
/** Of the outer radius. */
const INNER_RADIUS = 0.5;

/** A path and no letter: each font has another star, and some have none. */
function traceStar(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  for (let point = 0; point < 2 * POINTS; point += 1) {
    const angle = (point * Math.PI) / POINTS - Math.PI / 2;
    const length = point % 2 === 0 ? radius : radius * INNER_RADIUS;
    context.lineTo(x + length * Math.cos(angle), y + length * Math.sin(angle));
  }
  context.closePath();
}

/** Of its place, so that stars in a row stand apart. */
const FILLED = 0.92;

interface StarPlace {
  x: number;
  y: number;
  size: number;
  colors: PictureColors;
}

export function drawStar(
  { context }: Brush,
  { x, y, size, colors }: StarPlace,
  { isOfWeapon }: { isOfWeapon: boolean },
): void {
  const edge = size * 0.08;
  traceStar(context, x, y, (size * FILLED - edge) / 2);
  context.lineJoin = 'round';
  context.lineWidth = edge;
  context.fillStyle = isOfWeapon ? colors.accent : colors.gold;
  context.strokeStyle = isOfWeapon ? colors.accent : colors['gold-edge'];
  context.fill();
  context.stroke();
}

/** The stars of the student, then those of the unique weapon, beginning at `x`. */
export function drawStars(brush: Brush, stars: Stars, { x, size, ...place }: StarPlace): void {
  for (let at = 0; at < rankStars(stars); at += 1)
    drawStar(brush, { ...place, x: x + (at + 0.5) * size, size }, { isOfWeapon: at >= stars.tier });
}
