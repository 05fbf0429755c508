import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CONSOLE_PAGES } from '../../../contract/console-paths.ts';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { useBackButton } from '../components/use-back-button.ts';
import { currentPage, navigations, type PageName } from '../page-address.ts';
import { signedInSession } from '../session/session-state.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './navigation.module.css';

/** The others are opened by a link, or by an app. */
type NavigationPage = keyof typeof COMMON & PageName;

/** The tabs of a phone: what players open most. */
const TABS: readonly NavigationPage[] = ['roster', 'plan', 'history', 'import'];
/** The pages that a phone has in a menu. */
const MENU = (Object.keys(CONSOLE_PAGES) as PageName[]).filter(
  (page): page is NavigationPage => page in COMMON && !TABS.some((tab) => tab === page),
);

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
  const others = MENU.filter((page) => page !== 'server' || isOperator);
  const renderLink = (page: NavigationPage) => (
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
      {TABS.map(renderLink)}
      <button
        type="button"
        class={styles.more}
        popovertarget="more-pages"
        aria-current={others.some((page) => page === currentPage.value) || undefined}
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
