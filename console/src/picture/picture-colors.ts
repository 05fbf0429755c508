import { theme } from '../preferences.ts';
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
  const known = new Map<string | undefined, { back: string; letters: string }>();
  return {
    ...colors,
    ...(theme === 'dark'
      ? { card: colors.raised, back: colors.paper }
      : { card: colors.paper, back: colors.raised }),
    font,
    ofSchool(school) {
      const found = known.get(school) ?? readSchool(school, theme);
      known.set(school, found);
      return found;
    },
  };
}

function readSchool(school: string | undefined, theme: PictureTheme): { back: string; letters: string } {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.className = portraitStyles.portrait ?? '';
  probe.style.colorScheme = theme;
  if (school !== undefined) probe.dataset.school = school;
  document.body.append(probe);
  const { backgroundColor, color } = getComputedStyle(probe);
  probe.remove();
  return { back: backgroundColor, letters: color };
}
