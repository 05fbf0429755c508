import { KEY_PREFIX } from '../../../contract/api-key-format.ts';
import { CONSOLE_PATH } from '../../../contract/console-paths.ts';
import { KEY_LIFETIME_YEARS } from '../../../contract/limits.ts';
import { code, type Html, html } from '../../html/html.ts';
import { table } from './html-table.ts';
import { errorCode } from './named-terms.ts';
import { codeBlock } from './sample.ts';
import { type GuideContext, heading, type Section, twoColumns } from './section.ts';

export const keys: Section = {
  id: 'keys',
  title: { ko: 'API 키', en: 'API keys' },
  body: (guide) =>
    html`${twoColumns(overview(guide), issueCommands(guide))}${permissions(guide)}${rotation(guide)}${loss(guide)}`,
};

const overview = ({ t, to }: GuideContext): Html => html`
<p>${t(
  html`키는 계정에 속하며 ${code('Authorization: Bearer <API_KEY>')} 헤더로 보냅니다. <a href="${to(CONSOLE_PATH)}">콘솔</a>에서 직접 발급하고 교체하고 폐기합니다. 도구마다 따로 발급하면 다른 도구에 영향을 주지 않고 키 하나만 폐기할 수 있습니다.`,
  html`A key belongs to an account. Send it in the ${code('Authorization: Bearer <API_KEY>')} header. Issue, rotate and revoke your keys in the <a href="${to(CONSOLE_PATH)}">console</a>. Give each tool its own, so that you can revoke it without affecting the others.`,
)}</p>
<ul>
<li>${t(
  '키는 발급할 때 한 번만 표시됩니다. 서버는 키의 SHA-256 해시만 저장하므로 다시 표시할 수 없습니다.',
  'A key is shown only once, when it is issued. The server stores its SHA-256 hash and cannot show it again.',
)}</li>
<li>${t(
  html`유효 기간은 발급일부터 ${KEY_LIFETIME_YEARS}년이며, 발급할 때 더 짧게 지정할 수 있습니다. 만료된 키를 사용하면 ${errorCode('unauthorized')} 오류가 반환됩니다.`,
  html`A key expires ${KEY_LIFETIME_YEARS} year after it is issued, or earlier if you choose so. An expired key gets ${errorCode('unauthorized')}.`,
)}</li>
<li>${t(
  '키를 코드, 커밋, 로그, URL에 넣지 마십시오. 환경 변수나 비밀 저장소에서 읽고, 다른 사람에게 배포하는 웹 페이지에 포함하지 마십시오.',
  'Keep keys out of code, commits, logs and URLs. Read them from the environment or a secret store, and never ship one in a web page for others.',
)}</li>
</ul>`;

const issueCommands = ({ t }: GuideContext): Html =>
  codeBlock(
    t('키 발급과 목록 조회 (서버 운영자)', 'Issue and list keys (server operator)'),
    `npx rollbook key issue --account acc_… --permission write --name scanner
npx rollbook key list --account acc_…`,
  );

const permissions = ({ t }: GuideContext): Html => html`
${heading('keys-permission', t('권한', 'Permissions'))}
${table(
  t('키의 권한', 'Key permissions'),
  [t('권한', 'Permission'), t('읽기 요청', 'Read requests'), t('쓰기 요청', 'Write requests')],
  [
    { cells: [code('read'), t('가능', 'Allowed'), errorCode('forbidden')] },
    { cells: [code('write'), t('가능', 'Allowed'), t('가능', 'Allowed')] },
  ],
)}`;

const rotation = ({ t }: GuideContext): Html =>
  twoColumns(
    html`${heading('keys-rotation', t('키 교체', 'Rotate a key'))}
<ol>
<li>${t('계정과 권한이 같은 새 키를 발급합니다. 겹치는 기간에는 두 키를 모두 사용할 수 있으므로 도구를 중단하지 않아도 됩니다.', 'Issue a new key with the same account and permission. Both keys work during the overlap, so nothing has to stop.')}</li>
<li>${t('도구의 설정을 새 키로 바꿉니다.', 'Configure the tool with the new key.')}</li>
<li>${t('키 목록에서 이전 키의 마지막 사용 시각이 더 이상 바뀌지 않는지 확인합니다. 이전 키는 겹치는 기간이 끝나면 만료되며, 그 전에 폐기할 수도 있습니다.', 'Check in the key list that the old key’s last use no longer changes. The old key expires when the overlap ends; you can revoke it earlier.')}</li>
</ol>`,
    codeBlock(
      t('키 교체와 폐기 (서버 운영자)', 'Rotate and revoke (server operator)'),
      `npx rollbook key rotate key_… --overlap 7d
npx rollbook key revoke key_…`,
    ),
  );

const loss = ({ t }: GuideContext): Html => html`
${heading('keys-loss', t('키 분실과 유출', 'Lost and leaked keys'))}
<p>${t(
  '분실한 키는 복구할 수 없습니다. 새 키를 발급하고 분실한 키를 폐기하십시오. 키가 유출되었거나 유출이 의심되면 먼저 폐기한 다음 새 키를 발급하십시오.',
  'A lost key cannot be recovered: issue a new one and revoke the lost one. If a key has leaked, or may have leaked, revoke it first, then issue a new one.',
)}</p>
<p>${t(
  html`모든 키에는 ${code(KEY_PREFIX)} 접두사와 체크섬이 있습니다. 비밀 정보 스캐너로 저장소에 노출된 키를 찾을 수 있고, 잘못 입력한 키는 즉시 거부됩니다.`,
  html`Every key starts with ${code(KEY_PREFIX)} and ends with a checksum, so secret scanners can find keys in a repository and mistyped keys are rejected at once.`,
)}</p>`;
