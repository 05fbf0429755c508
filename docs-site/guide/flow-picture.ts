import { ERRORS } from '../../contract/errors.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { type Html, html } from '../html.ts';
import type { Guide } from './section.ts';

const BOX = { width: 150, height: 52 };
const LEFT = 6;
const RIGHT = 204;

/** The flow as a picture in the colours of the page; the numbered list below it says the same in words. */
export function flowPicture({ say }: Guide): Html {
  const {
    findStudents: find,
    getRecruitedStudent: get,
    registerRecruitedStudent: post,
    patchRecruitedStudent: patch,
  } = OPERATIONS;
  const { student_not_recruited: absent, student_already_recruited: present } = ERRORS;
  return html`<svg class="flow" viewBox="0 0 360 376" role="img" aria-labelledby="flow-title flow-words">
<title id="flow-title">${say('권장 흐름', 'The suggested flow')}</title>
<desc id="flow-words">${say(
    `GET /students로 찾은 UID를 GET으로 읽습니다. 있으면 PATCH로 바꿉니다. ${absent.status} student_not_recruited이면 POST로 등록하고, 등록이 ${present.status} student_already_recruited이면 PATCH로 바꿉니다.`,
    `Find the UID with GET /students and read it with GET. If it is there, PATCH. On ${absent.status} student_not_recruited, POST; if that is ${present.status} student_already_recruited, PATCH.`,
  )}</desc>
<defs><marker id="flow-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0.5 7.5 4 0 7.5z"/></marker></defs>
${box(LEFT, 4, say('1 UID 찾기', '1 Find the UID'), `${find.method} ${find.path}`)}
${arrow(`M81 56V92`)}
${box(LEFT, 94, say('2 상태 읽기', '2 Read the state'), `${get.method} …/{studentUid}`)}
${arrow(`M81 146V218`)}
${label(88, 170, absent.status, 'student_not_recruited')}
${box(LEFT, 220, say('3 등록하기', '3 Register'), `${post.method} ${post.path}`)}
${arrow(`M156 120H279V218`)}
${label(286, 142, get.success, '')}
${box(RIGHT, 220, say('4·5 바꿀 필드만 변경', '4·5 Change fields'), `${patch.method} …/{studentUid}`)}
${arrow(`M156 246H202`)}
${arrow(`M81 272V330`)}
${label(88, 304, post.success, '')}
${arrow(`M279 272V330`)}
${label(286, 304, patch.success, '')}
${label(167, 239, present.status, '')}
${box(LEFT, 332, say('원하는 상태', 'The wanted state'), '', RIGHT + BOX.width - LEFT, 40)}
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
