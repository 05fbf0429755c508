import { describeWanted } from '../../../game/describe-wanted.ts';
import { language } from '../preferences.ts';
import { PICTURE } from '../texts/picture-texts.ts';
import { translate } from '../texts/translate.ts';
import { type Brush, measureText, writeText } from './brush.ts';
import type { CardContent, CardValue } from './card-content.ts';
import { wrapItems } from './fit-text.ts';

interface Line {
  x: number;
  /** The middle of the line. */
  y: number;
  width: number;
  size: number;
}

/** Each value after its label; all are condensed if there is not enough room. */
export function writeValues(brush: Brush, values: readonly CardValue[], { x, y, width, size }: Line): void {
  const { context, colors } = brush;
  const pieces = values.flatMap(({ label, text, isHighest }, place) => {
    const color = isHighest ? colors.accent : colors.ink;
    return [
      { text: translate(label), size: size * 0.88, color: colors.soft, before: place === 0 ? 0 : size * 0.7 },
      { text, size, weight: 600, color, before: size * 0.3 } as const,
    ];
  });
  const widths = pieces.map((piece) => piece.before + measureText(brush, piece.text, piece));
  const needed = widths.reduce((sum, piece) => sum + piece, 0);
  context.save();
  context.translate(x, y);
  context.scale(Math.min(1, width / needed), 1);
  let end = 0;
  for (const [place, piece] of pieces.entries()) {
    writeText(brush, piece.text, { ...piece, x: end + piece.before, y: 0 });
    end += widths[place] ?? 0;
  }
  context.restore();
}

/** What is wanted of a student, on as many lines, of which `y` is where the first begins. */
export function writeWanted(
  brush: Brush,
  wanted: CardContent['wanted'],
  { x, y, width, size, height, lines }: Line & { height: number; lines: number },
): void {
  const letters = { size, weight: 500 } as const;
  const [first, ...others] = wanted ? describeWanted(wanted, language.value) : [];
  if (first === undefined) return;
  const wrapped = wrapItems([`${translate(PICTURE.goal)} ${first}`, ...others], {
    width,
    lines,
    measure: (text) => measureText(brush, text, letters),
  });
  for (const [place, line] of wrapped.entries())
    writeText(brush, line, { ...letters, x, y: y + (place + 0.5) * height, color: brush.colors.accent });
}
