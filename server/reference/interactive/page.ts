import { type Html, html } from '../html.ts';
import korean from './korean.json' with { type: 'json' };

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

/** The files that the page brings along, as addresses relative to it. */
export interface Brought {
  style: string;
  start: string;
  /** Absent where Scalar is not installed. */
  scalar: string | undefined;
}

/** /docs/api: the reference that sends requests. Where it cannot, it says so and where to read instead. */
export function interactivePage({ style, start, scalar }: Brought): string {
  return html`<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>대화형 API 문서 · Rollbook (출석부)</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
<header class="frame">
<a class="name" href="../docs">Rollbook <span>출석부</span></a>
<nav aria-label="문서"><a href="../docs">문서</a> <a href="../docs/en" lang="en">English</a> <a href="../v1/openapi.json">openapi.json</a></nav>
</header>
${scalar === undefined ? NOT_INSTALLED : running(start, scalar)}
</body>
</html>
`.markup;
}

const running = (start: string, scalar: string): Html => html`<noscript><main class="notice">
<h1>대화형 API 문서</h1>
<p>이 화면에서 요청을 보내려면 JavaScript가 필요합니다. 모든 내용은 <a href="../docs">문서</a>에서 JavaScript 없이 읽을 수 있습니다.</p>
<p lang="en">Sending requests from this page needs JavaScript. <a href="../docs/en">The guide</a> can be read without.</p>
</main></noscript>
<div id="reference" data-failed="대화형 문서를 불러오지 못했습니다. 잠시 뒤에 다시 열어 보십시오. 문서는 위의 링크에서 읽을 수 있습니다."></div>
<script type="application/json" id="settings">${{ markup: JSON.stringify(SETTINGS).replaceAll('<', '\\u003c') }}</script>
<script src="${scalar}" defer></script>
<script src="${start}" defer></script>`;

const NOT_INSTALLED = html`<main class="notice">
<h1>대화형 API 문서</h1>
<p>이 서버에는 대화형 문서가 설치되어 있지 않습니다. <a href="../docs">문서</a>를 읽거나, 쓰시는 OpenAPI 도구에서 <a href="../v1/openapi.json">openapi.json</a>을 여십시오.</p>
<p lang="en">The interactive reference is not installed on this server. Read <a href="../docs/en">the guide</a>, or open <a href="../v1/openapi.json">openapi.json</a> in an OpenAPI tool of yours.</p>
</main>`;
