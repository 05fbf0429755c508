const HANGUL = { first: 0xac00, count: 11_172 };
/** The rows of KS X 1001 with its syllables. */
const STANDARD = { firstRow: 0xb0, lastRow: 0xc8, firstCell: 0xa1, lastCell: 0xfe };
/** Where the other syllables stand, in the order of Unicode: rows of 178, and from the next on of 84. */
const FIRST_ROW = 0x81;
const FIRST_SHORT_ROW = 0xa1;
const LONG_ROW = 178;
const SHORT_ROW = 84;

/**
 * Reads CP949, undefined if the bytes are none. They may end within a character. Browsers decode it as `euc-kr`; Node knows
 * KS X 1001 alone, which lacks three of four syllables.
 */
export function decodeCp949(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder('euc-kr', { fatal: true });
  let text = '';
  let from = 0;
  let end = bytes.length;
  try {
    for (let at = 0; at < bytes.length; at += 1) {
      const [lead = 0, trail] = [bytes[at], bytes[at + 1]];
      if (lead < FIRST_ROW) continue;
      if (trail === undefined) {
        end = at;
        break;
      }
      const place = placeOf(lead, trail);
      if (place !== undefined) {
        const syllable = otherSyllables()[place];
        if (syllable === undefined) return undefined;
        text += decoder.decode(bytes.subarray(from, at)) + syllable;
        from = at + 2;
      }
      at += 1;
    }
    return text + decoder.decode(bytes.subarray(from, end));
  } catch {
    return undefined;
  }
}

/** The place of a pair among the syllables that KS X 1001 lacks. Undefined for any other pair. */
function placeOf(lead: number, trail: number): number | undefined {
  const cell = cellOf(trail);
  if (cell === undefined || lead > 0xc6) return undefined;
  if (lead < FIRST_SHORT_ROW) return (lead - FIRST_ROW) * LONG_ROW + cell;
  if (cell >= SHORT_ROW) return undefined;
  return (FIRST_SHORT_ROW - FIRST_ROW) * LONG_ROW + (lead - FIRST_SHORT_ROW) * SHORT_ROW + cell;
}

/** Capital letters, small letters, then all from 0x81 on. */
function cellOf(trail: number): number | undefined {
  if (trail >= 0x41 && trail <= 0x5a) return trail - 0x41;
  if (trail >= 0x61 && trail <= 0x7a) return trail - 0x61 + 26;
  return trail >= 0x81 && trail <= 0xfe ? trail - 0x81 + 52 : undefined;
}

let others: string[] | undefined;

function otherSyllables(): readonly string[] {
  if (others !== undefined) return others;
  const { firstRow, lastRow, firstCell, lastCell } = STANDARD;
  const pairs: number[] = [];
  for (let row = firstRow; row <= lastRow; row += 1)
    for (let cell = firstCell; cell <= lastCell; cell += 1) pairs.push(row, cell);
  const standard = new Set(new TextDecoder('euc-kr').decode(Uint8Array.from(pairs)));
  const all = Array.from({ length: HANGUL.count }, (_, i) => String.fromCharCode(HANGUL.first + i));
  others = all.filter((syllable) => !standard.has(syllable));
  return others;
}
