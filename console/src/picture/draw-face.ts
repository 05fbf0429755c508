import { type Brush, strokeBox, writeText } from './brush.ts';
import type { CardContent } from './card-content.ts';

const CORNER = 0.2;
/** Seen on any portrait and paper. */
const EDGE = 'rgb(128 140 160 / 40%)';

export interface FacePlace {
  x: number;
  y: number;
  size: number;
}

interface FaceOptions {
  /** What is drawn over it, and how much of its upper and lower end that covers, as shares. */
  top?: number;
  bottom?: number;
  drawOver?: () => void;
  /** Has the whole name in place of a portrait, for there is none below. */
  hasName?: boolean;
}

/** The portrait of a student, or letters on the colour of the school. */
export function drawFace(
  brush: Brush,
  content: CardContent,
  { x, y, size }: FacePlace,
  { top = 0, bottom = 0, drawOver, hasName = false }: FaceOptions = {},
): void {
  const { context, portraits, colors } = brush;
  const { back, letters } = colors.ofSchool(content.school);
  const portrait = portraits.get(content.studentUid);
  context.save();
  context.beginPath();
  context.roundRect(x, y, size, size, size * CORNER);
  context.clip();
  context.fillStyle = back;
  context.fillRect(x, y, size, size);
  if (portrait !== undefined) drawCovering(context, portrait, { x, y, size });
  else
    for (const { text, at, height } of hasName
      ? listNameLines(content)
      : [{ text: content.letters, at: 0, height: 0.36 }])
      writeText(brush, text, {
        x: x + size / 2,
        y: y + size * ((1 + top - bottom) / 2 + at),
        size: size * height,
        weight: hasName ? 600 : 500,
        color: letters,
        align: 'center',
        width: size * 0.92,
      });
  drawOver?.();
  context.restore();
  strokeBox(brush, { x, y, width: size, height: size }, size * CORNER, EDGE);
}

function drawCovering(
  context: CanvasRenderingContext2D,
  image: HTMLImageElement,
  { x, y, size }: FacePlace,
): void {
  const { naturalWidth: width, naturalHeight: height } = image;
  const side = Math.min(width, height);
  context.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, x, y, size, size);
}

interface Line {
  text: string;
  /** From the middle, as a share of the face. */
  at: number;
  height: number;
}

const listNameLines = ({ name, costume }: CardContent): Line[] =>
  costume === ''
    ? [{ text: name, at: 0, height: 0.29 }]
    : [
        { text: name, at: -0.13, height: 0.27 },
        { text: costume, at: 0.14, height: 0.21 },
      ];
