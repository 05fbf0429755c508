import { effect, signal } from '@preact/signals';
import type { Language } from '../../contract/bilingual.ts';
import { readStored, writeStored } from './stored-data.ts';

export type NameLanguage = Language | 'ja';
export type Theme = 'system' | 'light' | 'dark';

const STORED = {
  language: 'rollbook-console-language',
  names: 'rollbook-student-names',
  theme: 'rollbook-theme',
  unreleased: 'rollbook-unreleased-students',
} as const;

const browserLanguage: Language = navigator.language.toLowerCase().startsWith('ko') ? 'ko' : 'en';

export const language = signal<Language>(readChoice(STORED.language, ['ko', 'en'], browserLanguage));
const chosenNames = signal(readChoice<NameLanguage | 'page'>(STORED.names, ['ko', 'en', 'ja'], 'page'));
export const theme = signal<Theme>(readChoice(STORED.theme, ['light', 'dark'], 'system'));

/** The language of student names: that of the page until another one is chosen. */
export const nameLanguage = (): NameLanguage =>
  chosenNames.value === 'page' ? language.value : chosenNames.value;

/** Whether lists have the students who are not out on the player's server. */
export const showsUnreleased = signal(
  readChoice(STORED.unreleased, ['shown', 'hidden'], 'hidden') === 'shown',
);

/** Called once: the document has the language and the theme that are chosen. */
export function applyPreferences(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    nameManifest(language.value);
  });
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    paintBrowser(theme.value);
  });
}

/** An app that is installed has the language of the page. */
function nameManifest(chosen: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const name = chosen === 'ko' ? 'manifest' : `manifest.${chosen}`;
  if (link !== null) link.href = link.href.replace(/[^/]*$/, `${name}.webmanifest`);
}

/** The bar of the browser or phone has the colour of the theme: index.html has one for each. */
function paintBrowser(chosen: Theme): void {
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { theme: own } = colour.dataset;
    colour.media =
      chosen === 'system' ? `(prefers-color-scheme: ${own})` : chosen === own ? 'all' : 'not all';
  }
}

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  writeStored(chosen, STORED.language);
}

export function chooseNameLanguage(chosen: NameLanguage): void {
  chosenNames.value = chosen;
  writeStored(chosen, STORED.names);
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  writeStored(chosen === 'system' ? undefined : chosen, STORED.theme);
}

export function chooseUnreleased(shown: boolean): void {
  showsUnreleased.value = shown;
  writeStored(shown ? 'shown' : undefined, STORED.unreleased);
}

function readChoice<Choice extends string>(
  name: (typeof STORED)[keyof typeof STORED],
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const stored = readStored(name);
  return choices.find((choice) => choice === stored) ?? fallback;
}
