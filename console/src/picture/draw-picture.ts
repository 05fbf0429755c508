import type { SharedPart } from '../../../contract/shares.ts';
import { formatDate } from '../components/time-text.tsx';
import { COMMON } from '../texts/common-texts.ts';
import { ROSTER } from '../texts/roster-texts.ts';
import { translate } from '../texts/translate.ts';
import { type Brush, fillBox, measureText, writeText } from './brush.ts';
import { describeStudent } from './card-content.ts';
import { drawCard, measureCard } from './cards.ts';
import { layOutPicture, type PictureFormat, type PictureLayout } from './lay-out-picture.ts';
import { type PictureTheme, readColors } from './picture-colors.ts';
import { PictureError } from './picture-error.ts';
import type { PictureStudent } from './picture-student.ts';

export interface Picture {
  readonly title: string;
  readonly player?: string | undefined;
  readonly students: readonly PictureStudent[];
  readonly shows: readonly SharedPart[];
  readonly format: PictureFormat;
  readonly theme: PictureTheme;
}

/** Throws a PictureError if the browser has no canvas of this size. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  picture: Picture,
  portraits: Brush['portraits'],
): void {
  const contents = picture.students.map((student) => describeStudent(student, picture.shows));
  const layout = layOutPicture(contents.length, picture.format, (kind) => measureCard(kind, contents));
  canvas.width = layout.width;
  canvas.height = layout.height;
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new PictureError('canvas');
  context.imageSmoothingQuality = 'high';
  const { font, ...colors } = readColors(picture.theme);
  const brush: Brush = { context, font, colors, bandColors: readColors('dark'), portraits };
  context.fillStyle = colors.back;
  context.fillRect(0, 0, layout.width, layout.height);
  drawHeading(brush, picture, layout);
  for (const [place, content] of contents.entries()) {
    const { x, y } = layout.places[place] as { x: number; y: number };
    const { scale, card } = layout;
    context.save();
    context.translate(Math.round(x), Math.round(y));
    context.scale(scale, scale);
    drawCard(brush, layout.kind, content, { width: card.width / scale, height: card.height / scale });
    context.restore();
  }
}

const MARK_SIZE = 20;

/** Whose and how many on the left, and on the right what has drawn them and when. */
function drawHeading(
  brush: Brush,
  picture: Picture,
  { width, header: { scale, margin } }: PictureLayout,
): void {
  const { context, colors } = brush;
  context.save();
  context.translate(margin, margin);
  context.scale(scale, scale);
  const inner = (width - 2 * margin) / scale;
  const service = translate(COMMON.service);
  const letters = { size: 16, weight: 600 } as const;
  const right = MARK_SIZE + 8 + measureText(brush, service, letters);
  drawMark(brush, inner - right, 6);
  writeText(brush, service, { ...letters, x: inner, y: 17, color: colors.ink, align: 'right' });
  const date = formatDate(Date.now());
  writeText(brush, date, { x: inner, y: 49, size: 15, color: colors.soft, align: 'right' });
  const left = inner - right - 24;
  writeText(brush, picture.title, { x: 0, y: 17, size: 33, weight: 700, color: colors.ink, width: left });
  const count = translate(ROSTER.people(picture.students.length));
  const line = picture.player === undefined ? count : `${picture.player} · ${count}`;
  writeText(brush, line, { x: 0, y: 51, size: 18, color: colors.soft, width: left });
  context.restore();
}

/** That of the tab. */
function drawMark(brush: Brush, x: number, y: number): void {
  const { context } = brush;
  fillBox(brush, { x, y, width: MARK_SIZE, height: MARK_SIZE }, MARK_SIZE * 0.22, '#1668c7');
  context.strokeStyle = '#ffffff';
  context.lineWidth = MARK_SIZE * 0.12;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(x + MARK_SIZE * 0.24, y + MARK_SIZE * 0.53);
  context.lineTo(x + MARK_SIZE * 0.42, y + MARK_SIZE * 0.7);
  context.lineTo(x + MARK_SIZE * 0.76, y + MARK_SIZE * 0.32);
  context.stroke();
}
