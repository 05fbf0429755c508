import { theme } from '../preferences.ts';
import markStyles from '../roster/combat-marks.module.css';
import portraitStyles from '../roster/portrait.module.css';

export type PictureTheme = 'light' | 'dark';

/** The one that the page has now. */
export function pageTheme(): PictureTheme {
  if (theme.value !== 'system') return theme.value;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

const TOKENS = ['paper', 'raised', 'line', 'ink', 'soft', 'accent', 'gold', 'gold-edge'] as const;

export interface PictureColors extends Readonly<Record<(typeof TOKENS)[number], string>> {
  /** Of cards and what is behind them: the lighter and the darker paper. */
  readonly card: string;
  readonly back: string;
  /** Of the letters in place of a portrait. */
  readonly ofSchool: (school: string | undefined) => { readonly back: string; readonly letters: string };
  /** Of attack and armour. */
  readonly ofMark: (code: string) => { readonly back: string; readonly letters: string };
}

/** The colours of a theme, whichever the page has, and the font of the page. */
export function readColors(theme: PictureTheme): PictureColors & { readonly font: string } {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.colorScheme = theme;
  document.body.append(probe);
  const colors = Object.fromEntries(
    TOKENS.map((token) => {
      probe.style.color = `var(--${token})`;
      return [token, getComputedStyle(probe).color];
    }),
  ) as Record<(typeof TOKENS)[number], string>;
  const font = getComputedStyle(probe).fontFamily;
  probe.remove();
  return {
    ...colors,
    ...(theme === 'dark'
      ? { card: colors.raised, back: colors.paper }
      : { card: colors.paper, back: colors.raised }),
    font,
    ofSchool: remember((school: string | undefined) => readSchool(school, theme)),
    ofMark: remember((code: string) => readMark(code, theme)),
  };
}

type TwoColors = ReturnType<PictureColors['ofSchool']>;

const readSchool = (school: string | undefined, theme: PictureTheme): TwoColors =>
  readElement(theme, (probe) => {
    probe.className = portraitStyles.portrait ?? '';
    if (school !== undefined) probe.dataset.school = school;
    return probe;
  });

const readMark = (code: string, theme: PictureTheme): TwoColors =>
  readElement(theme, (probe) => {
    probe.className = markStyles.marks ?? '';
    const mark = document.createElement('span');
    mark.dataset.code = code;
    probe.append(mark);
    return mark;
  });

/** The colours of an element of the page, in this theme. */
function readElement(theme: PictureTheme, prepare: (probe: HTMLElement) => HTMLElement): TwoColors {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.colorScheme = theme;
  const element = prepare(probe);
  document.body.append(probe);
  const { backgroundColor, color } = getComputedStyle(element);
  probe.remove();
  return { back: backgroundColor, letters: color };
}

/** Each is read once. */
function remember<Name>(read: (name: Name) => TwoColors): (name: Name) => TwoColors {
  const known = new Map<Name, TwoColors>();
  return (name) => {
    const found = known.get(name) ?? read(name);
    known.set(name, found);
    return found;
  };
}
