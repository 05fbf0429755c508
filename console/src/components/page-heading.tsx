import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { navigations } from '../page-address.ts';
import { COMMON } from '../texts/common-texts.ts';
import { translate } from '../texts/translate.ts';
import styles from './page-heading.module.css';

interface Props {
  title: string;
  /** In a `row`, what it has to say stands beside it. */
  look?: 'block' | 'row';
  /** What it is about, before the title in that of the tab. */
  about?: string;
  /** The ID of what a screen reader reads with it. */
  describedBy?: string;
  children?: ComponentChildren;
}

/** The heading of a page and the title of its tab. Takes the focus, so that a screen reader reads the new page. */
export function PageHeading({ title, look = 'block', about, describedBy, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (navigations.peek() > 0 && document.querySelector('dialog[open]') === null)
      heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${about ? `${about} · ` : ''}${title} · ${translate(COMMON.service)}`;
  }, [title]);
  return (
    <div class={look === 'row' ? `page-heading ${styles.row}` : 'page-heading'}>
      <h1 ref={heading} tabIndex={-1} aria-describedby={describedBy}>
        {title}
      </h1>
      {children}
    </div>
  );
}
