import { KEY_LIFETIME_YEARS } from '../../contract/limits.ts';
import { KEY_PREFIX } from '../../server/auth/api-key.ts';
import { code, type Html, html } from '../html.ts';
import { table } from './html-table.ts';
import { refusal } from './named-terms.ts';
import { shown } from './sample.ts';
import { beside, type Guide, heading, type Section } from './section.ts';

export const keys: Section = {
  id: 'keys',
  title: { ko: 'API 키', en: 'API keys' },
  body: (guide) =>
    html`${beside(about(guide), issuing(guide))}${permissions(guide)}${rotation(guide)}${loss(guide)}`,
};

const about = ({ say }: Guide): Html => html`
<p>${say(
  html`키는 계정에 속하고 ${code('Authorization: Bearer <API_KEY>')} 헤더로 보냅니다. 한 계정에 여러 개를 둘 수 있으니 도구마다 따로 발급하십시오. 하나를 폐기해도 나머지는 그대로입니다.`,
  html`A key belongs to an account and goes in the header ${code('Authorization: Bearer <API_KEY>')}. An account may have many: issue one for each tool, so that one can be revoked without the others.`,
)}</p>
<ul>
<li>${say(
  '발급할 때 한 번만 보여 줍니다. 서버에는 SHA-256 값만 남으므로 다시 볼 수 없습니다.',
  'It is shown once, when issued. The server keeps only its SHA-256, so it can never be shown again.',
)}</li>
<li>${say(
  html`유효 기간은 발급일부터 ${KEY_LIFETIME_YEARS}년이며 더 짧게 정할 수 있습니다. 만료된 키는 ${refusal('unauthorized')}입니다.`,
  html`It lasts ${KEY_LIFETIME_YEARS} year from issue, or less if asked. An expired key is ${refusal('unauthorized')}.`,
)}</li>
<li>${say(
  '코드, 커밋, 로그, 주소에 넣지 말고 환경 변수나 비밀 저장소에서 읽으십시오. 다른 사람이 쓰는 웹 페이지에 넣어 배포해서도 안 됩니다.',
  'Keep it out of code, commits, logs and addresses; read it from the environment or a secret store. Do not ship it inside a page that others use.',
)}</li>
</ul>`;

const issuing = ({ say }: Guide): Html =>
  shown(
    say('발급과 목록 (서버를 운영하는 사람)', 'Issue and list (for who runs the server)'),
    `npx rollbook key issue --account acc_… --permission write --name scanner
npx rollbook key list --account acc_…`,
  );

const permissions = ({ say }: Guide): Html => html`
${heading('keys-permission', say('권한', 'Permissions'))}
${table(
  say('키의 권한', 'Permissions of a key'),
  [say('권한', 'Permission'), say('읽기 요청', 'Reads'), say('쓰기 요청', 'Writes')],
  [
    { cells: [code('read'), say('가능', 'yes'), refusal('forbidden')] },
    { cells: [code('write'), say('가능', 'yes'), say('가능', 'yes')] },
  ],
)}`;

const rotation = ({ say }: Guide): Html =>
  beside(
    html`${heading('keys-rotation', say('교체', 'Rotation'))}
<ol>
<li>${say('이전 키와 같은 새 키를 발급합니다. 겹치는 기간에는 두 키를 모두 쓸 수 있으므로 멈출 필요가 없습니다.', 'Issue a new key like the old one. For as long as they overlap both work, so nothing has to stop.')}</li>
<li>${say('도구의 설정을 새 키로 바꿉니다.', 'Give the tool the new key.')}</li>
<li>${say('목록에서 이전 키의 마지막 사용 시각이 더 바뀌지 않는지 확인합니다. 이전 키는 겹치는 기간이 끝나면 만료되고, 더 일찍 폐기할 수도 있습니다.', 'See in the list that the old key’s last use stands still. It ends with the overlap, or sooner if you revoke it.')}</li>
</ol>`,
    shown(
      say('교체와 폐기 (서버를 운영하는 사람)', 'Rotate and revoke (for who runs the server)'),
      `npx rollbook key rotate key_… --overlap 7d
npx rollbook key revoke key_…`,
    ),
  );

const loss = ({ say }: Guide): Html => html`
${heading('keys-loss', say('분실과 유출', 'Loss and leaks'))}
<p>${say(
  '잃어버린 키는 되찾을 수 없습니다. 새로 발급하고 잃어버린 키는 폐기하십시오. 유출되었거나 유출이 의심되면 먼저 폐기하고, 그다음에 새 키를 발급하십시오.',
  'A lost key cannot be recovered: issue another and revoke the lost one. If a key leaked, or may have, revoke it first and issue another then.',
)}</p>
<p>${say(
  html`모든 키는 ${code(KEY_PREFIX)}로 시작하고 체크섬으로 끝나므로, 비밀 정보 스캔 도구로 저장소에서 찾을 수 있고 잘못 옮긴 키는 곧바로 거절됩니다.`,
  html`Every key begins with ${code(KEY_PREFIX)} and ends with a checksum, so that secret scanners find it in a repository and a mistyped one is refused at once.`,
)}</p>`;
