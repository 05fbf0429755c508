import { asset } from '../assets.ts';
import { GUIDE_PATHS, INTERACTIVE_PATH, OPENAPI_PATH } from '../docs-paths.ts';
import { type Html, html } from '../html.ts';
import { framed, linksFrom } from '../page-frame.ts';
import korean from './korean.json' with { type: 'json' };

const to = linksFrom(INTERACTIVE_PATH);

/** What Scalar is told: none of its maker's services, nothing kept of a key, no fonts from elsewhere. */
const SETTINGS = {
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

/** The reference that sends requests. */
export function interactivePage(script: string): string {
  return framed({
    at: INTERACTIVE_PATH,
    language: 'ko',
    title: '대화형 API 문서 · Rollbook (출석부)',
    style: 'interactive.css',
    tools: html`<nav class="links" aria-label="문서"><a href="${to(GUIDE_PATHS.ko)}">안내</a> <a href="${to(GUIDE_PATHS.en)}" lang="en" hreflang="en">Guide</a></nav>`,
    body: running(script),
  });
}

const file = (name: string): string => to(`/docs/assets/${name}`);

const running = (script: string): Html => html`<noscript>${NEEDS_SCRIPT}</noscript>
<div id="content" tabindex="-1"><div id="reference" data-failed="대화형 API 문서를 불러오지 못했습니다. 잠시 뒤에 다시 열어 보십시오."></div></div>
<script type="application/json" id="settings">${{ markup: JSON.stringify(SETTINGS).replaceAll('<', '\\u003c') }}</script>
<script src="${file(script)}" defer></script>
<script src="${file(asset('interactive.js').name)}" defer></script>`;

const NEEDS_SCRIPT = html`<main id="content" class="notice" tabindex="-1">
<h1>대화형 API 문서</h1>
<p>이 화면에서 요청을 보내려면 JavaScript가 필요합니다. <a href="${to(GUIDE_PATHS.ko)}">안내</a>에는 모든 내용이 있고, <a href="${to(OPENAPI_PATH)}">openapi.json</a>은 쓰시는 OpenAPI 도구에서도 열 수 있습니다.</p>
<p lang="en">Sending requests from this page needs JavaScript. <a href="${to(GUIDE_PATHS.en)}">The guide</a> says everything, and <a href="${to(OPENAPI_PATH)}">openapi.json</a> opens in any OpenAPI tool.</p>
</main>`;
