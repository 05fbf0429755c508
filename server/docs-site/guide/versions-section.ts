import { API_PREFIX, OPENAPI_PATH } from '../../../contract/paths.ts';
import { code, html } from '../../html/html.ts';
import { heading, type Section } from './section.ts';

export const versions: Section = {
  id: 'versions',
  title: { ko: '버전', en: 'Versioning' },
  body: ({ t, baseUrl, to }) => html`
<p>${t(
    html`API 버전은 기본 URL ${code(baseUrl)} 끝에 있는 ${code(API_PREFIX)}입니다. 이 API는 베타 버전입니다.`,
    html`The API version is the ${code(API_PREFIX)} at the end of the base URL, ${code(baseUrl)}. The API is in beta.`,
  )}</p>
${heading('versions-stable', t(`${API_PREFIX} 버전에서 바뀌지 않는 것`, `What stays the same in ${API_PREFIX}`))}
<ul>
<li>${t('경로, 메서드, 필요한 권한', 'Paths, methods and required permissions')}</li>
<li>${t('필드의 이름, 형식, 의미, 순서', 'Field names, types, meanings and order')}</li>
<li>${t(html`오류의 ${code('code')} 값과 상태 코드`, html`Error ${code('code')} values and their status codes`)}</li>
</ul>
${heading('versions-changing', t(`${API_PREFIX} 버전에서도 바뀔 수 있는 것`, `What may change in ${API_PREFIX}`))}
<ul>
<li>${t('학생 카탈로그와 검색 결과의 순서', 'The student catalogue and the order of search results')}</li>
<li>${t(html`${code('message')}의 문장`, html`The wording of ${code('message')}`)}</li>
<li>${t(html`요청 한도의 값. ${code('RateLimit-Policy')} 헤더에서 확인하십시오`, html`The rate limits: read them from the ${code('RateLimit-Policy')} header`)}</li>
<li>${t(html`${code('cursor')}와 ${code('Request-Id')}의 내용`, html`The contents of ${code('cursor')} and ${code('Request-Id')}`)}</li>
<li>${t('새 경로와 새 응답 헤더 추가', 'New paths and response headers')}</li>
</ul>
<p>${t(
    html`그 밖의 변경은 새 버전의 URL로 제공합니다. <a href="${to(OPENAPI_PATH)}">openapi.json</a>은 서버가 요청을 검증할 때 사용하는 스키마로 생성하므로, 클라이언트 코드를 생성하는 데 그대로 사용할 수 있습니다.`,
    html`All other changes get a new version with its own URL. <a href="${to(OPENAPI_PATH)}">openapi.json</a> is generated from the schemas that the server validates requests with, so you can generate clients from it.`,
  )}</p>`,
};
