import styles from './icon.module.css';

const PATHS = {
  roster: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  plan: 'M4 6.5l1.5 1.5L8.5 5M4 13.5l1.5 1.5 3-3M12 7h8M12 14h8M4 19.5h16',
  import: 'M12 4v11m0 0-4-4m4 4 4-4M4 19h16',
  export: 'M12 15V4m0 0-4 4m4-4 4 4M4 19h16',
  file: 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5',
  lowered: 'M12 6v12m0 0-5-5m5 5 5-5',
  history: 'M4 4v4.5h4.5M4.6 8.5A8 8 0 1 1 4 12M12 8v4.3l3 1.7',
  cleared: 'm4 14 8-8 7 7-6 6H8zM9 9l7 7M13 20h7',
  connections:
    'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.6l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.6l1.3-1.3',
  share:
    'M6 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM9 10.5l6-4M9 13.5l6 4',
  key: 'M8 17.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12.5 13H21v3.5M17 13v2.5',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4.5-5.5 8-5.5s7 1.5 8 5.5',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM7.5 7.5h.01M7.5 16.5h.01M12 7.5h5M12 16.5h5',
  more: 'M4.5 12h1M11.5 12h1M18.5 12h1',
  settings: 'M4 7h10m4 0h2M4 17h2m4 0h10M16 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  passkey:
    'M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 20c0-4 3-6 7-6 1 0 2 .1 2.8.4M18 15a2.5 2.5 0 1 0-1.5-.5V20l1.5 1.5 1.5-1.5-1-1 1-1-1-1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning:
    'M12 9v4m0 3.5h.01M10.3 4.3 2.8 17.5A2 2 0 0 0 4.5 20.5h15a2 2 0 0 0 1.7-3L13.7 4.3a2 2 0 0 0-3.4 0z',
  information: 'M12 11v5m0-8h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  offline:
    'M3 3l18 18M8.5 16a5 5 0 0 1 6-.8M5 12.5a10 10 0 0 1 4-2.4m4-.1a10 10 0 0 1 6 2.5M2 9a15 15 0 0 1 4.3-2.7M10 5a15 15 0 0 1 12 4M12 20h.01',
  waiting: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 6h16M7 12h10M10 18h4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zm5-2 5 5',
  close: 'M6 6l12 12M18 6 6 18',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  previous: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
  unfold: 'm6 10 6 6 6-6',
  fold: 'm6 14 6-6 6 6',
  refresh: 'M20 5v4.5h-4.5M19.4 9.5A8 8 0 1 0 20 12',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  growth: 'M4 19h16M5 15l5-5 3.5 3L20 6',
  highest: 'M12 20V8m0 0-5 5m5-5 5 5M5 4h14',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg class={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
