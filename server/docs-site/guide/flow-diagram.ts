import { ERRORS } from '../../../contract/errors.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { type Html, html } from '../../html/html.ts';
import type { GuideContext } from './section.ts';

const BOX = { width: 150, height: 52 };
const LEFT = 6;
const RIGHT = 204;

/** The flow as an SVG in the page's colours; the numbered list below it is the text version. */
export function flowDiagram({ t }: GuideContext): Html {
  const {
    findStudents: find,
    getRecruitedStudent: get,
    registerRecruitedStudent: post,
    patchRecruitedStudent: patch,
  } = OPERATIONS;
  const { student_not_recruited: absent, student_already_recruited: present } = ERRORS;
  return html`<svg class="flow" viewBox="0 0 360 376" role="img" aria-labelledby="flow-title flow-words">
<title id="flow-title">${t('학생 한 명 설정하기', 'Set one student')}</title>
<desc id="flow-words">${t(
    `GET /students 요청으로 찾은 UID의 상태를 GET 요청으로 조회합니다. 상태가 있으면 PATCH 요청으로 변경합니다. ${absent.status} student_not_recruited 오류이면 POST 요청으로 등록하고, 이때 ${present.status} student_already_recruited 오류이면 PATCH 요청으로 변경합니다.`,
    `Find the UID with GET /students and read the state with GET. If it exists, send a PATCH. On ${absent.status} student_not_recruited, send a POST; if that returns ${present.status} student_already_recruited, send a PATCH.`,
  )}</desc>
<defs><marker id="flow-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0.5 7.5 4 0 7.5z"/></marker></defs>
${box(LEFT, 4, t('1 UID 찾기', '1 Find the UID'), `${find.method} ${find.path}`)}
${arrow(`M81 56V92`)}
${box(LEFT, 94, t('2 상태 조회', '2 Read the state'), `${get.method} …/{studentUid}`)}
${arrow(`M81 146V218`)}
${label(88, 170, absent.status, 'student_not_recruited')}
${box(LEFT, 220, t('3 등록', '3 Register'), `${post.method} ${post.path}`)}
${arrow(`M156 120H279V218`)}
${label(286, 142, get.success, '')}
${box(RIGHT, 220, t('4·5 바꿀 필드만 변경', '4·5 Update fields'), `${patch.method} …/{studentUid}`)}
${arrow(`M156 246H202`)}
${arrow(`M81 272V330`)}
${label(88, 304, post.success, '')}
${arrow(`M279 272V330`)}
${label(286, 304, patch.success, '')}
${label(167, 239, present.status, '')}
${box(LEFT, 332, t('원하는 상태', 'Target state'), '', RIGHT + BOX.width - LEFT, 40)}
</svg>
`;
}

const box = (
  x: number,
  y: number,
  title: string,
  request: string,
  width = BOX.width,
  height = BOX.height,
) => html`<g>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>
<text class="title" x="${x + width / 2}" y="${y + (request === '' ? 25 : 22)}">${title}</text>
<text class="request" x="${x + width / 2}" y="${y + 40}">${request}</text>
</g>`;

const arrow = (path: string) => html`<path class="arrow" d="${path}" marker-end="url(#flow-tip)"/>`;

const label = (x: number, y: number, status: number, code: string) => html`<g class="answer">
<text x="${x}" y="${y}">${status}</text>
<text x="${x}" y="${y + 14}">${code}</text>
</g>`;
