import { rankStars } from '../../../contract/star-rank.ts';
import { type Brush, fillBox, measureText, writeText } from './brush.ts';
import type { CardContent } from './card-content.ts';
import { drawFace, type FacePlace } from './draw-face.ts';
import { drawStar, drawStars } from './draw-stars.ts';

/** Dark in both themes: it lies on portraits. */
const BAND = 'rgb(8 12 20 / 72%)';
const ON_BAND = '#ffffff';
const HEART = '#ff9db5';
/** Heights, as shares of a face. */
const STAR_BAND = 0.2;
const PILL = 0.19;
const MARK_BAND = 0.3;

/** A face with its stars below, and level and bond in its corners. */
export function drawTileFace(brush: Brush, content: CardContent, place: FacePlace): void {
  const { stars, level, bond } = content;
  const { x, y, size } = place;
  drawFace(brush, content, place, {
    top: level === undefined && bond === undefined ? 0 : PILL,
    bottom: stars ? STAR_BAND : 0,
    drawOver() {
      if (stars === undefined) return;
      const middle = drawBand(brush, place, STAR_BAND);
      const star = Math.min(size * 0.125, (size * 0.94) / rankStars(stars));
      const left = x + (size - star * rankStars(stars)) / 2;
      drawStars(brush, stars, { x: left, y: middle, size: star, colors: brush.bandColors });
    },
  });
  const pill = { y: y + 2, height: size * PILL };
  if (level !== undefined) drawPill(brush, { ...pill, left: x + 2, text: `Lv ${level}` });
  if (bond !== undefined)
    drawPill(brush, { ...pill, right: x + size - 2, text: String(bond), hasHeart: true });
}

/** A face with what says the most of a student in a few pixels. */
export function drawMarkedFace(
  brush: Brush,
  content: CardContent,
  place: FacePlace,
  { hasName = false } = {},
): void {
  const { stars, level, bond } = content;
  const hasMark = stars !== undefined || level !== undefined || bond !== undefined;
  drawFace(brush, content, place, {
    hasName,
    bottom: hasMark ? MARK_BAND : 0,
    drawOver() {
      if (hasMark) drawMark(brush, content, place);
    },
  });
}

/** One star with its number, that of the unique weapon if there is one; or else the level or the bond. */
function drawMark(brush: Brush, { stars, level, bond }: CardContent, place: FacePlace): void {
  const middle = drawBand(brush, place, MARK_BAND);
  const height = place.size * MARK_BAND;
  const text = stars ? String(stars.weaponTier || stars.tier) : level ? `Lv ${level}` : String(bond);
  const letters = { size: height * 0.86, weight: 700 } as const;
  const hasSign = stars !== undefined || level === undefined;
  const sign = hasSign ? height * 0.82 : 0;
  const left = place.x + (place.size - sign - measureText(brush, text, letters)) / 2;
  const at = { x: left + sign / 2, y: middle, size: sign };
  if (stars) drawStar(brush, { ...at, colors: brush.bandColors }, { isOfWeapon: stars.weaponTier > 0 });
  else if (hasSign) drawHeart(brush, at);
  writeText(brush, text, { ...letters, x: left + sign + 1, y: middle, color: ON_BAND });
}

/** Over the lower end of a face. Returns its middle. */
function drawBand(brush: Brush, { x, y, size }: FacePlace, share: number): number {
  const height = size * share;
  fillBox(brush, { x, y: y + size - height, width: size, height }, 0, BAND);
  return y + size - height / 2;
}

type Pill = ({ left: number } | { right: number }) & {
  y: number;
  height: number;
  text: string;
  hasHeart?: boolean;
};

function drawPill(brush: Brush, { y, height, text, hasHeart = false, ...side }: Pill): void {
  const letters = { size: height * 0.74, weight: 600 } as const;
  const sign = hasHeart ? height * 0.6 : 0;
  const padding = height * 0.3;
  const width = 2 * padding + sign + measureText(brush, text, letters);
  const x = 'left' in side ? side.left : side.right - width;
  fillBox(brush, { x, y, width, height }, height / 2, BAND);
  if (hasHeart) drawHeart(brush, { x: x + padding + sign / 2 - 1, y: y + height / 2, size: sign });
  writeText(brush, text, { ...letters, x: x + padding + sign, y: y + height / 2, color: ON_BAND });
}

function drawHeart({ context }: Brush, { x, y, size }: FacePlace): void {
  const half = size / 2;
  const tip = y + half * 0.85;
  context.fillStyle = HEART;
  context.beginPath();
  context.moveTo(x, tip);
  context.bezierCurveTo(x - half * 1.5, y - half * 0.1, x - half * 0.75, y - half * 1.25, x, y - half * 0.35);
  context.bezierCurveTo(x + half * 0.75, y - half * 1.25, x + half * 1.5, y - half * 0.1, x, tip);
  context.fill();
}
