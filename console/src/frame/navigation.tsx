import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { useBackButton } from '../components/use-back-button.ts';
import { currentPage, navigations, type PageName } from '../page-address.ts';
import { signedInSession } from '../session/session-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './navigation.module.css';

interface NavigationLink {
  readonly page: PageName & keyof typeof COMMON;
  /** In the bar at the bottom of a phone, and not in its menu: what players open most. */
  readonly isTab?: boolean;
  readonly isForOperators?: boolean;
}

/** The other pages are opened by a link, or by an app. */
const LINKS: readonly NavigationLink[] = [
  { page: 'roster', isTab: true },
  { page: 'plan', isTab: true },
  { page: 'history', isTab: true },
  { page: 'import', isTab: true },
  { page: 'connections' },
  { page: 'share' },
  { page: 'account' },
  { page: 'server', isForOperators: true },
];

/** All pages in the top bar. A phone has four tabs at the bottom, and the others in a menu. */
export function Navigation() {
  const isOpen = useSignal(false);
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();
  useEffect(close, [navigations.value]);
  useBackButton(isOpen.value, () => {
    close();
    return false;
  });
  const isOperator = signedInSession()?.account.isOperator === true;
  const links = LINKS.filter(({ isForOperators }) => !isForOperators || isOperator);
  const others = links.filter(({ isTab }) => !isTab);
  const renderLink = ({ page }: NavigationLink) => (
    // A page of the menu takes the place of the menu in the browser's history.
    <PageLink key={page} to={page} replace={isOpen.value}>
      <Icon name={page} />
      <span>
        {translate(COMMON[page])}
        {page === 'import' && <span class={styles.long}>{translate(COMMON.andExport)}</span>}
      </span>
    </PageLink>
  );
  return (
    <nav class={styles.pages} aria-label={translate(COMMON.pages)}>
      {links.filter(({ isTab }) => isTab).map(renderLink)}
      <button
        type="button"
        class={styles.more}
        popovertarget="more-pages"
        aria-current={others.some(({ page }) => page === currentPage.value) || undefined}
      >
        <Icon name="more" />
        {translate(COMMON.more)}
      </button>
      <div
        ref={menu}
        id="more-pages"
        popover="auto"
        class={styles.menu}
        onBeforeToggle={({ newState }) => {
          isOpen.value = newState === 'open';
        }}
      >
        {others.map(renderLink)}
      </div>
    </nav>
  );
}
