import type { ComponentChildren } from 'preact';
import { currentPage, openPage, type PageName, pageUrl } from '../page-address.ts';
import { type PageText, translate } from '../texts/translate.ts';
import { type ButtonLook, buttonClass } from './button.tsx';

/** A link between pages of the console, which needs no request. */
export const PageLink = ({
  to,
  query = '',
  replace = false,
  look,
  size,
  text,
  children,
}: {
  to: PageName;
  /** Begins with a question mark. */
  query?: string;
  /** Whether the page takes the place of this one in the browser's history. */
  replace?: boolean;
  /** Otherwise it looks like a link. */
  text?: PageText;
  /** Where a text is not enough. */
  children?: ComponentChildren;
} & Pick<ButtonLook, 'look' | 'size'>) => (
  <a
    href={pageUrl(to) + query}
    class={look && buttonClass({ look, size })}
    aria-current={currentPage.value === to ? 'page' : undefined}
    onClick={(event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openPage(to, { query, replace });
    }}
  >
    {text && translate(text)}
    {children}
  </a>
);
