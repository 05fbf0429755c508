import { loadAsset } from '../assets.ts';
import { GUIDE_PATHS, INTERACTIVE_PATH, OPENAPI_PATH } from '../docs-paths.ts';
import { type Html, html } from '../html.ts';
import { relativeLinks, renderPage } from '../page-frame.ts';
import korean from './korean.json' with { type: 'json' };

const to = relativeLinks(INTERACTIVE_PATH);

/** Scalar's configuration: no hosted services or fonts, and API keys are not stored in the browser. */
const SCALAR_CONFIG = {
  localization: { locale: 'ko', translations: korean },
  agent: { disabled: true },
  mcp: { disabled: true },
  telemetry: false,
  persistAuth: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  hideDarkModeToggle: true,
  documentDownloadType: 'none',
  defaultOpenAllTags: true,
};

/** The interactive reference at /docs/api. */
export function interactivePage(script: string): string {
  return renderPage({
    path: INTERACTIVE_PATH,
    language: 'ko',
    title: '대화형 API 문서 · Rollbook (출석부)',
    style: 'interactive.css',
    tools: html`<nav class="links" aria-label="문서"><a href="${to(GUIDE_PATHS.ko)}">안내</a> <a href="${to(GUIDE_PATHS.en)}" lang="en" hreflang="en">Guide</a></nav>`,
    body: scalarBody(script),
  });
}

const file = (name: string): string => to(`/docs/assets/${name}`);

const scalarBody = (script: string): Html => html`<noscript>${NEEDS_SCRIPT}</noscript>
<div id="content" tabindex="-1"><div id="reference" data-failed="대화형 API 문서를 불러오지 못했습니다. 잠시 후 페이지를 새로 고침하십시오."></div></div>
<script type="application/json" id="settings">${{ markup: JSON.stringify(SCALAR_CONFIG).replaceAll('<', '\\u003c') }}</script>
<script src="${file(script)}" defer></script>
<script src="${file(loadAsset('interactive.js').name)}" defer></script>`;

const NEEDS_SCRIPT = html`<main id="content" class="notice" tabindex="-1">
<h1>대화형 API 문서</h1>
<p>이 페이지에서 요청을 보내려면 JavaScript가 필요합니다. API 문서 전체는 <a href="${to(GUIDE_PATHS.ko)}">안내</a>에서 볼 수 있습니다. <a href="${to(OPENAPI_PATH)}">openapi.json</a> 파일은 다른 OpenAPI 도구에서도 사용할 수 있습니다.</p>
<p lang="en">This page needs JavaScript to send requests. The full documentation is in the <a href="${to(GUIDE_PATHS.en)}">guide</a>, and <a href="${to(OPENAPI_PATH)}">openapi.json</a> works with any OpenAPI tool.</p>
</main>`;
