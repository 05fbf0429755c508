import { storage } from './storage.js';

/** Before the first paint, so that the page does not flash in the wrong theme. */
export function applyTheme() {
  const theme = storage.get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}

export function initThemeSwitch() {
  const button = document.querySelector('[data-theme-switch]');
  if (button === null) return;
  const { dataset } = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (dataset.theme ? dataset.theme === 'dark' : system.matches);
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  button.addEventListener('click', () => {
    dataset.theme = isDark() ? 'light' : 'dark';
    storage.set('theme', dataset.theme);
    show();
  });
  system.addEventListener('change', show);
  show();
  button.hidden = false;
}
