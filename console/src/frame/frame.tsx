import type { ComponentChildren } from 'preact';
import { Toast } from '../components/toast.tsx';
import { servicePath } from '../page-address.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import { ConnectionNotices } from './connection-notices.tsx';
import { Navigation } from './navigation.tsx';
import { ProposalNotice } from './proposal-notice.tsx';
import { SettingsMenu } from './settings-menu.tsx';

/** Top bar, navigation, and what the player must know on every page. */
export const Frame = ({
  hasNavigation,
  children,
}: {
  hasNavigation: boolean;
  children: ComponentChildren;
}) => (
  <>
    <a class="skip" href="#content">
      {translate(COMMON.skip)}
    </a>
    <header class="bar">
      <a class="brand" href={`${servicePath}/`}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect x="4" y="3" width="16" height="18" rx="3" />
          <path d="m8 12.5 3 3 5.5-6.5" />
        </svg>
        <b>Rollbook</b> <span lang="ko">출석부</span>
      </a>
      {hasNavigation && <Navigation />}
      <SettingsMenu />
    </header>
    <ConnectionNotices />
    {hasNavigation && <ProposalNotice />}
    <main id="content" tabIndex={-1}>
      {children}
    </main>
    <Toast />
  </>
);
