import { effect, signal } from '@preact/signals';
import type { Language } from '../../contract/bilingual.ts';

export type NameLanguage = Language | 'ja';
export type Theme = 'system' | 'light' | 'dark';

/** The guide remembers the theme under the same name. */
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

effect(() => {
  document.documentElement.lang = language.value;
});
effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});

export function chooseLanguage(chosen: Language): void {
  language.value = chosen;
  store(STORED.language, chosen);
}

export function chooseNameLanguage(chosen: NameLanguage): void {
  chosenNames.value = chosen;
  store(STORED.names, chosen);
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  store(STORED.theme, chosen === 'system' ? undefined : chosen);
}

export function chooseUnreleased(shown: boolean): void {
  showsUnreleased.value = shown;
  store(STORED.unreleased, shown ? 'shown' : undefined);
}

// localStorage throws in some private modes. Nothing is remembered then.
function readChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  try {
    const stored = localStorage.getItem(name);
    return choices.find((choice) => choice === stored) ?? fallback;
  } catch {
    return fallback;
  }
}

function store(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {}
}
