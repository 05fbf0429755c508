import type { ComponentChildren } from 'preact';
import { currentPage, openPage, type PageName, pageUrl } from '../page-address.ts';

/** A link between pages of the console, which needs no request. */
export const PageLink = ({
  to,
  query = '',
  class: className,
  children,
}: {
  to: PageName;
  /** Begins with a question mark. */
  query?: string;
  class?: string;
  children: ComponentChildren;
}) => (
  <a
    href={pageUrl(to) + query}
    class={className}
    aria-current={currentPage.value === to ? 'page' : undefined}
    onClick={(event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openPage(to, { query });
    }}
  >
    {children}
  </a>
);
