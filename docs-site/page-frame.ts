import type { Language } from '../contract/bilingual.ts';
import { type AssetFile, asset } from './assets.ts';
import { type Html, html } from './html.ts';

/** Relative, so that it holds behind a proxy that serves us under a path of its own. */
export const linksFrom =
  (page: string) =>
  (path: string): string =>
    '../'.repeat(page.split('/').length - 2) + path.slice(1) || './';

interface Frame {
  /** The path of the page. */
  at: string;
  language: Language;
  title: string;
  /** The same page in the other language. */
  other?: { language: Language; at: string; name: string };
  /** The sheet for what is below the bar. */
  style?: AssetFile;
  /** Beside the name of the service. */
  tools?: Html;
  body: Html;
}

/** What every page has: head, the bar at its top, and the script. */
export function framed({ at, language, title, other, style = 'style.css', tools, body }: Frame): string {
  const to = linksFrom(at);
  const file = (name: AssetFile) => to(`/docs/assets/${asset(name).name}`);
  const say = (ko: string, en: string) => (language === 'ko' ? ko : en);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${file('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${file('frame.css')}">
<link rel="stylesheet" href="${file(style)}">
${other && html`<link rel="alternate" hreflang="${other.language}" href="${to(other.at)}">`}
<script src="${file('page.js')}"></script>
</head>
<body>
<a class="skip" href="#content">${say('본문으로 건너뛰기', 'Skip to the content')}</a>
<header class="bar">
<a class="brand" href="${to('/')}"><svg viewBox="0 0 24 24" aria-hidden="true"><rect x="4" y="3" width="16" height="18" rx="3"/><path d="m8 12.5 3 3 5.5-6.5"/></svg><b>Rollbook</b> <span lang="ko">출석부</span></a>
${tools}
<nav class="links" aria-label="${say('페이지', 'Pages')}">
${other && html`<a href="${to(other.at)}" lang="${other.language}" hreflang="${other.language}" data-keeps-place>${other.name}</a>`}
<button type="button" class="theme" hidden data-theme-switch><span class="unseen">${say('어두운 화면', 'Dark theme')}</span><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z"/></svg></button>
</nav>
</header>
${body}
</body>
</html>
`.markup;
}
