import { HEADER_NAMES } from '../../../contract/headers.ts';
import { CATALOGUE_PATH, GROWTH_PATH } from '../../../contract/paths.ts';
import { code, html } from '../../html/html.ts';
import type { Section } from './section.ts';

export const browsers: Section = {
  id: 'browsers',
  title: { ko: '브라우저 도구와 CORS', en: 'Browser tools and CORS' },
  body: ({ t }) => html`
<p>${t(
    html`다른 출처의 웹 페이지는 서버 운영자가 그 출처를 ${code('ROLLBOOK_CORS_ORIGINS')} 설정에 넣어야 API를 호출할 수 있습니다. 기본값에서는 어떤 출처도 허용하지 않습니다. 브라우저 밖의 도구에는 필요 없는 설정입니다.`,
    html`A web page of another origin can call the API only if the operator of the server names that origin in ${code('ROLLBOOK_CORS_ORIGINS')}; by default none is allowed. Tools outside of a browser do not need it.`,
  )}</p>
<ul>
<li>${t(
    html`출처는 스킴, 호스트, 포트까지 정확히 같아야 합니다. 파일로 연 페이지의 출처(${code('null')})는 허용할 수 없으므로 개발할 때도 로컬 서버로 여십시오. ${code('*')}는 모든 출처를 허용합니다.`,
    html`The origin must match exactly, with scheme, host and port. A page opened from a file has the origin ${code('null')}, which cannot be named: use a local server while you develop. ${code('*')} allows every origin.`,
  )}</li>
<li>${t(
    html`허용되지 않으면 브라우저는 상태 코드 없이 네트워크 오류(${code('TypeError: Failed to fetch')})만 알려 줍니다. 서버가 꺼져 있을 때와 구별되지 않으니, 사용자에게 두 가지를 모두 알려 주십시오.`,
    html`Otherwise the browser reports a network error (${code('TypeError: Failed to fetch')}) without a status, as it does when the server is down: tell your users of both.`,
  )}</li>
<li>${t(
    html`<a href="#catalogue">${code(`GET ${CATALOGUE_PATH}`)}</a>과 <a href="#goals">${code(`GET ${GROWTH_PATH}`)}</a>은 설정과 관계없이 모든 출처에서 읽을 수 있습니다.`,
    html`<a href="#catalogue">${code(`GET ${CATALOGUE_PATH}`)}</a> and <a href="#goals">${code(`GET ${GROWTH_PATH}`)}</a> are readable by every origin, whatever the setting.`,
  )}</li>
<li>${t(
    html`쿠키를 쓰지 않으므로 ${code('credentials')} 옵션은 필요 없습니다. 페이지는 다음 응답 헤더를 읽을 수 있습니다: ${headers}.`,
    html`There are no cookies, so leave ${code('credentials')} alone. Pages can read these response headers: ${headers}.`,
  )}</li>
<li>${t(
    html`키를 페이지에 넣어 배포하지 마십시오. 사용자가 자신의 키를 입력하게 하고 메모리나 ${code('sessionStorage')}에만 두십시오. URL에는 넣지 마십시오. 읽기만 하는 도구라면 ${code('read')} 권한의 키를 요청하십시오.`,
    html`Never ship a key in a page. Let users enter their own, keep it in memory or ${code('sessionStorage')}, and out of URLs. Ask for a ${code('read')} key if your tool only reads.`,
  )}</li>
<li>${t(
    html`${code('https')} 페이지는 ${code('http')} 서버를 호출할 수 없습니다. 대부분의 브라우저에서 ${code('localhost')}는 예외입니다.`,
    html`A page on ${code('https')} cannot call a server on ${code('http')}, except, in most browsers, on ${code('localhost')}.`,
  )}</li>
</ul>`,
};

const headers = HEADER_NAMES.map((name, i) => html`${i > 0 ? ', ' : ''}${code(name)}`);
