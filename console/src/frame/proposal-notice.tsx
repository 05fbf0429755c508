import { Notice } from '../components/notice.tsx';
import { PageLink } from '../components/page-link.tsx';
import { currentPage } from '../page-address.ts';
import { openProposals } from '../proposals/open-proposals.ts';
import { PROPOSAL } from '../texts/proposal-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './connection-notices.module.css';

/** Where it is looked at, or something else is decided. */
const ELSEWHERE: readonly string[] = ['proposals', 'import', 'consent', 'device'];

/** Wherever the console is open: that a tool proposes something. */
export function ProposalNotice() {
  const [first, ...others] = openProposals() ?? [];
  if (first === undefined || ELSEWHERE.includes(currentPage.value)) return null;
  const isOne = others.length === 0;
  return (
    <div class={styles.connection} role="status">
      <Notice>
        <p>
          {translate(isOne ? PROPOSAL.one(first.tool, first.students) : PROPOSAL.several(others.length + 1))}{' '}
          <PageLink
            to="proposals"
            query={isOne ? `?id=${first.id}` : ''}
            text={isOne ? PROPOSAL.look : PROPOSAL.lookAll}
          />
        </p>
      </Notice>
    </div>
  );
}
