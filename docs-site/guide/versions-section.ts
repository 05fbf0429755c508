import { API_PREFIX } from '../../contract/operations.ts';
import { OPENAPI_PATH } from '../docs-paths.ts';
import { code, html } from '../html.ts';
import { heading, type Section } from './section.ts';

export const versions: Section = {
  id: 'versions',
  title: { ko: '버전', en: 'Versions' },
  body: ({ say, baseUrl, to }) => html`
<p>${say(
    html`버전은 기본 주소 ${code(baseUrl)}의 끝에 있는 ${code(API_PREFIX)}입니다. 이 서비스는 베타입니다.`,
    html`The version is the ${code(API_PREFIX)} at the end of the base address ${code(baseUrl)}. The service is beta.`,
  )}</p>
${heading('versions-stable', say(`${API_PREFIX}에서 바뀌지 않는 것`, `What stays within ${API_PREFIX}`))}
<ul>
<li>${say('경로, 메서드, 필요한 권한', 'paths, methods and the permission they need')}</li>
<li>${say('필드의 이름, 형식, 뜻, 순서', 'names, types, meanings and order of fields')}</li>
<li>${say(html`오류의 ${code('code')}와 상태 코드`, html`error ${code('code')}s and their statuses`)}</li>
</ul>
${heading('versions-changing', say(`${API_PREFIX}에서도 바뀔 수 있는 것`, `What may change within ${API_PREFIX}`))}
<ul>
<li>${say('학생 카탈로그와 검색 결과의 순서', 'the catalogue and the order of search results')}</li>
<li>${say(html`사람이 읽는 ${code('message')}의 문장`, html`the sentences of ${code('message')}`)}</li>
<li>${say(html`요청 한도의 값. ${code('RateLimit-Policy')} 헤더를 읽으십시오`, html`how many requests the limits allow: read ${code('RateLimit-Policy')}`)}</li>
<li>${say(html`${code('cursor')}와 ${code('Request-Id')}의 내용`, html`what is inside a ${code('cursor')} and a ${code('Request-Id')}`)}</li>
<li>${say('새 경로와 새 응답 헤더의 추가', 'new paths and new headers')}</li>
</ul>
<p>${say(
    html`그 밖의 변경은 새 버전의 주소로 제공합니다. 기계가 읽는 설명 <a href="${to(OPENAPI_PATH)}">openapi.json</a>은 이 서버의 요청 검사에 쓰는 것과 같은 스키마에서 만들어지므로 클라이언트 생성에 그대로 쓸 수 있습니다.`,
    html`Anything else comes under the address of a new version. The description for machines, <a href="${to(OPENAPI_PATH)}">openapi.json</a>, is made from the very schemas that check requests here, and is fit for generating clients.`,
  )}</p>`,
};
