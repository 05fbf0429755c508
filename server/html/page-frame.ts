import type { Language } from '../../contract/bilingual.ts';
import { publicUrl } from '../../contract/paths.ts';
import { type AssetFile, loadAsset } from './assets.ts';
import { type Html, html, type Part } from './html.ts';

/** Relative links, so that they work behind a proxy that adds a path prefix. A query alone stays on the page. */
export const relativeLinks =
  (page: string) =>
  (path: string): string =>
    path.startsWith('?') ? path : '../'.repeat(page.split('/').length - 2) + path.slice(1) || './';

interface PageOptions {
  path: string;
  language: Language;
  title: string;
  description?: string;
  /** The paths or queries of this page in both languages, if it has both; with the public address of /docs, search engines learn them. */
  languages?: { docsUrl?: string; paths: Record<Language, string> };
  /** Stylesheet of the content below the top bar. */
  style?: AssetFile;
  head?: Html;
  /** Content of the top bar, next to the name of the service. */
  tools?: Html;
  /** Runs before the first paint. Without one the theme follows the system. */
  script?: AssetFile | 'none';
  /** Shown inside another page, whose reader is not to be led away. */
  isFramed?: boolean;
  body: Html;
}

const LANGUAGE_NAMES: Record<Language, string> = { ko: '한국어', en: 'English' };
const DESCRIPTIONS: Record<Language, string> = {
  ko: '블루 아카이브 플레이어의 학생 목록을 저장하는 HTTP API, 출석부',
  en: 'Rollbook, an HTTP API that stores the rosters of Blue Archive players',
};

/** A complete page: head, top bar, body and, unless it needs none, script. */
export function renderPage({
  path,
  language,
  title,
  description = DESCRIPTIONS[language],
  languages,
  style = 'style.css',
  head,
  tools,
  script = 'page.js',
  isFramed = false,
  body,
}: PageOptions): string {
  const to = relativeLinks(path);
  const file = (name: AssetFile) => to(`/docs/assets/${loadAsset(name).name}`);
  const t = (ko: string, en: string) => (language === 'ko' ? ko : en);
  const other = t('en', 'ko') as Language;
  const hasScript = script !== 'none';
  const brand = html`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="4" y="3" width="16" height="18" rx="3"/><path d="m8 12.5 3 3 5.5-6.5"/></svg><b>Rollbook</b> <span lang="ko">출석부</span>`;
  const pageLinks = () => html`<nav class="links" aria-label="${t('페이지', 'Pages')}">
${languages && html`<a href="${to(languages.paths[other])}" lang="${other}" hreflang="${other}" data-keeps-place>${LANGUAGE_NAMES[other]}</a>`}
${hasScript && html`<button type="button" class="theme" hidden data-theme-switch><span class="visually-hidden">${t('어두운 화면', 'Dark theme')}</span><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z"/></svg></button>`}
</nav>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${file('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${file('frame.css')}">
<link rel="stylesheet" href="${file(style)}">
${alternateLinks(language, languages)}${hasScript && html`<script src="${file(script)}"></script>`}
${head}
</head>
<body>
<a class="skip" href="#content">${t('본문으로 건너뛰기', 'Skip to content')}</a>
<header class="bar">
${isFramed ? html`<span class="brand">${brand}</span>` : html`<a class="brand" href="${to('/')}">${brand}</a>`}
${tools}
${!isFramed && (languages || hasScript) && pageLinks()}
</header>
${body}
</body>
</html>
`.markup;
}

/** Absolute, as search engines demand. */
function alternateLinks(
  language: Language,
  { docsUrl, paths }: Partial<PageOptions['languages']> = {},
): Part {
  if (docsUrl === undefined || paths === undefined) return undefined;
  const absolute = (path: string) => publicUrl({ docsUrl }, path);
  const alternates = { ...paths, 'x-default': paths.en };
  return html`<link rel="canonical" href="${absolute(paths[language])}">
${Object.entries(alternates).map(
  ([hreflang, path]) => html`<link rel="alternate" hreflang="${hreflang}" href="${absolute(path)}">
`,
)}`;
}
