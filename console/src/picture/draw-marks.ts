import { type Brush, fillBox, writeText } from './brush.ts';
import type { CardContent } from './card-content.ts';

interface MarksPlace {
  /** Where they end. */
  right: number;
  /** The middle of the line. */
  y: number;
  size: number;
}

/** Attack and armour, as the cards of the page have them. Returns how much room they take. */
export function drawMarks(brush: Brush, { marks }: CardContent, { right, y, size }: MarksPlace): number {
  const gap = size / 8;
  const taken = marks.length * (size + gap);
  for (const [place, { code, letter, isArmor }] of marks.entries()) {
    const { back, letters } = brush.colors.ofMark(code);
    const x = right - taken + gap + place * (size + gap);
    const box = { x, y: y - size / 2, width: size, height: size };
    fillBox(brush, box, isArmor ? size * 0.22 : size / 2, back);
    writeText(brush, letter, {
      ...{ x: x + size / 2, y: y + size * 0.03, size: size * 0.68, weight: 600 },
      ...{ color: letters, align: 'center' },
    });
  }
  return taken;
}
